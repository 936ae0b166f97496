import { fitAppTypes, typesFit } from '../../../edits/app-types/index.ts';
import { ifReadable } from '../../../host/files/index.ts';
import type { Host } from '../../../host/host.ts';
import { resolveServerHooks } from '../../../host/server-hooks.ts';
import { parse, syntaxError } from '../../../syntax/source.ts';
import type { Staging } from '../../changes/index.ts';
import type { Context } from '../../context.ts';

/** Declarations lie near the top of the sources; deeper ones came in with a copied library. */
const maxDepth = 6;
const maxFiles = 200;
/** Listing a folder is cheap, and a thousand of them are not. */
const maxFolders = 200;

/**
 * `App.Locals`, wherever the host declares it (`src/app.d.ts`, another declaration file, the server hooks). The runtime
 * types `locals.auth()` by itself, so there is usually nothing to do, and then there is no change either.
 */
export function stageAppTypes({ host, staging, style }: Context): void {
	const main = `${host.paths.source}/app.d.ts`;
	const hooks = resolveServerHooks(host).file;
	const others = [...declarationFiles(host), ...(hooks?.endsWith('.ts') ? [hooks] : [])];
	stageFit(staging, host, main, { fallback: style });
	// Whatever else such a file declares is not ours to know, and the hooks have an edit of their own.
	for (const path of others)
		if (path !== main && parses(host, path)) stageFit(staging, host, path, { readOnly: true });
}

function stageFit(
	staging: Staging,
	host: Host,
	path: string,
	options: Parameters<typeof fitAppTypes>[2],
): void {
	const content = host.read(path);
	if (content === undefined) return;
	const result = fitAppTypes(path, content, options);
	const isNothingToSay = result.kind === 'unchanged' && result.reason === typesFit && !result.notes;
	if (!isNothingToSay) staging.edit(path, 'goes together with the type of `locals.auth()`', () => result);
}

/** The declaration files of the sources, nearest first. */
function declarationFiles(host: Host): string[] {
	const found: string[] = [];
	let folders = [host.paths.source];
	let listed = 0;
	for (let depth = 0; depth < maxDepth && found.length < maxFiles; depth++) {
		const here = folders.slice(0, maxFolders - listed);
		listed += here.length;
		const names = here.flatMap((folder) =>
			(ifReadable(() => host.list(folder)) ?? []).map((name) => `${folder}/${name}`),
		);
		found.push(...names.filter((path) => path.endsWith('.d.ts')));
		// What has a dot is taken for a file: asking the disk about each would cost more than it finds.
		folders = names.filter((path) => !/\.|^node_modules$/.test(path.slice(path.lastIndexOf('/') + 1)));
	}
	return found.slice(0, maxFiles);
}

/** Files beside `app.d.ts` are only looked into: one that cannot be read or parsed is passed over. */
function parses(host: Host, path: string): boolean {
	const content = ifReadable(() => host.read(path));
	// Only what spells the namespace, or a module of Auth.js, is worth parsing; the parse decides.
	if (content === undefined || !/App|auth/.test(content)) return false;
	return syntaxError(parse(path, content)) === undefined;
}
