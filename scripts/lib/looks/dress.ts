import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { edit } from '../make-host.ts';
import { type Dress, sheets } from './sheets.ts';

/**
 * Of all that are no plain ones: what is only installed styles nothing, and hosts with the same packages can share them.
 * In releases that are tried here.
 */
const packages = { tailwindcss: '^4.3.0', '@tailwindcss/vite': '^4.3.0', daisyui: '^5.8.0' };

/**
 * Styles a project that a starter has just made, as its owner would: packages, a style sheet for every page, dark where the
 * system is dark. Installs nothing.
 */
export async function dressHost(
	folder: string,
	framework: 'sveltekit' | 'solid-start',
	dress: Dress,
): Promise<void> {
	if (dress !== 'plain') {
		const file = join(folder, 'package.json');
		const manifest = JSON.parse(await readFile(file, 'utf8'));
		manifest.devDependencies = { ...manifest.devDependencies, ...packages };
		await writeFile(file, `${JSON.stringify(manifest, null, '\t')}\n`);
		await addPlugin(join(folder, 'vite.config.ts'));
	}
	await (framework === 'sveltekit' ? dressSvelteKit : dressSolidStart)(folder, sheets[dress]);
	if (dress === 'shadcn') await addComponents(folder);
}

async function addPlugin(config: string): Promise<void> {
	await edit(config, /^/, "import tailwindcss from '@tailwindcss/vite';\n");
	await edit(config, 'plugins: [', 'plugins: [tailwindcss(), ');
}

async function dressSvelteKit(folder: string, sheet: string): Promise<void> {
	await writeFile(join(folder, 'src/app.css'), sheet);
	const layout = join(folder, 'src/routes/+layout.svelte');
	await edit(layout, '<script lang="ts">\n', `<script lang="ts">\n\timport '../app.css';\n`);
	await edit(layout, '{@render children()}', '<main>{@render children()}</main>');
	// What switches by a class needs somebody who sets it; before the page is drawn, as such scripts do.
	if (/^\.dark\b/m.test(sheet)) await edit(join(folder, 'src/app.html'), '</head>', `${switcher}\n</head>`);
}

async function dressSolidStart(folder: string, sheet: string): Promise<void> {
	await writeFile(join(folder, 'src/app.css'), sheet);
	const app = join(folder, 'src/app.tsx');
	await edit(app, /^/, 'import "./app.css";\n');
	await edit(app, '<a href="/">Index</a>', '<nav><a href="/">Index</a>{" "}');
	await edit(app, '<a href="/about">About</a>', '<a href="/about">About</a></nav>');
	await edit(
		app,
		'<Suspense>{props.children}</Suspense>',
		'<main><Suspense>{props.children}</Suspense></main>',
	);
}

const switcher = `<script>
	const dark = matchMedia('(prefers-color-scheme: dark)');
	const follow = () => document.documentElement.classList.toggle('dark', dark.matches);
	follow();
	dark.addEventListener('change', follow);
</script>`;

/** By what `add-accounts` knows shadcn-svelte: its components themselves are not used by our pages. */
async function addComponents(folder: string): Promise<void> {
	const config = {
		$schema: 'https://shadcn-svelte.com/schema.json',
		aliases: { components: '$lib/components', ui: '$lib/components/ui' },
	};
	await writeFile(join(folder, 'components.json'), `${JSON.stringify(config, null, '\t')}\n`);
	for (const name of ['button', 'input', 'label']) {
		const path = join(folder, `src/lib/components/ui/${name}/index.ts`);
		await mkdir(dirname(path), { recursive: true });
		await writeFile(path, 'export {};\n');
	}
}
