import { findLoad } from '../../syntax/functions.ts';
import { freeName, isTaken } from '../../syntax/names.ts';
import type { Source, Style } from '../../syntax/source.ts';
import { unclear } from '../../syntax/unclear.ts';
import type { EditResult } from '../splice/edit.ts';
import type { WantedImport } from '../splice/imports.ts';
import { refuse, transform } from '../splice/transform.ts';
import { newLoad } from './new-load.ts';

/** How the host's endpoints are found by its client. */
export interface ClientPlace {
	/** What `$app/paths` exports for the base: `base`, and `resolve` where that is gone. */
	base: 'base' | 'resolve';
	/** Of the auth endpoints, where it is not the runtime's default. */
	basePath: string | undefined;
}

export const clientModule = '@authgraft/runtime/sveltekit/client';

/** `createClient({ base: resolve, basePath: '/login' })` */
export function clientCall(
	{ base, basePath }: ClientPlace,
	callee = 'createClient',
	local: string = base,
): string {
	const properties = [
		local === 'base' ? 'base' : `base: ${local}`,
		...(basePath === undefined ? [] : [`basePath: '${basePath}'`]),
	];
	return `${callee}({ ${properties.join(', ')} })`;
}

/**
 * Adds a universal `load` to the root layout that asks for the session in the browser where a page was made while
 * building. Refuses a layout that has a `load`: what its pages get is for its owner to say.
 * @param typed the file is TypeScript: the `load` gets its type.
 */
export function addPageSession(
	path: string,
	content: string,
	options: ClientPlace & { typed: boolean; fallback?: Style },
): EditResult {
	const snippet = 'session: await pageSession(data.session)';
	const frame = { snippet, ...(options.fallback ? { fallback: options.fallback } : {}) };
	return transform(path, content, frame, (source) => {
		if (isTaken(source, 'pageSession'))
			return { kind: 'unchanged', reason: 'the root layout asks for the session already' };
		const found = findLoad(source.ast);
		if (found.kind !== 'none') return refuse(unclear('has a `load` of its own'), snippet);
		const callee = freeName(source, 'createClient', 'createAuthClient');
		const base = baseName(source, options.base);
		const load = {
			imports: [imported(clientModule, 'createClient', callee), ...base.imports],
			before: [`const { pageSession } = ${clientCall(options, callee, base.name)}`],
			parameter: 'data',
			result: '{ ...data, session: await pageSession(data.session) }',
		};
		return newLoad(source, 'LayoutLoad', load, options.typed);
	});
}

const imported = (module: string, name: string, as: string): WantedImport => ({
	...{ module, name },
	...(as === name ? {} : { as }),
});

/** The local name of what `$app/paths` exports, imported where it is not yet. */
function baseName(source: Source, name: string): { name: string; imports: WantedImport[] } {
	const module = '$app/paths';
	const present = source.ast
		.getImportDeclarations()
		.filter((one) => one.getModuleSpecifierValue() === module && !one.isTypeOnly())
		.flatMap((one) => one.getNamedImports())
		.find((one) => one.getName() === name && !one.isTypeOnly());
	if (present) return { name: present.getAliasNode()?.getText() ?? name, imports: [] };
	const local = freeName(source, name, `${name}Path`);
	return { name: local, imports: [imported(module, name, local)] };
}
