import { Node } from 'ts-morph';
import { sameText } from '../../syntax/code.ts';
import { importedLocal } from '../../syntax/imports.ts';
import { expressionOf, findProperty } from '../../syntax/objects.ts';
import { parse, type Source, syntaxError } from '../../syntax/source.ts';
import { isSameModule, readItems } from './items.ts';
import { findProviderList } from './list.ts';
import type { ProviderCode, ProvidersPlace } from './request.ts';
import { declarationText, providerText } from './text.ts';

/** A provider that somebody has written into, or whose list is not understood. */
export interface WrittenProvider {
	/** 1-based, where one can be named. */
	line: number | undefined;
}

/**
 * Looks for a provider of a kind that does not stand as `addProviders` wrote it, the function that came with it included.
 * Undefined where all of them do.
 */
export function writtenProvider(
	path: string,
	content: string,
	place: ProvidersPlace,
	code: ProviderCode,
): WrittenProvider | undefined {
	const source = parse(path, content);
	if (syntaxError(source)) return { line: undefined };
	const found = findProviderList(source.ast, place);
	if (found.kind !== 'list') return { line: undefined };
	const items = readItems(found.literal).items.filter(
		({ from, exported, id }) =>
			isSameModule(from, code.from) && exported === code.exported && (id === undefined || id === code.id),
	);
	const written = items.find(({ local, places }) => {
		const element = places.at(-1)?.element;
		return local === undefined || !element || !isAsWritten(source, path, element, local, code);
	});
	return written && { line: written.places.at(-1)?.element.getStartLineNumber() };
}

function isAsWritten(
	source: Source,
	path: string,
	element: Node,
	local: string,
	code: ProviderCode,
): boolean {
	const [options] = Node.isCallExpression(element) ? element.getArguments() : [];
	const found = Node.isObjectLiteralExpression(options) ? findProperty(options, 'authorize') : undefined;
	const value = found?.kind === 'found' ? expressionOf(found.property) : undefined;
	const name = Node.isIdentifier(value) ? value.getText() : undefined;
	const own = name === undefined ? undefined : source.ast.getFunction(name);
	const { form } = code;
	if (name === undefined || !own || form.kind !== 'text' || form.declaration === undefined) return false;
	const text = providerText(code, {
		...{ local, authorize: name, variable: (one: string) => one, quote: source.style.quote },
		...{ isTypeScript: /\.[cm]?tsx?$/.test(path), parameterType: '' },
	});
	const renames = (form.imports ?? []).map(({ module, name: one, as = one }): [string, string] => [
		as,
		importedLocal(source, module, one) ?? as,
	]);
	const declaration = declarationText(form.declaration, name, renames);
	return sameText(element.getText(), text) && sameText(own.getText(true), declaration);
}
