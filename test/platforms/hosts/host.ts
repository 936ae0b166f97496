import type { ExecResult } from '../../../scripts/lib/process/exec.ts';
import type { Platform } from '../platform.ts';

/** A host that was grafted by the command, and that can be built for every platform. */
export interface PlatformHost {
	folder: string;
	prepare(tools: { programs: string }): Promise<void>;
	build(platform: Platform, origin: string): Promise<ExecResult>;
	/** Of a package that it has installed. */
	packageJson(name: string): string;
	remove(): Promise<void>;
}
