import type { Framework } from './table.ts';

/** More than any application under attack has; a page that links without end has to end somewhere. */
const mostFiles = 3_000;
const atOnce = 8;

/**
 * The functions that browsers call by an address of their own, as anybody finds them: by reading the scripts that the
 * pages load. One record a function, with what the rows of a table call its parts.
 *
 * @param pages paths whose HTML names the first scripts
 */
export async function discoverFunctions(
	origin: string,
	framework: Framework,
	pages: readonly string[] = ['/'],
): Promise<Record<string, string>[]> {
	const scripts = await readScripts(origin, pages);
	const find = framework === 'sveltekit' ? remoteFunctions : serverFunctions;
	const found = scripts.flatMap(find);
	const keys = found.map((one) => JSON.stringify(one));
	return found.filter((_, index) => keys.indexOf(keys[index] as string) === index);
}

/** `query("1kat26t/getSecret")`, but not `"text/html"`. */
function remoteFunctions(script: string): Record<string, string>[] {
	const ids = [...script.matchAll(/["'`]([a-z0-9]{4,14}\/[A-Za-z_$][\w$]*)["'`]/g)].map(([, id = '']) => id);
	const isType = (id: string) =>
		/^(application|audio|font|image|message|model|multipart|text|video)\//.test(id);
	return ids.filter((id) => !isType(id)).map((id) => ({ function: id }));
}

/** SolidStart 2 has `("1a2b3c4d-0")`; SolidStart 1 `,"src_vault_ts--getSecret_query","/src/vault.ts?…")`. */
function serverFunctions(script: string): Record<string, string>[] {
	const second = [...script.matchAll(/\(\s*[`"']([0-9a-f]{6,}-\d+)[`"']\s*\)/g)].map(([, id = '']) =>
		called(2, id, `id=${id}`, id),
	);
	const first = [...script.matchAll(/,\s*[`"']([^`"'\s]+--[\w$]+)[`"']\s*,\s*[`"']([^`"']+)[`"']\s*\)/g)].map(
		([, id = '', name = '']) =>
			called(1, id, String(new URLSearchParams({ id, name })), encodeURIComponent(`${id}#${name}`)),
	);
	return [...second, ...first];
}

const called = (major: number, id: string, query: string, header: string) => ({
	function: id,
	'function:query': query,
	'function:header': header,
	'function:args': encodeURIComponent(argument('/', major)),
});

/** One text as the argument of a server function, in seroval's writing; SolidStart 2 sends pieces behind their length. */
function argument(text: string, major: number): string {
	const list = { t: 9, i: 0, a: [{ t: 1, s: text }], o: 0 };
	if (major === 1) return JSON.stringify({ t: list, f: 95, m: [] });
	const piece = JSON.stringify(list);
	return `;0x${Buffer.byteLength(piece).toString(16).padStart(8, '0')};${piece}`;
}

/** Every script that the pages lead to, one after the other. */
async function readScripts(origin: string, pages: readonly string[]): Promise<string[]> {
	const known = new Set<string>();
	const texts: string[] = [];
	let wave = pages.map((page) => new URL(page, origin).href);
	while (wave.length > 0 && known.size < mostFiles) {
		const next: string[] = [];
		while (wave.length > 0) {
			const some = wave.splice(0, atOnce);
			for (const { url, text, isScript } of await Promise.all(some.map(read))) {
				if (isScript) texts.push(text);
				next.push(...scriptsIn(url, text));
			}
		}
		wave = [...new Set(next)].filter(
			(url) => new URL(url).origin === new URL(origin).origin && !known.has(url),
		);
		for (const url of wave) known.add(url);
	}
	return texts;
}

/** Paths are relative to the script, or (in Vite's list of what to preload) to the folder of the build. */
function scriptsIn(url: string, text: string): string[] {
	const folder = /^.*?\/_build\//.exec(url)?.[0] ?? new URL('/_build/', url).href;
	return [...text.matchAll(/["'`(=]([^"'`()\s<>=]+\.m?js)(?=["'`)?\s>])/g)].flatMap(([, path = '']) =>
		[url, folder].flatMap((base) => (URL.canParse(path, base) ? [new URL(path, base).href] : [])),
	);
}

async function read(url: string): Promise<{ url: string; text: string; isScript: boolean }> {
	try {
		const response = await fetch(url, { signal: AbortSignal.timeout(10_000) });
		const isScript = /javascript/.test(response.headers.get('content-type') ?? '');
		const text = await response.text();
		return {
			url,
			text: isScript || text.startsWith('<') || /html/.test(text.slice(0, 200)) ? text : '',
			isScript,
		};
	} catch {
		return { url, text: '', isScript: false };
	}
}
