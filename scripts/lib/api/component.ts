import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** svelte2tsx comes with svelte-package, which makes the declarations of components with it. */
const ofSveltePackage = createRequire(
	createRequire(import.meta.url).resolve('@sveltejs/package/package.json'),
);

/** What the text of every component refers to. */
export const componentShims = ofSveltePackage.resolve('svelte2tsx/svelte-shims-v4.d.ts');

/**
 * A Svelte component as TypeScript: a module with the component as its default export.
 *
 * @param file the `.svelte` file
 */
export function componentSource(file: string): string {
	const { svelte2tsx } = ofSveltePackage('svelte2tsx');
	const text = readFileSync(file, 'utf8');
	return svelte2tsx(text, { filename: file, isTsFile: true, mode: 'dts', version: '5.0.0' }).code;
}
