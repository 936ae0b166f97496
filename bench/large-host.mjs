import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const total = 5000;
/** Every folder has one of each: what a route and a part of the library consist of. */
const parts = {
	'+page.svelte': '<h1>Hello</h1>\n',
	'+page.server.ts': "import { a } from './a';\n\nexport const load = () => {\n\treturn { a };\n};\n",
	'a.ts': 'export const a = 1;\n',
	'b.ts': "export const b = 'two';\n",
	'types.d.ts': 'export interface A {\n\ta: string;\n}\n',
};

/**
 * Makes a project of 5,000 files in a thousand folders from the starter. `folder` must not exist.
 * @returns {Promise<number>} how many files were added
 */
export async function makeLargeHost(starter, folder) {
	await cp(starter, folder, { recursive: true });
	const files = Object.entries(parts);
	for (let index = 0; index < total / files.length; index++) {
		const part = join(folder, 'src', index % 2 ? 'lib' : 'routes', `area${index % 40}`, `part${index}`);
		await mkdir(part, { recursive: true });
		for (const [name, text] of files) await writeFile(join(part, name), text);
	}
	return total;
}
