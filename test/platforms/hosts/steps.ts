import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type ExecResult, exec, npm } from '../../../scripts/lib/process/exec.ts';
import type { Platform } from '../platform.ts';

export const must = ({ code, output }: ExecResult): void => expect(code, output.slice(-3_000)).toBe(0);

/**
 * Builds with the host's own script, and not again what the platform before was built with.
 *
 * @param builds what earlier platforms left, and is taken away
 * @param variables that say for which platform it is
 */
export function builder(
	folder: string,
	builds: readonly string[],
	variables: (platform: Platform, origin: string) => Record<string, string>,
): (platform: Platform, origin: string) => Promise<ExecResult> {
	let last: { key: string; result: ExecResult } | undefined;
	return async (platform, origin) => {
		const env = { ...variables(platform, origin), ...platform.buildEnv };
		const key = JSON.stringify(env);
		if (last?.key === key) return last.result;
		for (const name of builds) await rm(join(folder, name), { recursive: true, force: true });
		const result = await exec(...npm('run', 'build'), { cwd: folder, timeout: 600_000, env });
		last = { key, result };
		return result;
	};
}
