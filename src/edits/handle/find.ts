import {
	type BindingElement,
	type CallExpression,
	type ExportDeclaration,
	type ExportSpecifier,
	Node,
	type ObjectBindingPattern,
	type SourceFile,
	type VariableDeclaration,
	type VariableStatement,
} from 'ts-morph';
import { isAssigned } from '../../syntax/assignments.ts';
import { topLevelBinding } from '../../syntax/bindings.ts';
import { isFunctionValue } from '../../syntax/functions.ts';
import { takenName } from '../../syntax/objects.ts';
import { type Unclear, unclear } from '../../syntax/unclear.ts';
import { unwrap } from '../../syntax/unwrap.ts';
import { isFilled, isSurelyFilled } from './filled.ts';

/** Where SvelteKit 2 and 3 both keep `sequence`. */
export const hooksModule = '@sveltejs/kit/hooks';

/** How a hooks file comes by its `handle`. Numbers: the shapes of docs/host-shapes.md. */
export type FoundHandle =
	/** Nothing exports it (H2). `local`: a declaration or import that has the name without exporting it. */
	| { kind: 'none'; local?: Node }
	/** `sequence(...)`, exported by whatever form (H7 to H10). */
	| { kind: 'sequence'; call: CallExpression }
	/** A function that a statement of its own declares (H3 to H6). */
	| { kind: 'function'; statement: Node; exportKeyword: Node; name: Node }
	/** Any other expression behind `handle =` (H11 to H13), and a function between other declarators (H18). */
	| { kind: 'value'; value: Node }
	/** `export const { handle } = ...` (H16), where the pattern itself has it. */
	| { kind: 'taken'; element: TakenElement; name: Node; statement: VariableStatement }
	/** `export { local as handle }` (H15). */
	| { kind: 'listed'; specifier: ExportSpecifier; statement: ExportDeclaration }
	/** `export { handle } from '...'` (H14). */
	| { kind: 'reexported'; specifier: ExportSpecifier; statement: ExportDeclaration; module: string }
	| Unclear;

/** Of an object's pattern, and of no list's. */
export type TakenElement = BindingElement & { getParent(): ObjectBindingPattern };

/** Looks at the top level of the file only; SvelteKit takes nothing else. */
export function findHandle(ast: SourceFile): FoundHandle {
	let star: Node | undefined;
	for (const statement of ast.getStatements()) {
		if (Node.isExportDeclaration(statement)) {
			const found = inExportList(statement);
			if (found) return found;
			// A handle that the file exports by name wins over one that comes through a star.
			if (statement.isNamespaceExport() && !statement.isTypeOnly()) star ??= statement;
		} else if (isExported(statement)) {
			const found = inDeclaration(statement);
			if (found) return found;
		}
	}
	if (star) return unclear('`export *` may export a `handle` that cannot be seen here', star);
	const local = topLevelBinding(ast, 'handle');
	return local ? { kind: 'none', local } : { kind: 'none' };
}

function inExportList(statement: ExportDeclaration): FoundHandle | undefined {
	const type = statement
		.getNamedExports()
		.find((item) => (statement.isTypeOnly() || item.isTypeOnly()) && exportedName(item) === 'handle');
	if (type) return unclear('exports a type under the name `handle`', type);
	if (statement.isTypeOnly()) return undefined;
	if (statement.getNamespaceExport()?.getName() === 'handle')
		return unclear('exports a whole module as `handle`', statement);
	const specifier = statement.getNamedExports().find((item) => exportedName(item) === 'handle');
	if (!specifier) return undefined;
	const module = statement.getModuleSpecifierValue();
	if (module !== undefined) return { kind: 'reexported', specifier, statement, module };
	const local = topLevelBinding(statement.getSourceFile(), specifier.getName());
	// Nothing else may reach the sequence through the local name, or it would change under it.
	const call = Node.isVariableDeclaration(local) && sequenceBehind(local);
	if (call && isNamedTwice(statement.getSourceFile(), specifier.getName())) return { kind: 'sequence', call };
	const written =
		Node.isVariableDeclaration(local) && writtenAgain(statement.getSourceFile(), local.getName());
	if (isFilled(local) && !written) return { kind: 'listed', specifier, statement };
	return unclear(
		`exports \`${specifier.getName()}\` as \`handle\`, which may be something other than a function`,
		specifier,
	);
}

const exportedName = (item: ExportSpecifier): string => (item.getAliasNode() ?? item.getNameNode()).getText();

