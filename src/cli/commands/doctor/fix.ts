import type { Host } from '../../../host/host.ts';
import type { DoctorOptions } from './options.ts';
export async function fix(_: Host, __: DoctorOptions): Promise<number> {
	return 0;
}
