import { Node, type ObjectLiteralExpression } from 'ts-morph';
import { expressionOf, findProperty } from '../../syntax/objects.ts';
import type { Source } from '../../syntax/source.ts';
import { quoted } from '../../syntax/text.ts';
import type { EditResult } from '../splice/edit.ts';
import { removeItems } from '../splice/remove.ts';
import { type Located, refuse, transform } from '../splice/transform.ts';
import { findAuthConfig } from './find.ts';
import type { AuthOption } from './option.ts';

/**
 * The reverse of `setAuthOption`: takes an option with this value out, and the objects around it where nothing else is in
 * them. Another value is refused.
 */
export function removeAuthOption(path: string, content: string, request: AuthOption): EditResult {
	const { option, value, name, fallback } = request;
	const snippet = `// without ${option.join('.')}`;
	return transform(path, content, { snippet, ...(fallback ? { fallback } : {}) }, (source) => {
		const config = findAuthConfig(source.ast, name);
		if (config.kind === 'unclear') return refuse(config, snippet);
		if (config.kind === 'none') return refuse('configures no sign-in', snippet);
		if (config.kind === 'elsewhere')
			return refuse(`takes its configuration from \`${config.module}\``, snippet);
		return take(source, config.object, option, value, snippet);
	});
}

function take(
	source: Source,
	object: ObjectLiteralExpression,
	keys: readonly string[],
	value: string | boolean,
	snippet: string,
): Located {
	const [key = '', ...rest] = keys;
	const found = findProperty(object, key);
	if (found.kind === 'unclear') return refuse(found, snippet);
	if (found.kind === 'absent') return { kind: 'unchanged', reason: 'it is not set' };
	const expression = expressionOf(found.property);
	const items = object.getProperties();
	const without = () => removeItems(source, items, new Set<Node>([found.property]));
	if (rest.length > 0) {
		if (!Node.isObjectLiteralExpression(expression))
			return refuse(`has a \`${key}\` that is not written there as an object`, snippet, found.property);
		const inner = take(source, expression, rest, value, snippet);
		return Array.isArray(inner) && expression.getProperties().length === 1 ? without() : inner;
	}
	const written = typeof value === 'string' ? [quoted(value, "'"), quoted(value, '"')] : [`${value}`];
	if (expression && written.includes(expression.getText())) return without();
	return refuse(`sets ${key} to something else`, snippet, found.property);
}
