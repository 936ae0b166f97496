import { Node } from 'ts-morph';
import { expressionOf, findProperty } from '../../../syntax/objects.ts';
import { quoted } from '../../../syntax/text.ts';
import { unwrap } from '../../../syntax/unwrap.ts';
import type { Edit, Refusal } from '../../splice/edit.ts';
import { removeItems } from '../../splice/remove.ts';
import { refuse } from '../../splice/transform.ts';
import { named, tenantOf } from './tenant.ts';
import type { ProviderUse } from './uses.ts';

const snippet = `issuer: \`https://\${tenantId}.b2clogin.com/\${tenantId}.onmicrosoft.com/\${primaryUserFlow}/v2.0\``;

/** Of Azure AD B2C, tenant and user flow together were the issuer: the core of today has none without being told. */
export function flowAsIssuer(at: ProviderUse): Edit[] | Refusal {
	const found = tenantOf(at, snippet);
	if (!found || 'kind' in found || Array.isArray(found)) return found ?? [];
	const { options, property, value } = found;
	const flow = findProperty(options, 'primaryUserFlow');
	if (flow.kind === 'unclear') return refuse(flow, snippet);
	const flowValue = flow.kind === 'found' ? expressionOf(flow.property) : undefined;
	const tenant = partOf(value);
	const policy = flowValue && partOf(flowValue);
	if (flow.kind !== 'found' || tenant === undefined || policy === undefined)
		return refuse(
			'has a `tenantId` and a `primaryUserFlow` that have to become its issuer',
			snippet,
			property,
		);
	const { source } = at;
	const parts = ['https://', tenant, '.b2clogin.com/', tenant, '.onmicrosoft.com/', policy, '/v2.0'];
	const issuer = joined(parts, source.style.quote);
	const edits = Node.isShorthandPropertyAssignment(property)
		? [{ start: property.getStart(), end: property.getEnd(), text: `issuer: ${issuer}` }]
		: [named(property), { start: value.getStart(), end: value.getEnd(), text: issuer }];
	return [...edits, ...removeItems(source, options.getProperties(), new Set([flow.property]))];
}

/** A text, or an expression that can be written twice. */
function partOf(value: Node): string | { code: string } | undefined {
	const code = value.getText();
	if (/\/[*]|(?<!:)\/\//.test(code)) return undefined;
	const node = unwrap(value);
	if (Node.isStringLiteral(node) || Node.isNoSubstitutionTemplateLiteral(node)) return node.getLiteralText();
	const isPlain = [value, ...value.getDescendants()].every((one) => harmless.some((is) => is(one)));
	return isPlain ? { code } : undefined;
}

/** Reading them twice does nothing that reading them once does not. */
const harmless: ((node: Node) => boolean)[] = [
	Node.isIdentifier,
	Node.isPropertyAccessExpression,
	Node.isElementAccessExpression,
	Node.isNonNullExpression,
	Node.isMetaProperty,
	Node.isStringLiteral,
	(node) => Node.isBinaryExpression(node) && /^(?:\?\?|\|\|)$/.test(node.getOperatorToken().getText()),
	// Words and signs of those.
	(node) => node.getChildCount() === 0,
];

function joined(parts: (string | { code: string })[], quote: string): string {
	if (parts.every((part) => typeof part === 'string')) return quoted(parts.join(''), quote);
	const template = parts.map((part) =>
		typeof part === 'string' ? part.replace(/[\\`]|\$(?=\{)/g, '\\$&') : `\${${part.code}}`,
	);
	return `\`${template.join('')}\``;
}
