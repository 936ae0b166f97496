import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'rolldown';
import { ts } from 'ts-morph';
import { parseText } from '../../../src/syntax/tree/parse.ts';
import { root } from '../../bootstrap.mjs';
import { declaredBy } from './statements.ts';

/**
 * Members of ts-morph's nodes that change a tree, and print what is to be put into it: more than half of ts-morph hangs on them.
 * Nobody here calls them, since edits are made in the text. One that our sources name stays, but for the words of `always`, which
 * are those of maps and sets, too.
 */
const changing =
	/^(?:add|append|apply|copy|delete|emit|fix|format|insert|manipulate|move|organize|prepend|print|remove|rename|replace|save|set|toggle|unset|unwrap)[A-Z]\w*$/;
const always = new Set([
	...['copy', 'delete', 'emit', 'getStructure', 'move', 'print'],
	...['printText', 'remove', 'rename', 'save', 'set', 'transform'],
]);

/** A class of nodes extends a mixture, or one of these. */
const nodeClass = /^(?:\w*Base|_classSuper|Node|Expression|Statement)$/;

/** Of ts-morph only what can be reached from the names that this project uses goes into the bundle, down to the single method. */
export const withoutChanges: Plugin = {
	name: 'without-changes',
	transform: (code, id) => (/[\\/]ts-morph[\\/]dist[\\/]ts-morph\.js$/.test(id) ? reachable(code) : null),
};

/** ts-morph as it goes into the bundle. */
export const wrappers = (): string =>
	reachable(readFileSync(join(root, 'node_modules/ts-morph/dist/ts-morph.js'), 'utf8'));

type Member = ts.ClassElement & { name: ts.Identifier | ts.PrivateIdentifier };

function reachable(code: string): string {
	const { statements } = parseText('ts-morph.mjs', code, true);
	const { members, exported } = namesOfOurs();
	const reach = new Reach(statements, members);
	for (const node of statements) {
		const name = exportedBy(node);
		if (name === undefined ? declaredBy(node).length === 0 : exported.has(name)) reach.kept.add(node);
	}
	reach.follow();
	if (reach.kept.size < 100) throw new Error('ts-morph is written in another form now');
	return without(code, [...statements.filter((node) => !reach.kept.has(node)), ...reach.unused]);
}

/** Follows the names in what is kept to what else has to be. */
class Reach {
	/** Statements, and members of classes in them. */
	readonly kept = new Set<ts.Node>();
	/** Members of kept classes whose name nobody used so far, and those that are left out. */
	readonly unused = new Set<Member>();
	readonly #owners: ReadonlyMap<string, ts.Statement>;
	readonly #ours: ReadonlySet<string>;
	readonly #used: Set<string>;

	constructor(statements: readonly ts.Statement[], ours: ReadonlySet<string>) {
		this.#owners = new Map(statements.flatMap((node) => declaredBy(node).map((name) => [name, node])));
		this.#ours = ours;
		this.#used = new Set(ours);
	}

	follow(): void {
		// A set may grow while it is walked through, and what is added is walked through, too.
		for (const node of this.kept) ts.forEachChild(node, this.#visit);
	}

	readonly #visit = (node: ts.Node): void => {
		if (isMember(node)) {
			if (!this.#isLeftOut(node) && this.#used.has(node.name.text)) this.kept.add(node);
			else this.unused.add(node);
		} else if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) {
			if (isKey(node)) return;
			if (isOfObject(node)) this.#use(node.text);
			else this.#need(node.text);
		} else {
			// Decorators and the like name members in strings.
			if (ts.isStringLiteralLike(node)) this.#use(node.text);
			ts.forEachChild(node, this.#visit);
		}
	};

	#need(name: string): void {
		const owner = this.#owners.get(name);
		if (owner) this.kept.add(owner);
	}

	#use(name: string): void {
		if (this.#used.has(name)) return;
		this.#used.add(name);
		for (const member of this.unused)
			if (member.name.text === name && !this.#isLeftOut(member)) {
				this.unused.delete(member);
				this.kept.add(member);
			}
	}

