import { execFileSync } from 'node:child_process';

/** Somebody to run a database server as: Debian's packages bring a user for it; `nobody` is everywhere. */
export function unprivileged(): { uid: number; gid: number } {
	for (const name of ['postgres', 'nobody']) {
		try {
			const [uid, gid] = ['-u', '-g'].map((what) =>
				Number(execFileSync('id', [what, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })),
			);
			if (uid && gid) return { uid, gid };
		} catch {
			// Not on this machine.
		}
	}
	throw new Error('There is no user but root to run a database server as');
}
