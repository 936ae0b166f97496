import { ts } from 'ts-morph';
import { nameOf, unwrapped } from '../../syntax/tree/nodes.ts';
import type { HostPath } from '../host.ts';
import type { Sources } from './sources.ts';

/*
 * Lists and maps of a config, which `host/config` does not read. They are looked for by their name, anywhere in the
 * file: a value that belongs to another plugin adds a file ending or an alias that nothing has, and does no harm.
 */

/** Strings of all arrays under a key: `extensions: ['.svelte', '.svx']`. What is computed is noted. */
export function listOption(sources: Sources, name: string): string[] {
	return valuesOf(sources, name).flatMap(({ file, value }) => {
		if (ts.isArrayLiteralExpression(value) && value.elements.every(ts.isStringLiteralLike))
			return value.elements.map((element) => (element as ts.StringLiteralLike).text);
		sources.note(`${name} in ${file} is computed: files with other endings than the usual are not seen.`);
		return [];
	});
}

/** Keys and folders of all objects under a key: `alias: { '@': './src', $ui: path.resolve('src/ui') }`. */
export function mapOption(sources: Sources, name: string): [key: string, path: string][] {
	return valuesOf(sources, name).flatMap(({ value }) => {
		if (!ts.isObjectLiteralExpression(value)) return [];
		return value.properties.flatMap((property): [string, string][] => {
			const key = nameOf(property.name);
			const path = ts.isPropertyAssignment(property) ? pathIn(property.initializer) : undefined;
			return key !== undefined && path !== undefined ? [[key, path]] : [];
		});
	});
}

/** The objects under a key: `prerender: { routes: ['/about'] }`. */
export const objectOption = (sources: Sources, name: string): ts.ObjectLiteralExpression[] =>
	valuesOf(sources, name)
		.map(({ value }) => value)
		.filter(ts.isObjectLiteralExpression);

function valuesOf(sources: Sources, name: string): { file: HostPath; value: ts.Expression }[] {
	const { host } = sources;
	// SvelteKit 2 reads its own config, and aliases may stand in Vite's besides.
	const files = new Set([host.configFile, ...host.list('').filter((file) => configName.test(file))]);
	return [...files].flatMap((file) => {
		if (file === undefined || !sources.text(file)?.includes(name)) return [];
		const source = sources.parse(file);
		const values: ts.Expression[] = [];
		const visit = (node: ts.Node): void => {
			if (ts.isPropertyAssignment(node) && nameOf(node.name) === name)
				values.push(unwrapped(node.initializer));
			ts.forEachChild(node, visit);
		};
		if (source) visit(source);
		return values.map((value) => ({ file, value }));
	});
}

const configName = /^(?:vite|svelte|app)\.config\.[cm]?[jt]s$/;

/** `'./src/ui'`, `path.resolve('./src/ui')`, `join(__dirname, 'src', 'ui')`, `fileURLToPath(new URL('./src/ui', import.meta.url))` */
function pathIn(node: ts.Expression): string | undefined {
	const value = unwrapped(node);
	if (ts.isStringLiteralLike(value)) return value.text;
	if (!ts.isCallExpression(value) && !ts.isNewExpression(value)) return undefined;
	const parts = (value.arguments ?? []).flatMap((argument) => pathIn(argument) ?? []);
	return parts.length > 0 ? parts.join('/') : undefined;
}
