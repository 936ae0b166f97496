import { describe, expect, test } from 'vitest';
import type { Host } from '../../host/host.ts';
import { darkOf } from './dark.ts';
import { type Look, lookOf } from './index.ts';
import { hostOf, withFiles } from './pages.testing.ts';

/** A host that has these files and packages besides. */
async function hostWith(
	files: Record<string, string>,
	packages: Record<string, string> = { tailwindcss: '^4.1.0' },
	name = 'sveltekit2',
): Promise<Host> {
	const host = await hostOf(name);
	const manifest = { ...host.manifest, devDependencies: { ...host.manifest.devDependencies, ...packages } };
	return withFiles(host, files, { manifest });
}

const layout = { 'src/routes/+layout.svelte': `<script>\n\timport '../app.css';\n</script>\n` };
const four = { ...layout, 'src/app.css': `@import 'tailwindcss';\n` };
const three = {
	...layout,
	'src/app.css': '@tailwind base;\n@tailwind components;\n@tailwind utilities;\n',
	'tailwind.config.js': `export default { content: ['./src/**/*.{html,js,svelte,ts}'] };\n`,
};
const components = (aliases: object) =>
	JSON.stringify({ $schema: 'https://shadcn-svelte.com/schema.json', aliases });
const parts = (folder: string) =>
	Object.fromEntries(['button', 'input', 'label'].map((name) => [`${folder}/${name}/index.js`, '']));
const daisy = { tailwindcss: '^4.1.0', daisyui: '^5.0.0' };

describe('lookOf', () => {
	test.each<[string, Look, Record<string, string>, Record<string, string>?]>([
		['no Tailwind', 'plain', {}, {}],
		['Tailwind 4', 'tailwind', four],
		[
			'Tailwind 4 by its parts',
			'tailwind',
			{ ...four, 'src/app.css': '@import "tailwindcss/utilities" layer(utilities);' },
		],
		[
			'a style sheet that imports Tailwind',
			'tailwind',
			{ ...four, 'src/app.css': `@import './tw.css';`, 'src/tw.css': `@import "tailwindcss";` },
		],
		[
			'Tailwind 4 that renames its classes',
			'plain',
			{ ...four, 'src/app.css': `@import 'tailwindcss' prefix(tw);` },
		],
		[
			'Tailwind 4 that looks elsewhere',
			'plain',
			{ ...four, 'src/app.css': `@import 'tailwindcss' source('../ui');` },
		],
		['Tailwind in a comment', 'plain', { ...four, 'src/app.css': `/* @import 'tailwindcss'; */` }],
		['a style sheet that no layout imports', 'plain', { 'src/app.css': `@import 'tailwindcss';` }],
		['the package alone', 'plain', {}],
		['Tailwind 3', 'tailwind', three],
		[
			'Tailwind 3 that renames its classes',
			'plain',
			{
				...three,
				'tailwind.config.js': `export default { prefix: 'tw-', content: ['./src/**/*.{svelte,ts,js}'] };`,
			},
		],
		[
			'Tailwind 3 that looks into components alone',
			'plain',
			{ ...three, 'tailwind.config.js': `export default { content: ['./src/**/*.svelte'] };` },
		],
		['Tailwind 3 without a config', 'plain', { ...three, 'tailwind.config.js': '' }],
		['daisyUI 5', 'daisyui', { ...four, 'src/app.css': `@import 'tailwindcss';\n@plugin "daisyui";` }, daisy],
		[
			'daisyUI 5 with options',
			'daisyui',
			{ ...four, 'src/app.css': `@import 'tailwindcss';\n@plugin "daisyui" {\n\tthemes: light, dark;\n}` },
			daisy,
		],
		[
			'daisyUI 5 that renames its classes',
			'tailwind',
			{ ...four, 'src/app.css': `@import 'tailwindcss';\n@plugin "daisyui" {\n\tprefix: d-;\n}` },
			daisy,
		],
		['daisyUI that is only installed', 'tailwind', four, daisy],
		[
			'daisyUI 4',
			'daisyui',
			{
				...three,
				'tailwind.config.js': `import daisyui from 'daisyui';\nexport default { content: ['./src/**/*.{svelte,ts,js}'], plugins: [daisyui] };`,
			},
			daisy,
		],
		[
			'shadcn-svelte',
			'shadcn',
			{
				...four,
				'components.json': components({ ui: '$lib/components/ui' }),
				...parts('src/lib/components/ui'),
			},
		],
		[
			'shadcn-svelte with nothing but components',
			'shadcn',
			{ ...four, 'components.json': components({ components: '$lib/parts' }), ...parts('src/lib/parts/ui') },
		],
		[
			'shadcn-svelte without its parts',
			'tailwind',
			{ ...four, 'components.json': components({ ui: '$lib/components/ui' }) },
		],
		[
			'shadcn of another framework',
			'tailwind',
			{
				...four,
				'components.json': JSON.stringify({
					$schema: 'https://ui.shadcn.com/schema.json',
					aliases: { ui: '$lib/components/ui' },
				}),
				...parts('src/lib/components/ui'),
			},
		],
		['a components.json that does not parse', 'tailwind', { ...four, 'components.json': '{' }],
	])('%s: %s', async (_, look, files, packages) => {
		expect(lookOf(await hostWith(files, packages))).toBe(look);
	});

	test('SolidStart: what app.tsx imports', async () => {
		const files = { 'src/app.tsx': `import './app.css';\n`, 'src/app.css': '@import "tailwindcss";\n' };
		expect(lookOf(await hostWith(files, { tailwindcss: '^4.1.0' }, 'solidstart2'))).toBe('tailwind');
	});
});

describe('darkOf', () => {
	test.each([
		['a host that is always light', '', { selector: undefined, media: false, variant: false }],
		['a class', '.dark { color: white }', { selector: '.dark', media: false, variant: false }],
		[
			'an attribute',
			'[data-theme="dark"] { color: white }',
			{ selector: "[data-theme='dark']", media: false, variant: false },
		],
		[
			'the system',
			'@media (prefers-color-scheme: dark) { body { background: black } }',
			{ selector: undefined, media: true, variant: false },
		],
		[
			'the system, said by color-scheme',
			':root { color-scheme: light dark } @media (prefers-color-scheme: dark) {}',
			{ selector: undefined, media: false, variant: false },
		],
		[
			'a variant of Tailwind',
			`@import 'tailwindcss';\n@custom-variant dark (&:where(.dark, .dark *));`,
			{ selector: '.dark', media: false, variant: true },
		],
	])('%s', async (_, css, dark) => {
		expect(darkOf(await hostWith({ ...layout, 'src/app.css': css }))).toEqual(dark);
	});
});
