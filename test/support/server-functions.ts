import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A server function as a stranger may call it. */
export interface ServerFunction {
	/** Behind `/_server?`. */
	query: string;
	/** `X-Server-Id` */
	header: string;
}

/** The server functions of a built host, as anybody finds them in its client bundle. */
export interface ServerFunctions {
	all: ServerFunction[];
	/** Actions that sign in and out. */
	enter: ServerFunction;
	leave: ServerFunction;
	/** The query behind the guarded page. */
	secret: ServerFunction;
	/** Arguments for `?args=`, as this major's client writes them. */
	encode(args: Arguments): string;
}

/** What stands in the bundle: `("1a2b3c4d-0")`; SolidStart 1 has `,"src_vault_ts--getSecret_query","/src/vault.ts?…")`. */
const references: Record<number, RegExp> = {
	1: /,\s*[`"'](?<id>\w+--\w+)[`"']\s*,\s*[`"'](?<file>[^`"']+)[`"']\s*\)/g,
	2: /\(\s*[`"'](?<id>[0-9a-f]{6,}-\d+)[`"']\s*\)/g,
};

export async function serverFunctionsOf(host: string, major = 2): Promise<ServerFunctions> {
	const assets = join(host, '.output/public/_build/assets');
	const scripts = (await readdir(assets)).filter((name) => name.endsWith('.js'));
	const texts = await Promise.all(scripts.map((name) => readFile(join(assets, name), 'utf8')));
	const found = texts.flatMap((text) =>
		[...text.matchAll(references[major] as RegExp)].map((match) => ({
			...called(match.groups?.id ?? '', match.groups?.file),
			name: nameOf(text, match),
		})),
	);
	const all = found.filter((one, index) => found.findIndex(({ query }) => query === one.query) === index);
	const named = (wanted: string): ServerFunction => {
		const known = found.find(({ name }) => name === wanted);
		const one = all.find(({ query }) => query === known?.query);
		if (!one) throw new Error(`No server function "${wanted}" among ${JSON.stringify(found)}`);
		return one;
	};
	const encode = (args: Arguments) => encodeArguments(args, major);
	return { all, enter: named('enter'), leave: named('leave'), secret: named('secret'), encode };
}

function called(id: string, file: string | undefined): ServerFunction {
	if (file === undefined) return { query: `id=${id}`, header: id };
	const query = String(new URLSearchParams({ id, name: file }));
	return { query, header: encodeURIComponent(`${id}#${file}`) };
}

/** Of `query(reference, "session")`, or of SolidStart 1's `const a = make(() => {}, reference), b = query(a, "session")`. */
function nameOf(text: string, { 0: match, index }: RegExpMatchArray): string | undefined {
	const behind = text.slice((index ?? 0) + match.length);
	const direct = /^\s*,\s*[`"']([\w-]+)[`"']/.exec(behind)?.[1];
	const variable = /([\w$]+)\s*=\s*[\w$]+\(\s*\(\)\s*=>\s*\{\s*\}\s*$/.exec(text.slice(0, index))?.[1];
	if (direct !== undefined || variable === undefined) return direct;
	const use = new RegExp(`\\(\\s*${variable.replaceAll('$', '\\$')}\\s*,\\s*[\`"']([\\w-]+)[\`"']`);
	return use.exec(behind)?.[1];
}

/** Every file of a built host that anybody can load, as text. */
export async function publicFilesOf(host: string): Promise<string> {
	const folder = join(host, '.output/public');
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile());
	return (
		await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')))
	).join('\n');
}

type Arguments = (string | Record<string, string>)[];

/** For `?args=`, as the client sends them: seroval's list, here of texts and flat objects. */
function encodeArguments(args: Arguments, major: number): string {
	const text = (value: string) => ({ t: 1, s: value });
	const nodes = args.map((value, index) =>
		typeof value === 'string'
			? text(value)
			: { t: 10, i: index + 1, p: { k: Object.keys(value), v: Object.values(value).map(text) }, o: 0 },
	);
	const list = { t: 9, i: 0, a: nodes, o: 0 };
	// SolidStart 1 sends the whole document, SolidStart 2 a stream of one piece behind its length.
	if (major === 1) return JSON.stringify({ t: list, f: 95, m: [] });
	const piece = JSON.stringify(list);
	return `;0x${Buffer.byteLength(piece).toString(16).padStart(8, '0')};${piece}`;
}
