import {
	type ClassDeclaration,
	type InterfaceDeclaration,
	type ModuleDeclaration,
	Node,
	type SourceFile,
	type Statement,
	SyntaxKind,
	type TypeAliasDeclaration,
	ts,
} from 'ts-morph';
import { nameOf } from '../../syntax/objects.ts';
import type { Source, Style } from '../../syntax/source.ts';
import { type Unclear, unclear } from '../../syntax/unclear.ts';
import type { Edit, EditResult, Refusal } from '../splice/edit.ts';
import { refuse, transform } from '../splice/transform.ts';
import { isAuthMember } from './session.ts';

/** What `fitAppTypes` answers where nothing is to be done or said. Any other reason is for the person to read. */
export const typesFit = 'the runtime types `locals.auth` already';

export const localsSnippet = [
	'declare global {',
	'	namespace App {',
	'		interface Locals {',
	'			// yours, under any name but `auth`: the runtime declares `auth(): Promise<Session | null>`',
	'		}',
	'	}',
	'}',
].join('\n');

/**
 * Looks whether a file's `App.Locals` goes together with the runtime's own, which TypeScript merges with it. Makes an
 * interface of a type alias, since an alias cannot be merged. Refuses what would break the type of `locals.auth()`.
 * @param path a file that may declare the namespace `App`: `src/app.d.ts`, or the server hooks.
 * @param options.readOnly another change edits this file: refuse instead of editing.
 */
export function fitAppTypes(
	path: string,
	content: string,
	options: { fallback?: Style; readOnly?: boolean } = {},
): EditResult {
	const frame = { snippet: localsSnippet, ...(options.fallback ? { fallback: options.fallback } : {}) };
	return transform(path, content, frame, (source) => {
		const { blocks, notes } = findApp(source.ast);
		const edits: Edit[] = [];
		for (const statement of blocks.flatMap((block) => block.getStatements())) {
			const result = fitLocals(source, statement, options.readOnly === true);
			if ('kind' in result) return result;
			edits.push(...result.edits);
			notes.push(...result.notes);
		}
		if (edits.length > 0) return { kind: 'edits', edits, notes };
		return { kind: 'unchanged', reason: typesFit, ...(notes.length > 0 ? { notes } : {}) };
	});
}

/** The blocks that add to the global namespace `App`, and what to say of those that only look so. */
export function findApp(ast: SourceFile): { blocks: ModuleDeclaration[]; notes: string[] } {
	const isModule = ts.isExternalModule(ast.compilerNode);
	const blocks: ModuleDeclaration[] = [];
	const notes: string[] = [];
	for (const declaration of ast.getStatements().filter(Node.isModuleDeclaration)) {
		const name = declaration.getNameNode();
		if (declaration.getDeclarationKind() === 'global') {
			blocks.push(...declaration.getStatements().filter(Node.isModuleDeclaration).filter(isApp));
		} else if (isApp(declaration)) {
			if (!isModule) blocks.push(declaration);
			else if (!declaration.hasExportKeyword()) notes.push(detached(declaration));
		} else if (Node.isStringLiteral(name) && authJsModules.includes(name.getLiteralValue())) {
			notes.push(
				`line ${declaration.getStartLineNumber()} extends the types of ${name.getLiteralValue()}, which our sessions do not have; extend \`@auth/core/types\` instead`,
			);
		}
	}
	return { blocks, notes };
}

/** Ours are built from `@auth/core`, so extensions of `@auth/core/types` reach them, and these do not. */
const authJsModules = ['@auth/sveltekit', '@auth/solid-start', 'next-auth'];

const isApp = (declaration: ModuleDeclaration): boolean => declaration.getName() === 'App';

const detached = (declaration: ModuleDeclaration): string =>
	`line ${declaration.getStartLineNumber()} declares \`App\` for this file only, because the file imports or exports something; put it into \`declare global { ... }\``;

interface Fit {
	edits: Edit[];
	notes: string[];
}