	#isLeftOut({ name, parent }: Member): boolean {
		const isChanging = always.has(name.text) || (changing.test(name.text) && !this.#ours.has(name.text));
		return isChanging && isNodeClass(parent);
	}
}

/** The names of members in our sources, and what those import from ts-morph. */
function namesOfOurs(): { members: ReadonlySet<string>; exported: ReadonlySet<string> } {
	const [members, exported] = [new Set<string>(), new Set<string>()];
	const visit = (node: ts.Node): void => {
		if (ts.isIdentifier(node) && isOfObject(node)) members.add(node.text);
		if (ts.isStringLiteralLike(node)) members.add(node.text);
		if (ts.isImportDeclaration(node) && (node.moduleSpecifier as ts.StringLiteral).text === 'ts-morph')
			for (const name of importedBy(node)) exported.add(name);
		ts.forEachChild(node, visit);
	};
	for (const file of globSync('src/**/*.ts', { cwd: root }).filter((path) => !path.endsWith('.test.ts')))
		visit(parseText(file, readFileSync(join(root, file), 'utf8'), true));
	return { members, exported };
}

function importedBy({ importClause }: ts.ImportDeclaration): string[] {
	const bindings = importClause?.namedBindings;
	if (!bindings || !ts.isNamedImports(bindings)) return [];
	return bindings.elements.map(({ name, propertyName }) => (propertyName ?? name).text);
}

/** `exports.Node = Node`, `Object.defineProperty(exports, "Node", ...)` */
function exportedBy(node: ts.Statement): string | undefined {
	if (!ts.isExpressionStatement(node)) return undefined;
	const { expression } = node;
	if (ts.isBinaryExpression(expression)) {
		const { left } = expression;
		const isExport = ts.isPropertyAccessExpression(left) && isExports(left.expression);
		return isExport ? left.name.text : undefined;
	}
	if (!ts.isCallExpression(expression)) return undefined;
	const [target, name] = expression.arguments;
	return target && isExports(target) && name && ts.isStringLiteral(name) ? name.text : undefined;
}

const isExports = (node: ts.Node): boolean => ts.isIdentifier(node) && node.text === 'exports';

/** What has a name, and does nothing while nobody uses it. */
function isMember(node: ts.Node): node is Member {
	if (!ts.isClassElement(node) || !ts.isClassLike(node.parent) || !node.name) return false;
	if (!ts.isIdentifier(node.name) && !ts.isPrivateIdentifier(node.name)) return false;
	return ts.isMethodDeclaration(node) || ts.isAccessor(node) || isStatic(node);
}

const isStatic = (node: ts.ClassElement): boolean =>
	ts.isPropertyDeclaration(node) &&
	(node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) ?? false);

function isNodeClass(node: ts.Node): boolean {
	if (!ts.isClassLike(node)) return false;
	const extended = node.heritageClauses?.[0]?.types[0]?.expression;
	return node.name?.text === 'Node' || (extended !== undefined && nodeClass.test(extended.getText()));
}

/** Whether a name is one of a member, and not of a variable: `a.name`, `#name in a`, `const { name } = a`. */
function isOfObject(node: ts.Identifier | ts.PrivateIdentifier): boolean {
	const { parent } = node;
	if (ts.isPropertyAccessExpression(parent)) return parent.name === node;
	if (ts.isBindingElement(parent)) return parent.initializer !== node;
	return ts.isPrivateIdentifier(node);
}

/** Whether a name is only declared with it, as `name` in `{ name: 1 }`. */
const isKey = (node: ts.Node): boolean =>
	(ts.isPropertyAssignment(node.parent) || ts.isClassElement(node.parent)) && node.parent.name === node;

function without(code: string, nodes: readonly ts.Node[]): string {
	let [text, from] = ['', 0];
	for (const { pos, end } of [...nodes].sort((a, b) => a.pos - b.pos)) {
		// One may lie in another that goes.
		if (end <= from) continue;
		text += code.slice(from, pos);
		from = end;
	}
	return text + code.slice(from);
}
