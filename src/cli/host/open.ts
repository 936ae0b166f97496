import type { Host } from '../../host/host.ts';
import { readHost } from '../../host/index.ts';
import type { CommonOptions } from '../command/common.ts';
import { paint, say } from '../terminal/output.ts';
import { chooseApp } from './choose-app.ts';
import { recoverFirst } from './recovery.ts';

/**
 * The host of a command that works on sign-in as it is set up, with its warnings told.
 * @throws AuthgraftError whatever keeps it from being read.
 */
export async function openHost(options: CommonOptions): Promise<Host> {
	const root = await chooseApp(options);
	await recoverFirst(root, options);
	const host = await readHost(root);
	for (const warning of host.warnings) say(`${paint('yellow', 'Note:')} ${warning}`);
	return host;
}
