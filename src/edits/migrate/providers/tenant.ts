import { Node, type ObjectLiteralExpression } from 'ts-morph';
import { expressionOf, findProperty } from '../../../syntax/objects.ts';
import { quoted } from '../../../syntax/text.ts';
import { unwrap } from '../../../syntax/unwrap.ts';
import { meaningBehind } from '../../../syntax/values.ts';
import { type Edit, insertion, type Refusal, surround } from '../../splice/edit.ts';
import { removeItems } from '../../splice/remove.ts';
import { refuse } from '../../splice/transform.ts';
import type { ProviderUse } from './uses.ts';

const before = 'https://login.microsoftonline.com/';
const after = '/v2.0';
export const snippet = `issuer: \`${before}\${tenantId}${after}\``;

/**
 * `tenantId` becomes the issuer that it stood for. The core of today ignores it, and lets every Microsoft account in
 * without a word.
 */
export function tenantAsIssuer(at: ProviderUse): Edit[] | Refusal {
	const found = tenantOf(at, snippet);
	if (!found || 'kind' in found || Array.isArray(found)) return found ?? [];
	const { property, value } = found;
	const { source, findings } = at;
	const literal = unwrap(value);
	if (Node.isStringLiteral(literal) || Node.isNoSubstitutionTemplateLiteral(literal)) {
		const text = quoted(before + literal.getLiteralText() + after, source.style.quote);
		return [named(property), { start: literal.getStart(), end: literal.getEnd(), text }];
	}
	if (mayBeNone(value))
		findings.add(
			'provider-tenant',
			property.getStartLineNumber(),
			`had \`tenantId\`, which is part of \`issuer\` now: where \`${value.getText()}\` has no value, everybody with a Microsoft account could sign in, and nobody can now.`,
		);
	if (Node.isShorthandPropertyAssignment(property))
		return [
			insertion(property.getStart(), `issuer: \`${before}\${`),
			insertion(property.getEnd(), `}${after}\``),
		];
	return [named(property), ...surround(value.getStart(), value.getEnd(), `\`${before}\${`, `}${after}\``)];
}

/** What says the tenant; or the edits, where an issuer came first; undefined where nothing does. */
export function tenantOf(
	{ call, options, isShared, source }: ProviderUse,
	snippet: string,
): { options: ObjectLiteralExpression; property: Node; value: Node } | Edit[] | Refusal | undefined {
	const [argument] = call?.getArguments() ?? [];
	if (!argument) return undefined;
	if (!options)
		return refuse(`${unseen}: a \`tenantId\` among them has to become its issuer`, snippet, argument);
	const tenant = findProperty(options, 'tenantId');
	if (tenant.kind === 'absent') return undefined;
	if (tenant.kind === 'unclear') return refuse(tenant, snippet);
	const { property } = tenant;
	const issuer = findProperty(options, 'issuer');
	if (issuer.kind === 'unclear') return refuse(issuer, snippet);
	if (isShared) return refuse('has a `tenantId` in an object that has other uses', snippet, property);
	const said = issuer.kind === 'found' ? expressionOf(issuer.property) : undefined;
	// The issuer came first.
	if (said && isWritten(unwrap(said)))
		return removeItems(source, options.getProperties(), new Set([property]));
	if (issuer.kind === 'found')
		return refuse('has a `tenantId` beside an `issuer` that may be none', snippet, property);
	const value = expressionOf(property);
	return value
		? { options, property, value }
		: refuse('has a `tenantId` that cannot be read', snippet, property);
}

const unseen = 'gives a provider of Microsoft options that cannot be seen';

/** The new name of the property. */
export function named(property: Node): Edit {
	const name = Node.isPropertyAssignment(property) ? property.getNameNode() : property;
	return { start: name.getStart(), end: name.getEnd(), text: 'issuer' };
}

/** An expression that is a text in any case. */
const isWritten = (node: Node): boolean =>
	Node.isStringLiteral(node) || Node.isTemplateExpression(node) || Node.isNoSubstitutionTemplateLiteral(node);

/** Not what a build puts in, nor what has a text to fall back on. */
function mayBeNone(value: Node): boolean {
	const node = unwrap(value);
	if (Node.isBinaryExpression(node) && /^(?:\?\?|\|\|)$/.test(node.getOperatorToken().getText()))
		return !isWritten(unwrap(node.getRight()));
	const meaning = Node.isIdentifier(node) ? meaningBehind(node) : undefined;
	const written = meaning?.kind === 'written' ? meaning.node : node;
	return !isWritten(written) && !(meaning?.kind === 'imported' && meaning.module.startsWith('$env/static/'));
}
