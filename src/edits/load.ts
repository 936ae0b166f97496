import {
	type ArrowFunction,
	type FunctionDeclaration,
	type FunctionExpression,
	Node,
	type ObjectLiteralExpression,
	type ReturnStatement,
	type SourceFile,
} from 'ts-morph';
import { addImports } from './imports.ts';
import { insertItems } from './list.ts';
import { isTaken, refuse, type Source, type Style, transform, unwrap } from './source.ts';
import { type Edit, type EditResult, insertion, type Refusal } from './text.ts';

export const sessionSnippet = [
	'export const load = async ({ locals }) => {',
	'	return { session: await locals.auth() };',
	'};',
].join('\n');

type LoadFunction = ArrowFunction | FunctionExpression | FunctionDeclaration;

/**
 * Adds `session: await locals.auth()` to what the `load` of a root layout returns (specification 4.2, set-up 2),
 * or a `load` to a file that has none. Refuses loads whose result it cannot see as object literals.
 * @param typed the file is TypeScript: a new `load` gets its type.
 */
export function addSessionToLoad(
	path: string,
	content: string,
	options: { typed: boolean; fallback?: Style },
): EditResult {
	const frame = { snippet: sessionSnippet, ...(options.fallback ? { fallback: options.fallback } : {}) };
	return transform(path, content, frame, (source) => {
		const found = findLoad(source.ast);
		if (found === undefined) return newLoad(source, options.typed);
		if (found.kind === 'refused') return found;
		return extendLoad(source, found.load);
	});
}

function findLoad(ast: SourceFile): { kind: 'load'; load: LoadFunction } | Refusal | undefined {
	for (const statement of ast.getStatements()) {
		if (Node.isExportDeclaration(statement)) {
			const exportsAll = statement.isNamespaceExport() && !statement.getNamespaceExport();
			const named = statement
				.getNamedExports()
				.some((item) => (item.getAliasNode() ?? item.getNameNode()).getText() === 'load');
			if (exportsAll || named)
				return refuse('`load` comes from an export list or another module', sessionSnippet, statement);
		}
		if (Node.isFunctionDeclaration(statement) && statement.isExported() && statement.getName() === 'load') {
			return { kind: 'load', load: statement };
		}
		if (!Node.isVariableStatement(statement) || !statement.isExported()) continue;
		for (const declaration of statement.getDeclarations()) {
			const name = declaration.getNameNode();
			if (!Node.isIdentifier(name)) {
				if (/\bload\b/.test(name.getText()))
					return refuse('takes `load` out of a destructured value', sessionSnippet, name);
				continue;
			}
			if (name.getText() !== 'load') continue;
			const initializer = declaration.getInitializer();
			const value = initializer && unwrap(initializer);
			if (value && (Node.isArrowFunction(value) || Node.isFunctionExpression(value)))
				return { kind: 'load', load: value };
			return refuse('`load` is not written as a function here', sessionSnippet, declaration);
		}
	}
	return undefined;
}

function newLoad(source: Source, typed: boolean): Edit[] {
	const { text, style } = source;
	const end = style.semicolons ? ';' : '';
	const lines = [
		`export const load${typed ? ': LayoutServerLoad' : ''} = async ({ locals }) => {`,
		`${style.indent}return { session: await locals.auth() }${end}`,
		`}${end}`,
	];
	const finalNewline = text === '' || text.endsWith('\n');
	const gap = text.trim() === '' && !typed ? '' : finalNewline ? style.eol : style.eol + style.eol;
	const body = gap + lines.join(style.eol) + (finalNewline ? style.eol : '');
	const imports = typed
		? addImports(source, [{ module: './$types', name: 'LayoutServerLoad', typeOnly: true }])
		: [];
	return [...imports, insertion(text.length, body)];
}

function extendLoad(source: Source, load: LoadFunction): Edit[] | Exclude<EditResult, { kind: 'edited' }> {
	const returned = returnedObjects(load);
	if (!Array.isArray(returned)) return returned;
	const own = returned
		.map((object) => object.getProperty('session'))
		.find((property) => property !== undefined);
	if (own) {
		const ours =
			/\bauth\(\)/.test(own.getText()) ||
			(Node.isShorthandPropertyAssignment(own) && /\.auth\(\)/.test(load.getText()));
		return {
			kind: 'unchanged',
			reason: ours
				? 'the root layout returns the session already'
				: `line ${own.getStartLineNumber()} returns a \`session\` of its own; read ours with \`await locals.auth()\``,
		};
	}
	const access = sessionAccess(source, load);
	if ('kind' in access) return access;
	const becomesAsync = makeAsync(load);
	if ('kind' in becomesAsync) return becomesAsync;
	const property = `session: await ${access.call}`;
	const additions = returned.flatMap((object) =>
		insertItems(source, propertiesOf(object), object.getProperties().length, [property]),
	);
	return [...access.edits, ...becomesAsync.edits, ...additions];
}

