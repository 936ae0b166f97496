import { type CallExpression, Node, SyntaxKind } from 'ts-morph';
import { importedAs } from './imports.ts';
import { insertItems } from './list.ts';
import { refuse, type Style, transform, unwrap } from './source.ts';
import type { EditResult } from './text.ts';

const configModule = '@solidjs/start/config';

/**
 * Registers a middleware file in the Vite config of a SolidStart 2 host: `solidStart({ middleware: '...' })`.
 * The caller has made sure that none is registered yet.
 */
export function registerMiddleware(
	path: string,
	content: string,
	file: string,
	fallback?: Style,
): EditResult {
	const snippet = `solidStart({ middleware: '${file}' })`;
	return transform(path, content, { snippet, ...(fallback ? { fallback } : {}) }, (source) => {
		const name = importedAs(source, configModule, 'solidStart');
		const calls = source.ast
			.getDescendantsOfKind(SyntaxKind.CallExpression)
			.filter((call) => name !== undefined && call.getExpression().getText() === name);
		const [call] = calls;
		if (!call || calls.length > 1) return refuse('does not call solidStart() exactly once', snippet);
		const quoted = source.style.quote + file + source.style.quote;
		const [argument] = call.getArguments();
		if (!argument)
			return [{ start: behindParenthesis(call), end: call.getEnd() - 1, text: `{ middleware: ${quoted} }` }];
		const options = unwrap(argument);
		if (!Node.isObjectLiteralExpression(options)) {
			return refuse('hands solidStart() options that are not written there', snippet, argument);
		}
		if (options.getProperty('middleware'))
			return { kind: 'unchanged', reason: 'a middleware is registered already' };
		const list = {
			items: options.getProperties(),
			open: options.getStart() + 1,
			close: options.getEnd() - 1,
			padding: ' ' as const,
		};
		return insertItems(source, list, list.items.length, [`middleware: ${quoted}`]);
	});
}

const behindParenthesis = (call: CallExpression): number =>
	call.getFirstChildByKindOrThrow(SyntaxKind.OpenParenToken).getEnd();
