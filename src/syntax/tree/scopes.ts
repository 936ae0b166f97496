import { ts } from 'ts-morph';
import { importedBy } from './imported.ts';
import { bare, type FunctionNode, fileOf, isFunction, isText, nameOf, type Parsed } from './nodes.ts';

/** What a name stands for where it is used. `taken`: the properties that destructuring takes, outermost first. */
export type Binding =
	| { kind: 'value'; value: ts.Expression | undefined; taken: string[]; isConst: boolean }
	| { kind: 'function'; node: FunctionNode }
	| { kind: 'parameter'; of: ts.SignatureDeclaration; index: number; taken: string[] }
	/** The variable of `for (const x of list)`; of `for (const x in object)`, with `keys`. */
	| { kind: 'each'; list: ts.Expression; keys: boolean; taken: string[] }
	| { kind: 'import'; module: string; name: string };

/** Looks a name up through the scopes around its use. By name alone: hoisting and shadowing as in JavaScript. */
export function bindingOf(name: string, use: ts.Node): Binding | undefined {
	for (let scope: ts.Node | undefined = use.parent; scope; scope = scope.parent) {
		const found = rememberedIn(scope, name);
		if (found) return found;
	}
	return undefined;
}

/** Whether a scope inside the file binds a name where it is used, so that it is not the file's own. */
export function isShadowed(name: string, use: ts.Node): boolean {
	for (let scope = use.parent; scope && !ts.isSourceFile(scope); scope = scope.parent) {
		// A function expression knows itself by its name, and nobody else does.
		const isItself =
			(ts.isFunctionExpression(scope) || ts.isClassExpression(scope)) && scope.name?.text === name;
		if (isItself || rememberedIn(scope, name)) return true;
	}
	return false;
}

/** What names stand for in a scope. Nobody changes a tree, and a name is used more than once. */
const known = new WeakMap<ts.Node, Map<string, Binding | undefined>>();

function rememberedIn(scope: ts.Node, name: string): Binding | undefined {
	const names = known.get(scope) ?? new Map<string, Binding | undefined>();
	known.set(scope, names);
	const before = names.get(name);
	if (before || names.has(name)) return before;
	const found = inScope(scope, name);
	names.set(name, found);
	return found;
}

function inScope(scope: ts.Node, name: string): Binding | undefined {
	if (ts.isSourceFile(scope) || ts.isBlock(scope) || ts.isModuleBlock(scope))
		return inStatements(scope.statements, name);
	if (ts.isCaseBlock(scope))
		return inStatements(
			scope.clauses.flatMap((clause) => [...clause.statements]),
			name,
		);
	if (ts.isFunctionLike(scope)) return inParameters(scope, name);
	if (ts.isForStatement(scope) && scope.initializer && ts.isVariableDeclarationList(scope.initializer))
		return inDeclarations(scope.initializer, name);
	if (ts.isForOfStatement(scope) || ts.isForInStatement(scope)) {
		if (!ts.isVariableDeclarationList(scope.initializer)) return undefined;
		const [declaration] = scope.initializer.declarations;
		const taken = declaration && takenBy(declaration.name, name);
		const keys = ts.isForInStatement(scope);
		return taken && { kind: 'each', list: scope.expression, keys, taken };
	}
	return undefined;
}

function inParameters(scope: ts.SignatureDeclaration, name: string): Binding | undefined {
	for (const [index, parameter] of scope.parameters.entries()) {
		const taken = takenBy(parameter.name, name);
		if (taken) return { kind: 'parameter', of: scope, index, taken };
	}
	return undefined;
}

function inStatements(statements: readonly ts.Statement[], name: string): Binding | undefined {
	for (const statement of statements) {
		if (ts.isFunctionDeclaration(statement) && statement.name?.text === name)
			return { kind: 'function', node: statement };
		const found = ts.isVariableStatement(statement)
			? inDeclarations(statement.declarationList, name)
			: ts.isImportDeclaration(statement)
				? inImport(statement, name)
				: undefined;
		if (found) return found;
	}
	return undefined;
}

