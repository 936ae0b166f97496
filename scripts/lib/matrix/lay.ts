import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { MatrixHost } from '../../../test/support/matrix.ts';
import { type LaidHost, layHost } from '../../../test/support/matrix-layout.ts';
import { dashboardSecret } from '../../../test/support/sveltekit-pages.ts';
import type { Framework } from '../attack/table.ts';
import { edit, setOrigin } from '../make-host.ts';
import { managers } from '../release/managers.ts';
import type { Cell } from './seen.ts';

export const frameworkOf = ({ host }: Cell): Framework =>
	host.fixture.startsWith('sveltekit') ? 'sveltekit' : 'solid-start';

/** A page with something to hide, in what is the same in both languages and in every generation. */
const pageOf = (host: MatrixHost, framework: Framework): [path: string, text: string] =>
	framework === 'sveltekit'
		? ['src/routes/dashboard/+page.svelte', `<p>${dashboardSecret}</p>\n`]
		: [
				`src/routes/dashboard.${host.language === 'TypeScript' ? 'tsx' : 'jsx'}`,
				`export default function Dashboard() {\n\treturn <p>${dashboardSecret}</p>;\n}\n`,
			];

/** What a manager has to be given here: see `managers`. */
const vite8 = /"vite": "\^8[^"]*"/;

/** The host of a cell as its owner has it, before its manager was there. */
export async function layCell(folder: string, cell: Cell, origin: string): Promise<LaidHost> {
	const { host, manager, layout } = cell;
	await mkdir(folder);
	const laid = layHost(folder, host.fixture, manager, layout);
	const { app, locked } = laid;
	const manifest = join(app, 'package.json');
	await write(app, ...pageOf(host, frameworkOf(cell)));
	if (host.fixture === 'sveltekit3') {
		// The starter's adapter asks the machine which platform it is, and takes none here.
		await edit(manifest, /"@sveltejs\/adapter-auto": "[^"]*"/, '"@sveltejs/adapter-node": "^6.0.1"');
		await edit(join(app, 'vite.config.ts'), "'@sveltejs/adapter-auto'", "'@sveltejs/adapter-node'");
	}
	if (host.fixture.startsWith('sveltekit3')) await setOrigin(app, origin);
	if (manager === 'npm') return laid;
	// Deno ends over the same package as Yarn.
	const { files, vite } = manager === 'deno' ? { ...managers.yarn, files: {} } : managers[manager];
	for (const [path, text] of Object.entries(files)) await write(locked, path, text);
	if (vite && vite8.test(await readFile(manifest, 'utf8'))) await edit(manifest, vite8, `"vite": "${vite}"`);
	return laid;
}

async function write(folder: string, path: string, text: string): Promise<void> {
	await mkdir(dirname(join(folder, path)), { recursive: true });
	await writeFile(join(folder, path), text);
}
