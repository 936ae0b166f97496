import { runsElsewhere } from '../../audit/auth-module/runs.ts';
import { guardCall } from '../../edits/wiring/locals.ts';
import type { HostPath } from '../../host/host.ts';
import { openSources } from '../../host/routes/index.ts';
import type { Context } from '../context.ts';

/**
 * Leaves the hooks, or the middleware, as they are where a file that they import runs sign-in already: a second one would
 * run beside it. A rule goes behind it by hand.
 * @returns whether that is so
 */
export function leaveElsewhere(
	{ host, staging, auth, answers }: Context,
	path: HostPath,
	summary: string,
): boolean {
	if (!auth.module || !host.exists(path)) return false;
	const place = runsElsewhere(openSources(host), path, auth.module);
	if (!place) return false;
	const where = `${place.file}:${place.line}`;
	const { protect } = answers;
	if (protect.length === 0) staging.skip(path, summary, `${where} runs sign-in already`);
	else
		staging.refuse(
			path,
			summary,
			`runs sign-in by way of ${where}; put the guard behind it there`,
			guardCall('protect', protect, "'"),
		);
	return true;
}
