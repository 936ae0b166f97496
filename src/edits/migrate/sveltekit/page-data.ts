import {
	type ClassDeclaration,
	type InterfaceDeclaration,
	type ModuleDeclaration,
	Node,
	type Statement,
	SyntaxKind,
	type TypeLiteralNode,
	ts,
} from 'ts-morph';
import { nameOf } from '../../../syntax/objects.ts';
import type { Source } from '../../../syntax/source.ts';
import { indentationAt } from '../../../syntax/text.ts';
import { type Edit, type EditFinding, insertion } from '../../splice/edit.ts';

/** As the predecessor declared it for every page. */
const pageSession = (quote: string): string =>
	`session?: import(${quote}@authgraft/runtime/sveltekit${quote}).Session | null`;

export const pageSnippet = [
	'declare global {',
	'	namespace App {',
	'		interface PageData {',
	`			${pageSession("'")};`,
	'		}',
	'	}',
	'}',
].join('\n');

export type Body = InterfaceDeclaration | ClassDeclaration | TypeLiteralNode;

/** What lists the members of a type of the namespace. */
export const bodiesOf = (block: ModuleDeclaration, name: string): Body[] =>
	block.getStatements().flatMap((statement) => (isNamed(statement, name) ? (bodyOf(statement) ?? []) : []));

function isNamed(statement: Statement, name: string): boolean {
	const named =
		Node.isInterfaceDeclaration(statement) ||
		Node.isClassDeclaration(statement) ||
		Node.isTypeAliasDeclaration(statement);
	return named && statement.getName() === name;
}

function bodyOf(statement: Statement): Body | undefined {
	if (Node.isInterfaceDeclaration(statement) || Node.isClassDeclaration(statement)) return statement;
	const type = Node.isTypeAliasDeclaration(statement) ? statement.getTypeNode() : undefined;
	return Node.isTypeLiteral(type) ? type : undefined;
}

/** The edits that put `session` into `App.PageData`. */
export function pageData(source: Source, blocks: ModuleDeclaration[], findings: EditFinding[]): Edit[] {
	const declared = blocks.flatMap((block) => block.getStatements()).filter((one) => isNamed(one, 'PageData'));
	const bodies = declared.flatMap((statement) => bodyOf(statement) ?? []);
	if (bodies.some((body) => (body.getMembers() as Node[]).some((one) => nameOf(one) === 'session')))
		return [];
	const { indent, quote, semicolons } = source.style;
	const member = pageSession(quote);
	const end = semicolons ? ';' : '';
	const [body] = bodies;
	const [first] = declared;
	if (first && (!body || mayHaveSession(first))) {
		findings.push({
			code: 'page-data',
			line: first.getStartLineNumber(),
			text: `is left as it is: where it has no \`session\`, add \`${member}\`.`,
		});
		return [];
	}
	if (body) return [intoBody(source, body, member + end)];
	const [block] = blocks;
	if (block) return [intoBlock(source, block, ['interface PageData {', `${indent}${member}${end}`, '}'])];
	const inner = [
		'namespace App {',
		`${indent}interface PageData {`,
		`${indent}${indent}${member}${end}`,
		`${indent}}`,
		'}',
	];
	const isModule = ts.isExternalModule(source.ast.compilerNode);
	const lines = isModule
		? ['declare global {', ...inner.map((line) => indent + line), '}']
		: inner.map((line, index) => (index === 0 ? `declare ${line}` : line));
	return [atEnd(source, lines)];
}

/** Lines below all that is there; the file ends as it did. */
function atEnd({ text, style: { eol } }: Source, lines: string[]): Edit {
	const block = lines.join(eol);
	if (text.trim() === '') return insertion(text.length, block + eol);
	return insertion(text.length, text.endsWith('\n') ? eol + block + eol : eol + eol + block);
}

/** A type that it builds on. */
const mayHaveSession = (statement: Statement): boolean =>
	Node.isInterfaceDeclaration(statement)
		? statement.getExtends().length > 0
		: Node.isClassDeclaration(statement) && statement.getExtends() !== undefined;

/** A member more, behind the others: on their line where they share one. */
function intoBody(source: Source, body: Body, text: string): Edit {
	const open = body.getFirstChildByKindOrThrow(SyntaxKind.OpenBraceToken).getEnd();
	const close = body.getLastChildByKindOrThrow(SyntaxKind.CloseBraceToken).getStart();
	const inner = source.text.slice(open, close);
	const last = (body.getMembers() as Node[]).at(-1);
	if (!last || inner.includes('\n')) return intoBraces(source, open, close, [text]);
	const end = /[;,]$/.test(last.getText()) ? '' : ';';
	return insertion(open + inner.trimEnd().length, `${end} ${text.replace(/;$/, '')}`);
}

const intoBlock = (source: Source, block: ModuleDeclaration, lines: string[]): Edit => {
	const body = block.getBodyOrThrow();
	return intoBraces(source, body.getStart() + 1, body.getEnd() - 1, lines);
};

/** New lines at the end of what stands in braces. */
function intoBraces({ text, style }: Source, open: number, close: number, lines: string[]): Edit {
	const { eol, indent } = style;
	const outer = indentationAt(text, close);
	const block = lines.map((line) => outer + indent + line + eol).join('');
	const start = text.lastIndexOf('\n', close - 1) + 1;
	if (start > open && text.slice(start, close).trim() === '') return insertion(start, block);
	const at = open + text.slice(open, close).trimEnd().length;
	return { start: at, end: close, text: eol + block + outer };
}
