import { ts } from 'ts-morph';
import { type Exported, type Exports, exportsOf } from '../../syntax/tree/exports.ts';
import { nameOf } from '../../syntax/tree/nodes.ts';
import type { HostPath } from '../host.ts';
import type { PageOption } from './route.ts';
import type { Sources } from './sources.ts';

/** What a `+page`, `+layout` or `+server` module exports, as far as it concerns the router. */
export interface ModuleFacts {
	options: Partial<Record<OptionName, PageOption>>;
	/** Exports a `load`, or may do so. */
	load: boolean;
	actions: string[];
	actionsComputed: boolean;
	methods: string[];
	methodsComputed: boolean;
}

export type OptionName = 'prerender' | 'ssr' | 'csr';

export const httpMethods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'];

const optionNames: OptionName[] = ['prerender', 'ssr', 'csr'];

const nothing: ModuleFacts = {
	options: {},
	load: false,
	actions: [],
	actionsComputed: false,
	methods: [],
	methodsComputed: false,
};

/** Of a file that cannot be read: it may export anything. */
const anything: ModuleFacts = {
	options: { prerender: 'computed', ssr: 'computed', csr: 'computed' },
	load: true,
	actions: [],
	actionsComputed: true,
	methods: [],
	methodsComputed: true,
};

/** Words without which a module has nothing for us, in any spelling: an escape may spell each of them. */
const ourWords = /\\|export\s*\*|\b(?:prerender|ssr|csr|load|actions|fallback|[A-Z]{3,7})\b/;

export function readModule(sources: Sources, path: HostPath): ModuleFacts {
	const text = sources.text(path);
	if (text === undefined) return anything;
	// Most layouts have no option; parsing them costs ten times as much as looking.
	if (!ourWords.test(text)) return nothing;
	// An audit looks for guards in these, and then they need not be parsed twice.
	if (/[\\/]\+(?:page|layout)\.server\.[jt]s$/.test(`/${path}`)) sources.tree(path);
	const source = sources.outline(path);
	return source ? factsOf(exportsOf(source)) : anything;
}

function factsOf(exported: Exports): ModuleFacts {
	const { names, star } = exported;
	const options: ModuleFacts['options'] = {};
	for (const name of optionNames) {
		const value = optionOf(names.get(name), star);
		if (value !== undefined) options[name] = value;
	}
	return {
		options,
		load: names.has('load') || star,
		...actionsOf(names.get('actions'), star),
		methods: [...httpMethods, 'fallback'].filter((method) => names.has(method)),
		methodsComputed: star,
	};
}

function optionOf(value: Exported | undefined, star: boolean): PageOption | undefined {
	if (value === undefined) return star ? 'computed' : undefined;
	if (value === 'elsewhere') return 'computed';
	if (value.kind === ts.SyntaxKind.TrueKeyword) return true;
	if (value.kind === ts.SyntaxKind.FalseKeyword) return false;
	if (ts.isStringLiteralLike(value) && value.text === 'auto') return 'auto';
	// SvelteKit passes over null and undefined, to the option of the layout above.
	if (value.kind === ts.SyntaxKind.NullKeyword) return undefined;
	return ts.isIdentifier(value) && value.text === 'undefined' ? undefined : 'computed';
}

function actionsOf(
	value: Exported | undefined,
	star: boolean,
): Pick<ModuleFacts, 'actions' | 'actionsComputed'> {
	if (value === undefined) return { actions: [], actionsComputed: star };
	if (value === 'elsewhere' || !ts.isObjectLiteralExpression(value))
		return { actions: [], actionsComputed: true };
	const names = value.properties.map(({ name }) => nameOf(name));
	const seen = names.filter((name) => name !== undefined);
	return { actions: [...new Set(seen)], actionsComputed: seen.length < names.length };
}
