import type { DoctorOptions } from './options.ts';
export async function explainLog(_: string, __: DoctorOptions): Promise<number> {
	return 0;
}
