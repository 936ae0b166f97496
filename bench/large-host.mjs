import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Every folder has one of each: what a route and a part of the library consist of. */
const parts = {
	'+page.svelte': '<h1>Hello</h1>\n',
	'+page.server.ts': "import { a } from './a';\n\nexport const load = () => {\n\treturn { a };\n};\n",
	'a.ts': 'export const a = 1;\n',
	'b.ts': "export const b = 'two';\n",
	'types.d.ts': 'export interface A {\n\ta: string;\n}\n',
};

/**
 * Makes a project of so many files, five to a folder, from the starter. `folder` must not exist.
 */
export async function makeLargeHost(starter, folder, total) {
	await cp(starter, folder, { recursive: true });
	const files = Object.entries(parts);
	for (let index = 0; index < total / files.length; index++) {
		const part = join(folder, 'src', index % 2 ? 'lib' : 'routes', `area${index % 40}`, `part${index}`);
		await mkdir(part, { recursive: true });
		for (const [name, text] of files) await writeFile(join(part, name), text);
	}
}
