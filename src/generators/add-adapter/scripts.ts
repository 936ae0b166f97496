import { shellWord } from '../../host/files/shell.ts';
import type { Host } from '../../host/host.ts';
import { isObject, strings } from '../../host/packages/manifest.ts';

/** The scripts of package.json. */
function scriptsOf({ manifest }: Host): Record<string, string> {
	const value: unknown = JSON.parse(manifest.text.replace(/^\uFEFF/, ''));
	return isObject(value) ? strings(value.scripts) : {};
}

/** How a script is run: `npm run db:push`. */
export const runScript = ({ packageManager }: Host, name: string): string =>
	packageManager === 'deno' ? `deno task ${shellWord(name)}` : `${packageManager} run ${shellWord(name)}`;

/** How the script of the host is run that does something. */
export function scriptWith(host: Host, text: RegExp): string | undefined {
	const found = Object.entries(scriptsOf(host)).find(([, command]) => text.test(command));
	return found && runScript(host, found[0]);
}

/** Whether a script may be added under a name, or is there with just that command. */
export function isFreeScript(host: Host, name: string, command: string): boolean {
	const present = scriptsOf(host)[name];
	return present === undefined || present === command;
}
