import { resolve } from 'node:path';
import { showFolder } from '../../host/files/folders.ts';
import { realFolder } from '../../host/files/real-folder.ts';
import { applicationsIn } from '../../host/framework/applications.ts';
import type { CommonOptions } from '../command/common.ts';
import { canAsk } from '../terminal/can-ask.ts';
import { paint, say } from '../terminal/output.ts';

/**
 * The folder to work in: what `--cwd` says, or of the applications in it the one that a person chooses. With `--yes` the
 * only one is taken, and named; otherwise it stays the folder, which is refused later with the list (AG_WORKSPACE_ROOT).
 * @throws AuthgraftError AG_CANCELLED.
 */
export async function chooseApp(options: CommonOptions & { framework?: string }): Promise<string> {
	const root = resolve(options.cwd);
	const asks = canAsk(options);
	if (!asks && !options.yes) return root;
	const apps = applicationsIn(realIfThere(root)).filter(
		({ frameworks }) =>
			options.framework === undefined || frameworks.some((framework) => framework === options.framework),
	);
	const [first, second] = apps;
	if (first === undefined) return root;
	if (asks) {
		const { chooseOne } = await import('../terminal/prompts.ts');
		return chooseOne(
			'This folder holds applications. Which application is it about?',
			apps.map(({ folder, names }) => ({ value: folder, label: showFolder(folder), hint: names })),
		);
	}
	if (second !== undefined) return root;
	say(`${paint('yellow', 'Note:')} the application is in ${showFolder(first.folder)} (${first.names}).`);
	return first.folder;
}

/** What is wrong with a folder that is not there is said where the host is read. */
function realIfThere(folder: string): string {
	try {
		return realFolder(folder);
	} catch {
		return folder;
	}
}
