import { ts } from 'ts-morph';
import { fileOf, isText, lineOf } from '../../syntax/tree/nodes.ts';
import { behind } from '../../syntax/tree/scopes.ts';
import { listed } from '../findings/finding.ts';
import { casesWithCallers } from '../findings/own/guards.ts';
import { pathSource } from '../findings/paths/source.ts';
import type { Atom } from '../findings/reading/conditions.ts';
import { refusalsIn } from '../findings/reading/refusals.ts';
import type { Collision } from './collision.ts';
import { locationOf } from './location.ts';
import { isLeftAbove, isUsualMethod, type Place, pathTruth } from './place.ts';
import { either, type Truth, together } from './truth.ts';

/** Redirects that put something in front of every path: `/signin` becomes `/en/signin`, which is no route. */
export const languageCollisions = (scope: readonly ts.Node[], places: readonly Place[]): Collision[] =>
	refusalsIn(scope).flatMap(({ node, status }) => {
		const isRedirect = status === undefined || (status > 300 && status < 309);
		const location = isRedirect ? locationOf(node) : undefined;
		if (!location || !prefixesPath(behind(location))) return [];
		const cases = casesWithCallers(node).filter((one) => one.length > 0);
		const truthAt = (place: Place): Truth => {
			if (isLeftAbove(node, place)) return 'no';
			return either(cases.map((one) => together(one.map((atom) => atomTruth(atom, place)))));
		};
		const sure = places.filter((place) => truthAt(place) === 'yes');
		const met = sure.length > 0 ? sure : places.filter((place) => truthAt(place) === 'may');
		if (met.length === 0) return [];
		const shown = [...new Set(met.map((place) => place.shown))];
		const text = `${sure.length > 0 ? 'leads' : 'may lead'} ${listed(shown)} to an address with a language in front, which is no route of sign-in: let ${shown.length > 1 ? 'these' : 'it'} through.`;
		return [{ code: 'language-prefix', file: fileOf(node).path, line: lineOf(node), text }];
	});

/** `/en`, `/pt-br`: other texts in front are other redirects. */
const aLanguage = /\/[a-z]{2}(?:-[a-z]{2,4})?\/?$/i;
const aboutLanguages = /lang|locale|i18n|paraglide/i;

function atomTruth({ node, truthy }: Atom, place: Place): Truth {
	const known = pathTruth(node, truthy, place) ?? isUsualMethod(node, truthy);
	if (known) return known;
	// `!locale`, `!pick(event)`
	if (truthy) return 'no';
	// `!event.params.lang`: the pages of sign-in have no such parameter.
	return /\bparams\??\.\w*(?:lang|locale)\w*$/i.test(node.getText()) ? 'yes' : 'may';
}

/** `/${locale}${event.url.pathname}`, `'/en' + path`: a path of this site, with the one that was asked for behind. */
function prefixesPath(location: ts.Node): boolean {
	const parts = partsOf(location).filter((part) => part !== '');
	const isLanguage = (part: string | ts.Node) =>
		typeof part !== 'string' && aboutLanguages.test(part.getText());
	const at = parts.findIndex(
		(part) => typeof part !== 'string' && !isLanguage(part) && pathSource(part) !== undefined,
	);
	const before = parts.slice(0, Math.max(at, 0));
	const text = before.map((part) => (typeof part === 'string' ? part : '\0')).join('');
	// Another site, and a path that is handed on in a query, are none.
	return (
		/^(?:\/[^/]|\0)/.test(text) && !/[?#=]/.test(text) && (aLanguage.test(text) || before.some(isLanguage))
	);
}

/** The pieces that a text is put together of: texts, and what is computed. */
function partsOf(node: ts.Node): (string | ts.Node)[] {
	if (isText(node)) return [node.text];
	if (ts.isTemplateExpression(node)) {
		const spans = node.templateSpans.flatMap(({ expression, literal }) => [expression, literal.text]);
		return [node.head.text, ...spans];
	}
	if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
		return [...partsOf(node.left), ...partsOf(node.right)];
	return [node];
}
