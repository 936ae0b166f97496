import type { ArrayLiteralExpression } from 'ts-morph';
import { renamed } from '../../syntax/code.ts';
import type { Source } from '../../syntax/source.ts';
import { type Edit, type EditResult, insertion, type Refusal } from '../splice/edit.ts';
import { insertItems, listOf } from '../splice/list.ts';
import { refuse, transform } from '../splice/transform.ts';
import { type Item, type Items, isSameModule, providerModule, readItems } from './items.ts';
import { findProviderList } from './list.ts';
import { ProviderNames } from './names.ts';
import type { ProviderCode, ProvidersRequest } from './request.ts';
import { hasTypedItems, styledText } from './style.ts';
import { declarationText, ownIdOf, providerSnippet, providerText } from './text.ts';

/**
 * Adds providers to the list of an auth module, or to the list that another module takes it from. Those that are there
 * stay as they are; an id that something else has is refused.
 */
export function addProviders(path: string, content: string, request: ProvidersRequest): EditResult {
	const { providers, place, env, fallback } = request;
	const variable = (name: string) => `${env.module === undefined ? 'process.env' : 'env'}.${name}`;
	const snippet = providerSnippet(providers, variable);
	return transform(path, content, { snippet, ...(fallback ? { fallback } : {}) }, (source) => {
		const found = findProviderList(source.ast, place);
		if (found.kind === 'elsewhere')
			return refuse(`takes its list of providers from \`${found.module}\``, snippet, found.node);
		if (found.kind === 'unclear') return refuse(found, snippet);
		const there = readItems(found.literal);
		const missing: ProviderCode[] = [];
		for (const code of providers) {
			const answer = isThere(there, code, snippet);
			if (typeof answer === 'object') return answer;
			const twin = missing.find((one) => one.id === code.id);
			if (twin && !isSameModule(twin.from, code.from))
				return refuse(`cannot give the id \`${code.id}\` to two providers`, snippet);
			if (!answer && !twin) missing.push(code);
		}
		if (missing.length === 0) return { kind: 'unchanged', reason: alreadyThere(providers) };
		return {
			kind: 'edits',
			edits: edits(source, path, found.literal, { ...request, providers: missing }),
			notes: there.unseen.map(
				({ node }) =>
					`The list takes in \`${node.getText().split('\n')[0]}\`, which cannot be seen here: no id may occur twice.`,
			),
		};
	});
}

const alreadyThere = (providers: ProviderCode[]): string =>
	`${providers.map(({ id }) => id).join(', ')} ${providers.length > 1 ? 'are' : 'is'} there already`;

/** Whether the list has the provider; a refusal where that cannot be told, or its id is taken. */
function isThere({ items }: Items, code: ProviderCode, snippet: string): boolean | Refusal {
	const ownId = ownIdOf(code);
	const isSame = (item: Item) => isSameModule(item.from, code.from) && item.exported === code.exported;
	const byId = items.find(
		(item) => item.id === code.id || (!item.isOwnId && providerModule(item.from) === code.id),
	);
	if (byId && !isSame(byId)) {
		const by = byId.local ?? 'a provider of its own';
		return refuse(`gives the id \`${code.id}\` to ${by} already`, snippet, byId.places.at(-1)?.element);
	}
	if (byId?.id === code.id) return true;
	const computed = items.find((item) => item.computed && isSame(item));
	if (computed)
		return refuse(
			`lists ${computed.local} by code, so nobody can tell which ids it has`,
			snippet,
			computed.places[0]?.element,
		);
	return ownId === undefined && items.some((item) => isSame(item) && !item.isOwnId);
}

function edits(
	source: Source,
	path: string,
	list: ArrayLiteralExpression,
	{ providers, env }: ProvidersRequest,
): Edit[] {
	const names = new ProviderNames(source, env);
	const isTypeScript = /\.[cm]?tsx?$/.test(path);
	const isTyped = !isTypeScript || hasTypedItems(list);
	const texts: string[] = [];
	const declarations: string[] = [];
	for (const code of providers) {
		const { form } = code;
		const local = names.factory(code);
		const declaration = form.kind === 'text' ? form.declaration : undefined;
		const authorize = declaration === undefined ? 'authorize' : names.own('authorize', 'authorizePerson');
		const imports = form.kind === 'text' ? (form.imports ?? []) : [];
		const renames = imports.map((one): [string, string] => [one.as ?? one.name, names.used(one)]);
		const text = providerText(code, {
			local,
			authorize,
			variable: (name) => names.variable(name),
			quote: source.style.quote,
			isTypeScript,
			parameterType: isTyped ? '' : `: Parameters<typeof ${local}>[0]`,
		});
		texts.push(styledText(path, source, list, renamed(text, renames)));
		if (declaration !== undefined)
			declarations.push(
				styledText(path, source, undefined, declarationText(declaration, authorize, renames)),
			);
	}
	const items = list.getElements();
	return [
		...names.edits(),
		...insertItems(source, listOf(list, items, ''), items.length, texts),
		...atTheEnd(source, declarations),
	];
}

/** Functions go below everything else: they are hoisted. */
function atTheEnd({ text, style }: Source, declarations: string[]): Edit[] {
	if (declarations.length === 0) return [];
	const at = text.trimEnd().length;
	// In a file of mixed line endings the line above keeps its own.
	const lineBreak = /^\r?\n/.exec(text.slice(at))?.[0] ?? style.eol;
	return [insertion(at, declarations.map((one) => lineBreak + lineBreak + one).join(''))];
}