function inDeclarations(list: ts.VariableDeclarationList, name: string): Binding | undefined {
	for (const { name: bound, initializer } of list.declarations) {
		const taken = takenBy(bound, name);
		if (!taken) continue;
		const value = initializer && bare(initializer);
		if (taken.length === 0 && value && isFunction(value)) return { kind: 'function', node: value };
		return { kind: 'value', value: initializer, taken, isConst: (list.flags & ts.NodeFlags.Const) !== 0 };
	}
	return undefined;
}

function inImport(statement: ts.ImportDeclaration, wanted: string): Binding | undefined {
	for (const { module, name, local } of importedBy(statement))
		if (local === wanted) return { kind: 'import', module, name };
	return undefined;
}

/** The properties on the way to a name in a pattern; undefined when the pattern does not bind it. */
function takenBy(pattern: ts.BindingName, name: string): string[] | undefined {
	if (ts.isIdentifier(pattern)) return pattern.text === name ? [] : undefined;
	for (const [index, element] of pattern.elements.entries()) {
		if (ts.isOmittedExpression(element)) continue;
		const inner = takenBy(element.name, name);
		if (!inner) continue;
		if (ts.isArrayBindingPattern(pattern)) return [String(index), ...inner];
		const text = nameOf(element.propertyName ?? element.name) ?? '?';
		return element.dotDotDotToken ? inner : [text, ...inner];
	}
	return undefined;
}

/** What a file exports under a name: its declaration's value, through export lists and other files of the host. */
export function exportOf(file: Parsed, name: string, hops = 4): ts.Node | undefined {
	for (const statement of file.ast.statements) {
		const found = exportedBy(file, statement, name, hops);
		if (found) return found;
	}
	return undefined;
}

function exportedBy(file: Parsed, statement: ts.Statement, name: string, hops: number): ts.Node | undefined {
	if (ts.isExportAssignment(statement))
		return name === 'default' ? behind(statement.expression, hops) : undefined;
	if (ts.isExportDeclaration(statement)) {
		if (!statement.exportClause || !ts.isNamedExports(statement.exportClause) || hops <= 0) return undefined;
		const item = statement.exportClause.elements.find((element) => element.name.text === name);
		if (!item) return undefined;
		const local = (item.propertyName ?? item.name).text;
		const from = statement.moduleSpecifier;
		if (!from) return valueBehind(bindingOf(local, statement), file, hops);
		const other = isText(from) ? file.open(from.text) : undefined;
		return other && exportOf(other, local, hops - 1);
	}
	const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
	const has = (kind: ts.SyntaxKind) => modifiers.some((modifier) => modifier.kind === kind);
	if (!has(ts.SyntaxKind.ExportKeyword)) return undefined;
	if (ts.isFunctionDeclaration(statement)) {
		const exported = has(ts.SyntaxKind.DefaultKeyword) ? 'default' : statement.name?.text;
		return exported === name ? statement : undefined;
	}
	if (!ts.isVariableStatement(statement)) return undefined;
	const binding = inDeclarations(statement.declarationList, name);
	return valueBehind(binding, file, hops);
}

/** Through names to what they stand for: an expression, a function. */
export function behind(expression: ts.Node, hops = 4): ts.Node {
	const value = bare(expression);
	if (!ts.isIdentifier(value) || hops <= 0) return value;
	return valueBehind(bindingOf(value.text, value), fileOf(value), hops - 1) ?? value;
}

function valueBehind(binding: Binding | undefined, file: Parsed, hops: number): ts.Node | undefined {
	if (!binding || hops <= 0) return undefined;
	if (binding.kind === 'function') return binding.node;
	if (binding.kind === 'value' && binding.taken.length === 0 && binding.value)
		return behind(binding.value, hops - 1);
	if (binding.kind !== 'import') return undefined;
	const other = file.open(binding.module);
	return other && exportOf(other, binding.name, hops - 1);
}
