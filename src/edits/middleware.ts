import { type CallExpression, Node, type ObjectLiteralExpression, type SourceFile } from 'ts-morph';
import { insertItems } from './list.ts';
import { refuse, type Source, type Style, transform, unwrap } from './source.ts';
import { type Edit, type EditResult, insertion, type Refusal } from './text.ts';
import { guardCall, isUsed, LocalNames, missingGuards } from './wiring.ts';

export interface MiddlewareRequest {
	/** How the middleware file imports the auth module: `./auth`. */
	authModule: string;
	/** `@authgraft/runtime/solid-start` */
	runtimeModule: string;
	/** Paths to guard; none when empty. */
	protect: string[];
	fallback?: Style;
}

const middlewareModule = '@solidjs/start/middleware';

export function middlewareSnippet({ authModule, runtimeModule, protect }: MiddlewareRequest): string {
	const guard = protect.length > 0;
	return [
		`import { createMiddleware } from '${middlewareModule}';`,
		`import { authMiddleware${guard ? ', protect' : ''} } from '${runtimeModule}';`,
		`import { authConfig } from '${authModule}';`,
		'',
		'export default createMiddleware({',
		`	onRequest: [authMiddleware(authConfig)${guard ? `, ${guardCall('protect', protect, "'")}` : ''}, yourMiddleware]`,
		'});',
	].join('\n');
}

/**
 * Puts the auth middleware (and the guard) in front of what a SolidStart middleware file runs.
 * Understands `export default createMiddleware(...)` with an object whose `onRequest` is a function or an array, and
 * SolidStart 2's array form. Refuses everything else.
 */
export function addAuthMiddleware(path: string, content: string, request: MiddlewareRequest): EditResult {
	const snippet = middlewareSnippet(request);
	const options = { snippet, ...(request.fallback ? { fallback: request.fallback } : {}) };
	return transform(path, content, options, (source) => {
		const wired = alreadyWired(source, request, snippet);
		if (wired) return wired;
		const created = findCreate(source.ast);
		if (!created) return refuse('has no `export default createMiddleware(...)`', snippet);
		const argument = created.getArguments()[0];
		const value = argument && unwrap(argument);
		const names = new LocalNames(source);
		const members = ourMembers(names, source, request);
		if (Node.isArrayLiteralExpression(value)) {
			const spread = `...${created.getExpression().getText()}({ onRequest: [${members.join(', ')}] })`;
			return names.withImports(insertItems(source, listOf(value, value.getElements()), 0, [spread]));
		}
		if (!Node.isObjectLiteralExpression(value)) {
			return refuse('calls createMiddleware with something other than a literal', snippet, created);
		}
		const edits = intoObject(source, value, members, snippet);
		return Array.isArray(edits) ? names.withImports(edits) : edits;
	});
}

/** The auth middleware, and the guard behind it. */
function ourMembers(names: LocalNames, source: Source, request: MiddlewareRequest): string[] {
	const { authModule, runtimeModule, protect } = request;
	const config = names.of(authModule, 'authConfig', 'authConfig', 'authJsConfig');
	const middleware = names.of(runtimeModule, 'authMiddleware', 'authMiddleware', 'authJsMiddleware');
	const auth = `${middleware}(${config})`;
	if (protect.length === 0) return [auth];
	const guard = names.of(runtimeModule, 'protect', 'protect', 'protectPaths');
	return [auth, guardCall(guard, protect, source.style.quote)];
}

function intoObject(
	source: Source,
	object: ObjectLiteralExpression,
	members: string[],
	snippet: string,
): Edit[] | Refusal {
	const hidden = object.getProperties().find((property) => Node.isSpreadAssignment(property));
	if (hidden) return refuse('spreads options in that cannot be seen here', snippet, hidden);
	const property = object.getProperty('onRequest');
	const ours = members.join(', ');
	if (!property) {
		const text = `onRequest: [${ours}]`;
		return insertItems(source, listOf(object, object.getProperties(), ' '), 0, [text]);
	}
	if (Node.isShorthandPropertyAssignment(property)) {
		return [insertion(property.getEnd(), `: [${ours}, onRequest]`)];
	}
	if (!Node.isPropertyAssignment(property)) {
		return refuse('writes `onRequest` as a method, which cannot stand in a list', snippet, property);
	}
	const value = property.getInitializerOrThrow();
	const inner = unwrap(value);
	if (Node.isArrayLiteralExpression(inner)) {
		return insertItems(source, listOf(inner, inner.getElements()), 0, members);
	}
	return [insertion(value.getStart(), `[${ours}, `), insertion(value.getEnd(), ']')];
}

const listOf = (node: Node, items: Node[], padding: '' | ' ' = '') => ({
	items,
	open: node.getStart() + 1,
	close: node.getEnd() - 1,
	padding,
});

/** The call behind the default export, through a constant too. */
function findCreate(ast: SourceFile): CallExpression | undefined {
	const exported = ast.getExportAssignment((assignment) => !assignment.isExportEquals())?.getExpression();
	let value = exported && unwrap(exported);
	if (Node.isIdentifier(value)) {
		const initializer = ast.getVariableDeclaration(value.getText())?.getInitializer();
		value = initializer && unwrap(initializer);
	}
	if (!Node.isCallExpression(value)) return undefined;
	const callee = value.getExpression().getText();
	const imported = ast
		.getImportDeclarations()
		.filter((declaration) => declaration.getModuleSpecifierValue() === middlewareModule)
		.flatMap((declaration) => declaration.getNamedImports());
	const named = imported.some(
		(item) =>
			item.getName() === 'createMiddleware' && (item.getAliasNode()?.getText() ?? item.getName()) === callee,
	);
	return named ? value : undefined;
}

function alreadyWired(source: Source, { runtimeModule, protect }: MiddlewareRequest, snippet: string) {
	if (!isUsed(source, runtimeModule, 'authMiddleware')) return undefined;
	const missing = missingGuards(source, runtimeModule, protect);
	if (missing.length === 0)
		return { kind: 'unchanged', reason: 'the auth middleware is already in place' } as const;
	return refuse(`has the auth middleware already, but no guard for ${missing.join(', ')}`, snippet);
}
