import type { Host, HostPath } from './host.ts';

export interface ServerHooks {
	/** The file that SvelteKit loads, or undefined where there is none. */
	file: HostPath | undefined;
	/** Two files of which SvelteKit takes whichever the folder lists first: show both and refuse (host-shapes.md, H21). */
	clash?: [HostPath, HostPath];
}

const extensions = ['.js', '.ts'];

/**
 * Resolves `files.hooks.server` as SvelteKit's `resolve_entry` does: the exact file, `index` in a folder of that
 * name, then the name with an extension. A second hooks file beside the first one is how other tools leave auth
 * silently unmounted.
 */
export function resolveServerHooks(host: Pick<Host, 'paths' | 'list'>): ServerHooks {
	return resolveEntry(host, host.paths.serverHooks);
}

/**
 * One sentence for each file that looks like the server hooks and is not loaded (docs/host-shapes.md, H22): in the
 * library folder, and in the root, where other tools put it.
 */
export function misplacedHooks(host: Pick<Host, 'paths' | 'list'>): string[] {
	const { file } = resolveServerHooks(host);
	const places = [host.paths.lib, ''].flatMap((folder) => present(host, folder, 'hooks.server'));
	return places
		.filter((place) => place !== file)
		.map((place) => `SvelteKit does not load ${place}: it looks for ${host.paths.serverHooks}.{js,ts}.`);
}

/**
 * The hooks in SvelteKit's default place, of a host whose `files.hooks.server` names another one where nothing is
 * (docs/host-shapes.md, H20): SvelteKit runs neither.
 */
export function strandedHooks(host: Pick<Host, 'paths' | 'list'>): HostPath | undefined {
	if (resolveServerHooks(host).file !== undefined) return undefined;
	return present(host, host.paths.source, 'hooks.server')[0];
}

/** `src/hooks.ts`: for `reroute` and `transport`, which run in the browser too. A `handle` there never runs. */
export const sharedHooks = (host: Pick<Host, 'paths' | 'list'>): HostPath[] =>
	present(host, host.paths.source, 'hooks');

const present = (host: Pick<Host, 'list'>, folder: HostPath, name: string): HostPath[] =>
	extensions
		.map((extension) => name + extension)
		.filter((file) => host.list(folder).includes(file))
		.map((file) => (folder === '' ? file : `${folder}/${file}`));

function resolveEntry(host: Pick<Host, 'list'>, entry: HostPath): ServerHooks {
	const slash = entry.lastIndexOf('/');
	const folder = entry.slice(0, Math.max(slash, 0));
	const base = entry.slice(slash + 1);
	const beside = host.list(folder);
	if (beside.includes(base)) {
		const inside = host.list(entry);
		const index = extensions.filter((extension) => inside.includes(`index${extension}`));
		if (index.length > 0) return result(index.map((extension) => `${entry}/index${extension}`));
		// A folder named exactly `hooks.server`, without index, is none; a file is.
		if (inside.length === 0 && /\.[jt]s$/.test(base)) return { file: entry };
	}
	const named = extensions.filter((extension) => beside.includes(base + extension));
	return result(named.map((extension) => entry + extension));
}

const result = ([first, second]: HostPath[]): ServerHooks =>
	first !== undefined && second !== undefined ? { file: first, clash: [first, second] } : { file: first };
