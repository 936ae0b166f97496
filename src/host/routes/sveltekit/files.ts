/** What a file in `src/routes` is to SvelteKit, by its name (`analyze` in its `create_manifest_data`, 2 and 3 alike). */
export type RouteFile =
	/** @property breakTo segment of the layout to go on from: `''` for the root (`+page@.svelte`). */
	| { part: 'page' | 'layout'; kind: 'component'; breakTo: string | undefined }
	| { part: 'page' | 'layout'; kind: 'server' | 'universal' }
	| { part: 'endpoint' | 'error' }
	/** The build stops at it. */
	| { part: 'reserved' };

export interface Extensions {
	/** `.svelte` */
	components: string[];
	/** `.js`, `.ts` */
	modules: string[];
}

const component = /^\+(?:(page(?:@(.*))?)|(layout(?:@(.*))?)|(error))$/;
const module =
	/^\+(?:(server)|(page(?:(@[a-zA-Z0-9_-]*))?(\.server)?)|(layout(?:(@[a-zA-Z0-9_-]*))?(\.server)?))$/;

/** Undefined for a file that SvelteKit leaves alone. */
export function routeFile(name: string, { components, modules }: Extensions): RouteFile | undefined {
	if (!name.startsWith('+')) return undefined;
	// `+page.stories.svelte`, `+server.test.ts`: allowed since 3, and no page in 2 either.
	if (/\.(?:test|spec|stories)\./.test(name)) return undefined;
	const ending = [...components, ...modules].find((extension) => name.endsWith(extension));
	if (ending === undefined) return undefined;
	if (name.endsWith('.d.ts')) return undefined;
	const stem = name.slice(0, -ending.length);
	if (components.includes(ending)) {
		const found = component.exec(stem);
		if (!found) return { part: 'reserved' };
		if (found[5]) return { part: 'error' };
		return { part: found[1] ? 'page' : 'layout', kind: 'component', breakTo: found[2] ?? found[4] };
	}
	const found = module.exec(stem);
	if (!found || found[3] || found[6]) return { part: 'reserved' };
	if (found[1]) return { part: 'endpoint' };
	return { part: found[2] ? 'page' : 'layout', kind: found[4] || found[7] ? 'server' : 'universal' };
}

/** A route's id as people type it: without groups, with the characters that escapes stand for. */
export function pathOf(id: string): string {
	const segments = id.split('/').filter((segment) => segment !== '' && !/^\([^)]+\)$/.test(segment));
	return `/${segments.map(unescaped).join('/')}`;
}

/** `[x+2e]well-known` is `.well-known`, `[u+d83e-dd21]` a character of two code units. */
export function unescaped(segment: string): string {
	return segment.replace(/\[[xu]\+([0-9a-f-]+)\]/gi, (text, codes: string) => {
		const points = codes.split('-').map((code) => Number.parseInt(code, 16));
		return points.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : text;
	});
}
