import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'rolldown';
import { ts } from 'ts-morph';
import { parseText } from '../../../src/syntax/tree/parse.ts';
import { root } from '../../bootstrap.mjs';
import { declaredBy } from './statements.ts';
import { wrappers } from './wrappers.ts';

/**
 * What is asked at the start and does without an answer: each project of ts-morph makes itself a language service, and the compiler looks
 * for a clock, with which Node loads ten modules.
 */
const unanswered = new Map([
	['createLanguageService', '{}'],
	['tryGetPerformance', 'undefined'],
]);

/**
 * What ts-morph or the compiler names and nobody here calls: it makes programs of files and checks their types, writes JavaScript,
 * builds projects, looks for modules, completes words, shows what a symbol's comment says, changes trees or reads a tsconfig.json.
 * Most of the compiler hangs on these few; called all the same, they say so.
 */
const leftOut = new Set([
	...['buildWorker', 'createCompilerHost', 'createPrinter', 'createProgram', ...unanswered.keys()],
	...['createTypeChecker', 'emitFiles', 'formatDiagnosticsWithColorAndContext', 'getDeclarationDiagnostics'],
	...['getDocumentationComment', 'getJsDocTagsOfDeclarations', 'getPreEmitDiagnostics', 'getTransformers'],
	...['parseJsonConfigFileContentWorker', 'resolveModuleName', 'transform', 'visitEachChild'],
]);

/** The table of everything that the compiler can say, a quarter of what is left: entries that nothing names go. */
const messages = 'Diagnostics';

