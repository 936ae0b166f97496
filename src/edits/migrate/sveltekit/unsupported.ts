import { Node, type SourceFile, SyntaxKind } from 'ts-morph';
import { isAssigned } from '../../../syntax/assignments.ts';
import { callsTo, localNames } from '../../../syntax/imports.ts';
import { takenName } from '../../../syntax/objects.ts';
import { unwrap } from '../../../syntax/unwrap.ts';
import type { EditResult } from '../../splice/edit.ts';
import { refuse, transform } from '../../splice/transform.ts';
import { Findings } from '../findings.ts';

const runtime = '@authgraft/runtime/sveltekit';

/** Exports of the predecessor that have no counterpart, and what does their work. */
const gone: Record<string, { reason: string; snippet: string }> = {
	getSession: {
		reason: 'takes `getSession` from the package, which has none: requests ask `event.locals.auth()`',
		snippet: 'const session = await event.locals.auth();',
	},
	setEnvDefaults: {
		reason: 'calls `setEnvDefaults`, which there is none of: the configuration is given `env` instead',
		snippet: "import { env } from '$env/dynamic/private';\n\nSvelteKitAuth({ env, providers });",
	},
};

/**
 * Refuses a file that uses what the runtime has nothing for, and names uses of what the predecessor declared and never
 * had. Edits nothing.
 */
export function findUnsupported(path: string, content: string): EditResult {
	return transform(path, content, { snippet: gone.getSession?.snippet ?? '' }, ({ ast }) => {
		for (const [name, { reason, snippet }] of Object.entries(gone)) {
			const use = callsTo(ast, runtime, name)[0] ?? importOf(ast, name);
			if (use) return refuse(reason, snippet, use);
		}
		const findings = new Findings();
		for (const node of ast.getDescendants()) {
			const name = memberOfLocals(node);
			if (name !== undefined)
				findings.add(
					'locals-sign-in',
					node.getStartLineNumber(),
					`uses \`locals.${name}\`, which the predecessor declared and never set: it is there only where the application sets it.`,
				);
		}
		return { kind: 'unchanged', reason: 'uses nothing that is gone', ...findings.given() };
	});
}

/** Where a name is imported as a value. One of a namespace counts by its calls alone. */
function importOf(ast: SourceFile, name: string): Node | undefined {
	const [local] = localNames(ast, runtime, name).filter((one) => !one.includes('.'));
	return local === undefined
		? undefined
		: ast
				.getDescendantsOfKind(SyntaxKind.ImportSpecifier)
				.find(
					(item) =>
						item.getName() === name && item.getImportDeclaration().getModuleSpecifierValue() === runtime,
				);
}

const members: ReadonlySet<string | undefined> = new Set(['signIn', 'signOut']);

/** `event.locals.signIn`, and `const { signIn } = locals`. */
function memberOfLocals(node: Node): string | undefined {
	if (Node.isPropertyAccessExpression(node))
		return members.has(node.getName()) && isLocals(node.getExpression()) && !isAssigned(node)
			? node.getName()
			: undefined;
	if (!Node.isBindingElement(node)) return undefined;
	const name = takenName(node);
	const declaration = node.getParent().getParent();
	const value = Node.isVariableDeclaration(declaration) ? declaration.getInitializer() : undefined;
	return members.has(name) && value && isLocals(value) ? name : undefined;
}

function isLocals(expression: Node): boolean {
	const node = unwrap(expression);
	return Node.isPropertyAccessExpression(node) ? node.getName() === 'locals' : node.getText() === 'locals';
}
