import { ts } from 'ts-morph';
import { bare } from '../../syntax/tree/nodes.ts';

/**
 * The folder that an expression names without more than the project's own folder: `path.resolve('./config')`,
 * `join(__dirname, 'config')`, `fileURLToPath(new URL('./config', import.meta.url))`, `process.cwd()`. Relative to it;
 * undefined for everything else.
 */
export function folderIn(expression: ts.Node): string | undefined {
	const node = bare(expression);
	if (isProjectFolder(node)) return '.';
	if (!ts.isCallExpression(node)) return undefined;
	const callee = node.expression.getText().replace(/^(?:path|url)\./, '');
	if (callee === 'fileURLToPath') return urlIn(node.arguments[0]);
	if (callee !== 'resolve' && callee !== 'join') return undefined;
	const parts = node.arguments.map(partIn);
	// `join('config')` stays relative to wherever it is used.
	if (callee === 'join' && !(node.arguments[0] && isProjectFolder(bare(node.arguments[0])))) return undefined;
	return parts.every((part) => part !== undefined) ? parts.join('/') || '.' : undefined;
}

/** The folder of the config is that of the project, where it is started, too. */
function isProjectFolder(node: ts.Node): boolean {
	return /^(?:__dirname|import\.meta\.dirname|process\.cwd\(\))$/.test(node.getText());
}

function partIn(node: ts.Expression, index: number): string | undefined {
	const value = bare(node);
	if (index === 0 && isProjectFolder(value)) return '.';
	return ts.isStringLiteralLike(value) && !/^(?:[/\\]|[a-z]:)/i.test(value.text) ? value.text : undefined;
}

/** `new URL('./config', import.meta.url)` */
function urlIn(node: ts.Expression | undefined): string | undefined {
	if (!node || !ts.isNewExpression(node) || node.expression.getText() !== 'URL') return undefined;
	const [path, base] = node.arguments ?? [];
	if (!path || !ts.isStringLiteralLike(path) || base?.getText() !== 'import.meta.url') return undefined;
	return /^\.\.?(?:\/|$)/.test(path.text) ? path.text : undefined;
}