const propertiesOf = (object: ObjectLiteralExpression) => ({
	items: object.getProperties(),
	open: object.getStart() + 1,
	close: object.getEnd() - 1,
	padding: ' ' as const,
});

/** The object literals that a load may return; a refusal when it may return anything else. */
function returnedObjects(load: LoadFunction): ObjectLiteralExpression[] | Refusal {
	const body = load.getBody();
	if (!body) return refuse('`load` has no body', sessionSnippet, load);
	if (!Node.isBlock(body)) {
		const value = unwrap(body);
		return Node.isObjectLiteralExpression(value)
			? [value]
			: refuse('`load` returns something other than an object literal', sessionSnippet, body);
	}
	const objects: ObjectLiteralExpression[] = [];
	for (const statement of ownReturns(body)) {
		const value = statement.getExpression();
		const object = value && unwrap(value);
		if (!object || !Node.isObjectLiteralExpression(object)) {
			return refuse('`load` returns something other than an object literal', sessionSnippet, statement);
		}
		objects.push(object);
	}
	return objects.length > 0 ? objects : refuse('`load` returns nothing', sessionSnippet, load);
}

/** Return statements of this function, not of functions inside it. */
function ownReturns(body: Node): ReturnStatement[] {
	const found: ReturnStatement[] = [];
	body.forEachDescendant((node, traversal) => {
		if (Node.isFunctionLikeDeclaration(node) || Node.isClassDeclaration(node) || Node.isClassExpression(node))
			traversal.skip();
		else if (Node.isReturnStatement(node)) found.push(node);
	});
	return found;
}

/** How the function reaches `locals.auth()`, and the edits that make it reachable. */
function sessionAccess(source: Source, load: LoadFunction): { call: string; edits: Edit[] } | Refusal {
	const [parameter] = load.getParameters();
	if (!parameter) {
		const open = load.getFirstChildOrThrow((child) => child.getText() === '(').getEnd();
		if (isTaken(source, 'locals')) return refuse('uses `locals` for something else', sessionSnippet, load);
		return { call: 'locals.auth()', edits: [insertion(open, '{ locals }')] };
	}
	const name = parameter.getNameNode();
	if (Node.isIdentifier(name)) {
		// A bare arrow parameter, `event => ...`, needs no edit: the property is read from it.
		return { call: `${name.getText()}.locals.auth()`, edits: [] };
	}
	if (!Node.isObjectBindingPattern(name))
		return refuse('takes its parameter apart in an unknown form', sessionSnippet, parameter);
	const elements = name.getElements();
	const locals = elements.find(
		(element) => (element.getPropertyNameNode()?.getText() ?? element.getName()) === 'locals',
	);
	if (locals) {
		const bound = locals.getNameNode();
		if (Node.isIdentifier(bound)) return { call: `${bound.getText()}.auth()`, edits: [] };
		return refuse('takes `locals` apart in its parameter', sessionSnippet, locals);
	}
	if (elements.some((element) => element.getDotDotDotToken())) {
		return refuse('collects the rest of the event in its parameter', sessionSnippet, parameter);
	}
	if (isTaken(source, 'locals')) return refuse('uses `locals` for something else', sessionSnippet, parameter);
	const list = {
		items: elements,
		open: name.getStart() + 1,
		close: name.getEnd() - 1,
		padding: ' ' as const,
	};
	return { call: 'locals.auth()', edits: insertItems(source, list, elements.length, ['locals']) };
}

/** SvelteKit awaits what a load returns, so a load may become async; not when its written return type forbids it. */
function makeAsync(load: LoadFunction): { edits: Edit[] } | Refusal {
	if (load.isAsync()) return { edits: [] };
	if (load.getReturnTypeNode())
		return refuse('declares the type that it returns without a promise', sessionSnippet, load);
	if (!Node.isArrowFunction(load) && load.isGenerator())
		return refuse('is a generator', sessionSnippet, load);
	const at = Node.isFunctionDeclaration(load)
		? load.getFirstChildOrThrow((child) => child.getText() === 'function').getStart()
		: load.getStart();
	return { edits: [insertion(at, 'async ')] };
}
