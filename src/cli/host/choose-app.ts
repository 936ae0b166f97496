import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { showFolder } from '../../host/files/folders.ts';
import { workspaceApps } from '../../host/framework/index.ts';
import type { CommonOptions } from '../command/common.ts';
import { canAsk } from '../terminal/can-ask.ts';

/**
 * The folder to work in: what `--cwd` says, or in the root of a workspace the application that a person chooses.
 * Without a terminal it stays the root, which is refused later with the list (AG_WORKSPACE_ROOT).
 * @throws AuthgraftError AG_CANCELLED.
 */
export async function chooseApp(options: CommonOptions & { framework?: string }): Promise<string> {
	const root = resolve(options.cwd);
	if (!canAsk(options)) return root;
	const apps = workspaceApps(realFolder(root)).filter(
		({ frameworks }) =>
			options.framework === undefined || frameworks.some((framework) => framework === options.framework),
	);
	if (apps.length === 0) return root;
	const { chooseOne } = await import('../terminal/prompts.ts');
	return chooseOne(
		'This is the root of a workspace. Which application is it about?',
		apps.map(({ folder, names }) => ({ value: folder, label: showFolder(folder), hint: names })),
	);
}

/** What is wrong with a folder that is not there is said where the host is read. */
function realFolder(folder: string): string {
	try {
		return realpathSync(folder);
	} catch {
		return folder;
	}
}
