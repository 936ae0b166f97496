import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { AuthgraftError } from '../../../errors.ts';
import type { CommonOptions } from '../../command/common.ts';
import { recoverFirst } from '../../host/recovery.ts';
import { jsonDocument } from '../../terminal/json-document.ts';
import { paint, say } from '../../terminal/output.ts';

/** `authgraft undo`: takes the last applied plan back. Files that were changed since stay as they are. */
export async function run(options: CommonOptions): Promise<number> {
	const root = resolve(options.cwd);
	if (!statSync(root, { throwIfNoEntry: false })?.isDirectory()) {
		throw new AuthgraftError(
			'AG_NOTHING_TO_UNDO',
			`There is no folder ${root}`,
			'Name the folder of the project that authgraft changed with --cwd <dir>.',
		);
	}
	await recoverFirst(root, options);
	const { undoLast } = await import('../../../plan/index.ts');
	const undone = await undoLast(root, { dryRun: options.dryRun });
	if (options.json) {
		const { command, ...fields } = undone;
		jsonDocument({ command: 'undo', exitCode: 0 }, { ...fields, undone: command });
	}
	const verb = undone.dryRun ? 'Would take' : 'Took';
	say(
		`${verb} back "${undone.command}": ${undone.restored.length} ${undone.restored.length === 1 ? 'file' : 'files'} restored, ${undone.removed.length} removed.`,
	);
	for (const left of undone.left) {
		say(
			`${paint('yellow', '!')} ${left.path} was ${left.reason} since, and stays as it is. What differs from what authgraft left:`,
		);
		say(...left.diff.split('\n'));
	}
	if (!undone.dryRun)
		say(paint('dim', 'Installed packages, and the lock file, stay until the next install.'));
	return 0;
}
