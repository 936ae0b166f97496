import { ts } from 'ts-morph';
import { exportsOf } from '../../../syntax/tree/exports.ts';
import { importedNames } from '../../../syntax/tree/imported.ts';
import { isFunctionValue, unwrapped } from '../../../syntax/tree/nodes.ts';
import type { HostPath } from '../../host.ts';
import type { RemoteFunction } from '../route.ts';
import type { Sources } from '../sources.ts';

/** A server function, but for its line. */
type Found = Omit<RemoteFunction, 'line'>;
type ServerFunction = ts.ArrowFunction | ts.FunctionExpression | ts.FunctionDeclaration;

/** Functions of one file that carry `'use server'`, or are exported by a file that does. */
export function readServerFunctions(sources: Sources, file: HostPath): Found[] {
	if (!/\.[cm]?[jt]sx?$/.test(file) || /\.d\.[cm]?ts$/.test(file)) return [];
	// A directive has no escapes, so a file without these words has none.
	if (!sources.text(file)?.includes('use server')) return [];
	const source = sources.parse(file);
	if (!source) return [];
	if (hasDirective(source.statements)) return exportedFunctions(sources, source, file);
	const makers = makersOf(source);
	const found: Found[] = [];
	const visit = (node: ts.Node, around: ts.Node[]): void => {
		// Methods with the directive stay what they are: SolidStart takes functions only.
		if (
			(isFunctionValue(node) || ts.isFunctionDeclaration(node)) &&
			node.body &&
			ts.isBlock(node.body) &&
			hasDirective(node.body.statements)
		)
			found.push({ file, start: node.getStart(source), ...described(node, around, makers) });
		const inner = [...around, node];
		ts.forEachChild(node, (child) => visit(child, inner));
	};
	visit(source, []);
	return found;
}

function exportedFunctions(sources: Sources, source: ts.SourceFile, file: HostPath): Found[] {
	const { names, star } = exportsOf(source);
	if (star)
		sources.note(
			`${file} exports everything of another module: server functions that come from there are not seen.`,
		);
	const found = new Map<number, Found>();
	for (const [name, value] of names) {
		if (value === 'elsewhere' || !(isFunctionValue(value) || ts.isFunctionDeclaration(value))) continue;
		const start = value.getStart(source);
		// One function under two names is one function.
		if (!found.has(start)) found.set(start, { file, start, name, type: 'function' });
	}
	return [...found.values()].sort((a, b) => a.start - b.start);
}

/** The directives are the strings that a body begins with. */
function hasDirective(statements: readonly ts.Statement[]): boolean {
	for (const statement of statements) {
		if (!ts.isExpressionStatement(statement) || !ts.isStringLiteral(statement.expression)) return false;
		if (statement.expression.text === 'use server') return true;
	}
	return false;
}

/** Local names of the router's `query` (`cache` before 0.15) and `action`. */
function makersOf(source: ts.SourceFile): Map<string, string> {
	const types: Record<string, string> = { query: 'query', cache: 'query', action: 'action' };
	return new Map(
		importedNames(source).flatMap(({ module, name, local }): [string, string][] => {
			const type = module === '@solidjs/router' ? types[name] : undefined;
			return type === undefined ? [] : [[local, type]];
		}),
	);
}

/** The name and the kind that the nodes around a function give it: `const getUser = query(async () => ...)`. */
function described(
	node: ServerFunction,
	around: ts.Node[],
	makers: Map<string, string>,
): Pick<Found, 'name' | 'type'> {
	let name = node.name?.text;
	let type = 'function';
	let inner: ts.Node = node;
	for (const outer of around.toReversed()) {
		if (ts.isCallExpression(outer)) {
			const callee = unwrapped(outer.expression);
			if (!outer.arguments.some((argument) => argument === inner)) break;
			if (type === 'function' && ts.isIdentifier(callee)) type = makers.get(callee.text) ?? type;
		} else if (ts.isVariableDeclaration(outer) || ts.isPropertyAssignment(outer)) {
			if (ts.isIdentifier(outer.name) || ts.isStringLiteral(outer.name)) name ??= outer.name.text;
			break;
		} else if (ts.isExportAssignment(outer)) {
			name ??= 'default';
			break;
		} else if (!(ts.isExpression(outer) && unwrapped(outer) !== outer)) {
			break;
		}
		inner = outer;
	}
	return { name, type };
}
