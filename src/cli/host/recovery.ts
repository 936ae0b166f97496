import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AuthgraftError } from '../../errors.ts';
import type { CommonOptions } from '../command/common.ts';
import { paint, say } from '../terminal/output.ts';

/**
 * Every command starts here: a run that was killed while writing is finished or rolled back, and said so.
 * @throws AuthgraftError AG_INTERRUPTED when a dry run, which writes nothing, finds one.
 */
export async function recoverFirst(root: string, { dryRun }: CommonOptions): Promise<void> {
	if (!existsSync(join(root, '.authgraft'))) return;
	const { needsRecovery, recover } = await import('../../plan/index.ts');
	if (dryRun) {
		if (!needsRecovery(root)) return;
		throw new AuthgraftError(
			'AG_INTERRUPTED',
			'An earlier run was interrupted while writing, and a dry run cleans nothing up',
			'Run the command without --dry-run, or authgraft undo.',
		);
	}
	const recovery = await recover(root);
	if (!recovery) return;
	const what = recovery.run === 'undo' ? `undo of "${recovery.command}"` : `"${recovery.command}"`;
	say(paint('yellow', `An earlier ${what} was interrupted while writing; it is ${recovery.outcome} now:`));
	for (const path of recovery.files) say(`  ${path}`);
	for (const path of recovery.left) say(`  ${path} was changed by somebody else since, and stays as it is`);
}