/** Registers at load what only editors ask for. The last lists the exports for a loader that looks and does not run. */
const forEditors = /^(?:registerCodeFix|registerRefactor)\(|^0 && /;

/** The object with everything that the compiler exports. */
const everything = 'typescript_exports';

/**
 * Loading TypeScript is half of a short run, and three quarters of it is never called: of the one function that it is, only
 * what can be reached from the names that ts-morph and this project use goes into the bundle. A name counts as used
 * wherever it stands, so too much stays rather than too little.
 */
export const withoutCompiler: Plugin = {
	name: 'without-compiler',
	transform(code, id) {
		if (!/@ts-morph[\\/]common[\\/]dist[\\/]typescript\.js$/.test(id)) return null;
		return reachable(code, namesUsed(dirname(id)));
	},
};

/** Whatever follows `ts.` (`ts__namespace.` in one of its files) in ts-morph and in our own sources. */
function namesUsed(common: string): Set<string> {
	const sources = globSync('src/**/*.ts', { cwd: root }).map((file) => join(root, file));
	const files = [join(common, 'ts-morph-common.js'), ...sources];
	const texts = files.map((file) => readFileSync(file, 'utf8'));
	return new Set(
		[wrappers(), ...texts].flatMap((text) => text.match(/(?<=\bts(?:__namespace)?\.)\w+/g) ?? []),
	);
}

/** A statement of the compiler's outermost level, and what belongs to it. */
interface Part {
	node: ts.Statement;
	names: string[];
	/** Statements that fill what this one declares: `((Parser) => { ... })(Parser || (Parser = {}))`. */
	more: Part[];
}

function reachable(code: string, used: ReadonlySet<string>): string {
	const source = parseText('typescript.mjs', code);
	const statements = statementsOf(source);
	const parts = statements.map((node): Part => ({ node, names: declaredBy(node), more: [] }));
	const owners = Map.groupBy(
		parts.flatMap((part) => part.names.map((name) => ({ name, part }))),
		({ name }) => name,
	);
	const kept = new Set<Part>();
	const need = (name: string) => owners.get(name)?.forEach(({ part }) => void kept.add(part));
	for (const part of parts.filter(({ names }) => names.length === 0)) {
		const filled = filledBy(part.node);
		const owner = filled === undefined ? undefined : owners.get(filled)?.[0]?.part;
		if (owner) owner.more.push(part);
		else if (!forEditors.test(part.node.getText(source))) kept.add(part);
	}
	// A set may grow while it is walked through, and what is added is walked through, too.
	for (const part of kept) {
		for (const other of part.more) kept.add(other);
		if (!part.names.some((name) => leftOut.has(name)))
			for (const name of namesIn(part.node, used)) need(name);
	}
	const [first, last] = [statements[0], statements.at(-1)];
	if (!first || !last || kept.size < 100) throw new Error('ts-morph keeps its compiler in another form now');
	const said = namedMessages([...kept].filter(({ names }) => !names.some((name) => leftOut.has(name))));
	const texts = parts.filter((part) => kept.has(part)).map((part) => textOf(part, code, used, said));
	return [code.slice(0, first.pos), ...texts, code.slice(last.end)].join('');
}

/** What stands in `((module) => { ... })(...)`. */
function statementsOf(source: ts.SourceFile): readonly ts.Statement[] {
	for (const statement of source.statements) {
		if (!ts.isExpressionStatement(statement) || !ts.isCallExpression(statement.expression)) continue;
		const called = statement.expression.expression;
		const wrapper = ts.isParenthesizedExpression(called) ? called.expression : called;
		if (ts.isArrowFunction(wrapper) && ts.isBlock(wrapper.body)) return wrapper.body.statements;
	}
	return [];
}

/** The declared object that a statement does nothing but fill: `A.b = c`, `((A2) => { ... })(A || (A = {}))`, `__export(A, ...)`. */
function filledBy(node: ts.Statement): string | undefined {
	if (!ts.isExpressionStatement(node)) return undefined;
	const { expression } = node;
	if (ts.isBinaryExpression(expression)) return firstOf(expression.left);
	if (!ts.isCallExpression(expression)) return undefined;
	const [argument] = expression.arguments;
	if (isExports(expression)) return argument && firstOf(argument);
	if (!ts.isParenthesizedExpression(expression.expression) || !argument) return undefined;
	return firstOf(ts.isBinaryExpression(argument) ? argument.left : argument);
}

const isExports = (call: ts.CallExpression): boolean =>
	ts.isIdentifier(call.expression) && call.expression.text === '__export';

/** `a` of `a.b.c` */
function firstOf(node: ts.Expression): string | undefined {
	if (ts.isPropertyAccessExpression(node)) return firstOf(node.expression);
	return ts.isIdentifier(node) && node.text !== 'module' ? node.text : undefined;
}

/** The names in a statement, but for those of properties; of the list of all exports those behind the used ones. */
function namesIn(root: ts.Node, used: ReadonlySet<string>): Set<string> {
	const names = new Set<string>();
	const visit = (node: ts.Node): void => {
		if (ts.isIdentifier(node)) names.add(node.text);
		else if (ts.isPropertyAccessExpression(node)) visit(node.expression);
		else if (ts.isPropertyAssignment(node) && !ts.isComputedPropertyName(node.name)) visit(node.initializer);
		else ts.forEachChild(node, visit);
	};
	const listed = exportsIn(root);
	if (listed) names.add('__export');
	for (const node of listed?.filter(({ name }) => used.has(name.text)) ?? [root]) visit(node);
	return names;
}

type Entry = ts.PropertyAssignment & { name: ts.Identifier };

const isEntry = (one: ts.ObjectLiteralElementLike): one is Entry =>
	ts.isPropertyAssignment(one) && ts.isIdentifier(one.name);

/** The entries of the table of messages. */
function tableIn(node: ts.Statement): Entry[] {
	const list = ts.isVariableStatement(node) ? node.declarationList.declarations[0]?.initializer : undefined;
	if (!list || !ts.isObjectLiteralExpression(list) || !list.properties.every(isEntry))
		throw new Error(`TypeScript keeps ${messages} in another form now`);
	return list.properties.filter(isEntry);
}

/** The entries of the list of everything that the compiler exports. */
function exportsIn(node: ts.Node): Entry[] | undefined {
	if (!ts.isExpressionStatement(node) || !ts.isCallExpression(node.expression)) return undefined;
	const [target, list] = node.expression.arguments;
	const isList =
		isExports(node.expression) && target && ts.isIdentifier(target) && target.text === everything;
	if (!isList || !list || !ts.isObjectLiteralExpression(list)) return undefined;
	return list.properties.filter(isEntry);
}

/**
 * The entries of the table of messages that are named.
 * @throws Error where the table is used in another way than by the names of its entries
 */
function namedMessages(parts: readonly Part[]): ReadonlySet<string> {
	const said = new Set<string>();
	const visit = (node: ts.Node): void => {
		if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression)) {
			if (node.expression.text === messages) said.add(node.name.text);
			return;
		}
		if (ts.isIdentifier(node) && node.text === messages)
			throw new Error(`TypeScript uses ${messages} in another way now`);
		ts.forEachChild(node, visit);
	};
	for (const { node, names } of parts) if (!names.includes(messages) && !exportsIn(node)) visit(node);
	return said;
}

function textOf(
	{ node, names }: Part,
	code: string,
	used: ReadonlySet<string>,
	said: ReadonlySet<string>,
): string {
	const table = names.includes(messages) ? tableIn(node) : undefined;
	if (table) {
		const entries = table.filter(({ name }) => said.has(name.text));
		return `\nvar ${messages} = {${entries.map((one) => code.slice(one.pos, one.end)).join(',')}};`;
	}
	const name = names.find((one) => leftOut.has(one));
	if (name && unanswered.has(name)) return `\nfunction ${name}() { return ${unanswered.get(name)}; }`;
	if (name) return `\nfunction ${name}() { throw new Error('${name} of TypeScript is not in the bundle'); }`;
	const listed = exportsIn(node);
	if (!listed) return code.slice(node.pos, node.end);
	const entries = listed.filter((one) => used.has(one.name.text)).map((one) => code.slice(one.pos, one.end));
	return `\n__export(${everything}, {${entries.join(',')}});`;
}