/** Whether one statement inside the namespace `App` goes together with ours. */
function fitLocals(source: Source, statement: Statement, readOnly: boolean): Fit | Refusal {
	const named =
		Node.isInterfaceDeclaration(statement) ||
		Node.isClassDeclaration(statement) ||
		Node.isTypeAliasDeclaration(statement) ||
		Node.isEnumDeclaration(statement) ||
		Node.isImportEqualsDeclaration(statement);
	if (!named || statement.getName() !== 'Locals') return { edits: [], notes: [] };
	const no = (reason: string, node: Node = statement) => refuse(reason, localsSnippet, node);
	if (Node.isEnumDeclaration(statement) || Node.isImportEqualsDeclaration(statement))
		return no('`Locals` is no interface, so nothing can be added to it');
	if (statement.getTypeParameters().length > 0)
		return no('`Locals` has type parameters, and SvelteKit gives it none');
	const clash = clashIn(membersOf(statement));
	if (clash) return refuse(clash, localsSnippet);
	if (!Node.isTypeAliasDeclaration(statement)) return { edits: [], notes: notesOf(statement) };
	if (readOnly || !Node.isTypeLiteral(statement.getTypeNode()))
		return no('`Locals` is a type alias, to which nothing can be added; make it an interface');
	return { edits: toInterface(source, statement), notes: [] };
}

function membersOf(declaration: InterfaceDeclaration | ClassDeclaration | TypeAliasDeclaration): Node[] {
	if (!Node.isTypeAliasDeclaration(declaration)) return declaration.getMembers();
	const type = declaration.getTypeNode();
	return Node.isTypeLiteral(type) ? type.getMembers() : [];
}

function clashIn(members: Node[]): Unclear | undefined {
	for (const node of members) {
		if (isNamedAuth(node) && !isAuthMember(node))
			return unclear('`Locals` has an `auth` that is not ours, and ours takes its place', node);
		if (Node.isIndexSignatureDeclaration(node) && !holdsAnything(node.getReturnTypeNode()))
			return unclear('`Locals` has an index signature that `auth()` does not fit', node);
	}
	return undefined;
}

const holdsAnything = (type: Node | undefined): boolean =>
	type?.getKind() === SyntaxKind.AnyKeyword || type?.getKind() === SyntaxKind.UnknownKeyword;

/** `[auth]` may be ours: what a constant is called by, nobody looks up here. */
const isNamedAuth = (member: Node): boolean =>
	nameOf(member) === 'auth' || (Node.hasName(member) && member.getNameNode().getText() === '[auth]');

function notesOf(declaration: InterfaceDeclaration | ClassDeclaration): string[] {
	const base = Node.isClassDeclaration(declaration) ? declaration.getExtends() : declaration.getExtends()[0];
	if (!base) return [];
	return [
		`line ${base.getStartLineNumber()}: \`Locals\` extends \`${base.getText()}\`, which must have no \`auth\` of its own`,
	];
}

/** `type Locals = { ... };` as `interface Locals { ... }`: the literal itself stays as it is. */
function toInterface({ text }: Source, alias: TypeAliasDeclaration): Edit[] {
	const keyword = alias.getFirstChildByKindOrThrow(SyntaxKind.TypeKeyword);
	const equals = alias.getFirstChildByKindOrThrow(SyntaxKind.EqualsToken);
	// `Locals = {` has a blank on both sides of the sign; one is enough.
	const blanks = /\s/.test(text[equals.getStart() - 1] ?? '') && text[equals.getEnd()] === ' ';
	const edits = [
		{ start: keyword.getStart(), end: keyword.getEnd(), text: 'interface' },
		{ start: equals.getStart(), end: equals.getEnd() + (blanks ? 1 : 0), text: '' },
	];
	const last = alias.getLastChild();
	// An interface with a semicolon behind it has an empty statement behind it, which a declaration file must not have.
	if (last?.getKind() === SyntaxKind.SemicolonToken)
		edits.push({ start: last.getStart(), end: last.getEnd(), text: '' });
	return edits;
}
