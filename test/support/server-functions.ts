import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The ids of a built host's server functions, as anybody finds them in its client bundle. */
export interface ServerFunctions {
	all: string[];
	/** Actions that sign in and out. */
	enter: string;
	leave: string;
	/** The query behind the guarded page. */
	secret: string;
}

/** `reference("1a2b3c4d-0")` in the bundle. */
const anyReference = /\(\s*[`"']([0-9a-f]{6,}-\d+)[`"']\s*\)/g;
/** `query(reference("1a2b3c4d-0"), "session")` in the bundle. */
const named = /\(\s*[`"']([0-9a-f]{6,}-\d+)[`"']\s*\)\s*,\s*[`"']([\w-]+)[`"']/g;

export async function serverFunctionsOf(host: string): Promise<ServerFunctions> {
	const assets = join(host, '.output/public/_build/assets');
	const scripts = (await readdir(assets)).filter((name) => name.endsWith('.js'));
	const texts = await Promise.all(scripts.map((name) => readFile(join(assets, name), 'utf8')));
	const found = texts.flatMap((text) =>
		[...text.matchAll(named)].map(([, id = '', name = '']) => ({ id, name })),
	);
	const idOf = (wanted: string) => {
		const known = found.find(({ name }) => name === wanted);
		if (!known) throw new Error(`No server function "${wanted}" among ${JSON.stringify(found)}`);
		return known.id;
	};
	return {
		all: [...new Set(texts.flatMap((text) => [...text.matchAll(anyReference)].map(([, id = '']) => id)))],
		enter: idOf('enter'),
		leave: idOf('leave'),
		secret: idOf('secret'),
	};
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

/** Arguments for `?args=`, as the client sends them: seroval's list, here of texts and flat objects, behind its length. */
export function encodeArguments(args: (string | Record<string, string>)[]): string {
	const text = (value: string) => ({ t: 1, s: value });
	const nodes = args.map((value, index) =>
		typeof value === 'string'
			? text(value)
			: { t: 10, i: index + 1, p: { k: Object.keys(value), v: Object.values(value).map(text) }, o: 0 },
	);
	const list = JSON.stringify({ t: 9, i: 0, a: nodes, o: 0 });
	return `;0x${Buffer.byteLength(list).toString(16).padStart(8, '0')};${list}`;
}
