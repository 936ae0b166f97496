import { importedAs } from '../../syntax/imports.ts';
import { freeName } from '../../syntax/names.ts';
import { findProperty } from '../../syntax/objects.ts';
import type { Source, Style } from '../../syntax/source.ts';
import type { EditResult } from '../splice/edit.ts';
import { addImports } from '../splice/imports.ts';
import { insertItems, listOf } from '../splice/list.ts';
import { refuse, transform } from '../splice/transform.ts';
import { findAuthConfig } from './find.ts';
import { placeBefore } from './place.ts';

/** What says the base path of the application when it runs. */
export interface BaseRequest {
	/** An expression, `import.meta.env.BASE_URL`, or the function or constant of that name in `$app/paths`. */
	from: { expression: string } | { export: 'base' | 'resolve' };
	/** The export that another module takes the configuration from. */
	name?: string;
	fallback?: Style;
}

const paths = '$app/paths';

/** Gives the configuration of sign-in the `base` of the application. One that has any is left alone. */
export function addBase(path: string, content: string, request: BaseRequest): EditResult {
	const { from, name, fallback } = request;
	const snippet =
		'expression' in from
			? `{ base: ${from.expression}, ... }`
			: `import { ${from.export} } from '${paths}';\n\n{ ${from.export === 'base' ? 'base' : 'base: resolve'}, ... }`;
	return transform(path, content, { snippet, ...(fallback ? { fallback } : {}) }, (source) => {
		const config = findAuthConfig(source.ast, name);
		if (config.kind === 'unclear') return refuse(config, snippet);
		if (config.kind === 'none') return refuse('configures no sign-in', snippet);
		if (config.kind === 'elsewhere')
			return refuse(`takes its configuration from \`${config.module}\``, snippet);
		const { object } = config;
		const found = findProperty(object, 'base');
		if (found.kind === 'unclear') return refuse(found, snippet);
		if (found.kind === 'found') return { kind: 'unchanged', reason: 'the base path is there already' };
		const items = object.getProperties();
		const { text, imports } = written(source, from);
		const index = placeBefore(items, ['basePath', 'prefix', 'pages', 'adapter', 'providers']);
		return [...imports, ...insertItems(source, listOf(object, items, ' '), index, [text])];
	});
}

function written(source: Source, from: BaseRequest['from']) {
	if ('expression' in from) return { text: `base: ${from.expression}`, imports: [] };
	const present = importedAs(source, paths, from.export);
	const local = present ?? freeName(source, from.export, from.export === 'base' ? 'appBase' : 'resolvePath');
	const wanted = { module: paths, name: from.export, as: local };
	return {
		text: local === 'base' ? local : `base: ${local}`,
		imports: present === undefined ? addImports(source, [wanted]) : [],
	};
}
