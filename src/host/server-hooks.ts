import type { Host, HostPath } from './host.ts';

export interface ServerHooks {
	/** The file that SvelteKit loads, or undefined where there is none. */
	file: HostPath | undefined;
	/** Two files of which SvelteKit takes whichever the folder lists first: show both and refuse (H21). */
	clash?: [HostPath, HostPath];
}

const extensions = ['.js', '.ts'];

/**
 * Resolves `files.hooks.server` as SvelteKit's `resolve_entry` does: the exact file, `index` in a folder of that
 * name, then the name with an extension. A second hooks file beside the first one is how other tools leave auth
 * silently unmounted (cli-anchors 1.4).
 */
export function resolveServerHooks(host: Pick<Host, 'paths' | 'list'>): ServerHooks {
	return resolveEntry(host, host.paths.serverHooks);
}

/** One sentence for each file that looks like the server hooks and is not loaded (H22: `src/lib/hooks.server.ts`). */
export function misplacedHooks(host: Pick<Host, 'paths' | 'list'>): string[] {
	return extensions
		.map((extension) => `${host.paths.lib}/hooks.server${extension}`)
		.filter((file) => host.list(host.paths.lib).includes(file.slice(host.paths.lib.length + 1)))
		.filter((file) => file !== resolveServerHooks(host).file)
		.map((file) => `SvelteKit does not load ${file}: it looks for ${host.paths.serverHooks}.{js,ts}.`);
}

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
