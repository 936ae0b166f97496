import { ts } from 'ts-morph';
import { bare, isText } from '../../../syntax/tree/nodes.ts';
import { bindingOf } from '../../../syntax/tree/scopes.ts';

/** `$env/dynamic/private`, `$env/static/public`, `$app/env/private`: each export but `env` is a variable itself. */
const ofKit = /^\$(?:env\/(?:dynamic|static)|app\/env)\/(?:private|public)$/;
const ofNode = /^(?:node:)?process$/;
/** What Vite puts there by itself says how the project is built, not where it runs. */
const ofVite = ['DEV', 'PROD', 'SSR', 'BASE_URL'];

/**
 * A condition that nothing but a variable of the environment decides: `env.PREVIEW === '1'`. Not one that compares it with
 * what a request brings, which holds for everybody who does not know the value.
 */
export function asksEnvironment(condition: ts.Node): boolean {
	const node = bare(condition);
	if (!ts.isBinaryExpression(node)) return isVariable(node);
	const { EqualsEqualsToken, ExclamationEqualsToken } = ts.SyntaxKind;
	const { EqualsEqualsEqualsToken, ExclamationEqualsEqualsToken } = ts.SyntaxKind;
	const equality: ts.SyntaxKind[] = [
		...[EqualsEqualsToken, ExclamationEqualsToken],
		...[EqualsEqualsEqualsToken, ExclamationEqualsEqualsToken],
	];
	if (!equality.includes(node.operatorToken.kind)) return false;
	const [left, right] = [bare(node.left), bare(node.right)];
	return (isVariable(left) && isWritten(right)) || (isWritten(left) && isVariable(right));
}

const isWritten = (node: ts.Node): boolean =>
	isText(node) ||
	ts.isNumericLiteral(node) ||
	[ts.SyntaxKind.TrueKeyword, ts.SyntaxKind.FalseKeyword, ts.SyntaxKind.NullKeyword].includes(node.kind) ||
	(ts.isIdentifier(node) && node.text === 'undefined');

/** `env.PREVIEW`, `PREVIEW` of `$env/static/private`, and constants that hold one. */
function isVariable(node: ts.Node, depth = 4): boolean {
	if (depth === 0) return false;
	const access = accessOf(node);
	if (access) return !(isMetaEnv(access.of) && ofVite.includes(access.name)) && isEnvironment(access.of);
	if (!ts.isIdentifier(node)) return false;
	const binding = bindingOf(node.text, node);
	if (binding?.kind === 'import')
		return ofKit.test(binding.module) && !['env', '*', 'default'].includes(binding.name);
	if (binding?.kind !== 'value' || !binding.isConst || !binding.value) return false;
	const value = bare(binding.value);
	return binding.taken.length === 0 ? isVariable(value, depth - 1) : isEnvironment(value);
}

/** The object that holds the variables: of SvelteKit, Node, Vite, or the platform (`event.platform.env`). */
function isEnvironment(node: ts.Node): boolean {
	if (isMetaEnv(node)) return true;
	if (ts.isIdentifier(node)) {
		const binding = bindingOf(node.text, node);
		if (binding?.kind !== 'import') return false;
		const names = ofNode.test(binding.module) ? ['env'] : ofKit.test(binding.module) ? ['env', '*'] : [];
		return names.includes(binding.name);
	}
	const access = accessOf(node);
	return access?.name === 'env' && (isProcess(access.of) || isPlatform(access.of));
}

const isMetaEnv = (node: ts.Node): boolean => node.getText() === 'import.meta.env';

/** `process` as it is everywhere in Node, or imported. */
function isProcess(node: ts.Node): boolean {
	if (!ts.isIdentifier(node)) return false;
	const binding = bindingOf(node.text, node);
	return binding ? binding.kind === 'import' && ofNode.test(binding.module) : node.text === 'process';
}

function isPlatform(node: ts.Node): boolean {
	if (!ts.isIdentifier(node)) return accessOf(node)?.name === 'platform';
	const binding = bindingOf(node.text, node);
	return binding !== undefined && 'taken' in binding && binding.taken.at(-1) === 'platform';
}

/** `of.name`, `of['name']`. */
function accessOf(node: ts.Node): { of: ts.Node; name: string } | undefined {
	if (ts.isPropertyAccessExpression(node)) return { of: bare(node.expression), name: node.name.text };
	if (!ts.isElementAccessExpression(node) || !isText(node.argumentExpression)) return undefined;
	return { of: bare(node.expression), name: node.argumentExpression.text };
}