const isExported = (statement: Node): boolean =>
	Node.isExportable(statement) && statement.hasExportKeyword() && !statement.hasDefaultKeyword();

function inDeclaration(statement: Node): FoundHandle | undefined {
	if (Node.isVariableStatement(statement)) {
		const declaration = statement.getDeclarations().find((item) => bindsHandle(item.getNameNode()));
		return declaration && variableHandle(declaration, statement.getDeclarations().length === 1);
	}
	if (Node.isInterfaceDeclaration(statement) || Node.isTypeAliasDeclaration(statement)) return undefined;
	if (!Node.hasName(statement) || statement.getName() !== 'handle') return undefined;
	if (Node.isFunctionDeclaration(statement) && !statement.isAmbient())
		return functionHandle(statement, statement.getNameNodeOrThrow());
	return unclear(`\`handle\` is ${describe(statement)}`, statement);
}

const bindsHandle = (name: Node): boolean =>
	Node.isIdentifier(name)
		? name.getText() === 'handle'
		: name.getDescendants().some((node) => Node.isBindingElement(node) && node.getName() === 'handle');

function variableHandle(declaration: VariableDeclaration, alone: boolean): FoundHandle {
	const name = declaration.getNameNode();
	const written = writtenAgain(declaration.getSourceFile(), 'handle');
	if (!Node.isIdentifier(name)) {
		const taken = written ? undefined : takenHandle(declaration);
		return taken ?? unclear('takes `handle` out of a destructured value', name);
	}
	if (written) return unclear('gives `handle` another value later', written);
	const call = sequenceBehind(declaration);
	if (call) return { kind: 'sequence', call };
	const initializer = declaration.getInitializer();
	if (!initializer) return unclear('`handle` gets its value in another place', name);
	const value = unwrap(initializer);
	if (isFunctionValue(value) && alone) return functionHandle(declaration.getVariableStatementOrThrow(), name);
	if (isFunctionValue(value) || isSurelyFilled(value)) return { kind: 'value', value: initializer };
	return unclear('`handle` may be something other than a function here', name);
}

/** What the pattern itself takes by a name that can be seen, with nothing in its place where it is missing. */
function takenHandle(declaration: VariableDeclaration): FoundHandle | undefined {
	const pattern = declaration.getNameNode();
	if (!Node.isObjectBindingPattern(pattern)) return undefined;
	const element = pattern.getElements().find((item) => item.getName() === 'handle');
	if (!element || element.hasInitializer() || element.getDotDotDotToken()) return undefined;
	if (takenName(element) === undefined) return undefined;
	const statement = declaration.getVariableStatementOrThrow();
	return { kind: 'taken', element: element as TakenElement, name: element.getNameNode(), statement };
}

/** The assignment that changes a `let` or `var` behind its declaration: what is wired then is not what runs. */
function writtenAgain(ast: SourceFile, name: string): Node | undefined {
	return ast
		.getDescendants()
		.find((node) => Node.isIdentifier(node) && node.getText() === name && isAssigned(node));
}

function functionHandle(statement: Node, name: Node): FoundHandle {
	const exportKeyword = Node.isExportable(statement) ? statement.getExportKeywordOrThrow() : statement;
	return { kind: 'function', statement, exportKeyword, name };
}

function sequenceBehind(declaration: VariableDeclaration): CallExpression | undefined {
	const initializer = declaration.getInitializer();
	const value = initializer && unwrap(initializer);
	return value && isSequenceCall(value) ? value : undefined;
}

/** A call of SvelteKit's `sequence`, under an alias or through a namespace import too. */
export function isSequenceCall(value: Node): value is CallExpression {
	if (!Node.isCallExpression(value)) return false;
	const callee = value.getExpression().getText();
	const declarations = value
		.getSourceFile()
		.getImportDeclarations()
		.filter((declaration) => declaration.getModuleSpecifierValue() === hooksModule);
	return declarations.some(
		(declaration) =>
			`${declaration.getNamespaceImport()?.getText()}.sequence` === callee ||
			declaration
				.getNamedImports()
				.some(
					(item) =>
						item.getName() === 'sequence' && (item.getAliasNode()?.getText() ?? 'sequence') === callee,
				),
	);
}

const isNamedTwice = (ast: SourceFile, name: string): boolean =>
	ast.getDescendants().filter((node) => Node.isIdentifier(node) && node.getText() === name).length === 2;

function describe(node: Node): string {
	if (Node.isClassDeclaration(node)) return 'a class';
	if (Node.isEnumDeclaration(node)) return 'an enum';
	return `a ${node.getKindName()}, not a function`;
}
