import { type Block, Node, type Statement, SyntaxKind, ts } from 'ts-morph';
import { findExport } from '../../syntax/exports.ts';
import type { HostFunction } from '../../syntax/functions.ts';
import { sameModule } from '../../syntax/imports.ts';
import { parse, type Source } from '../../syntax/source.ts';
import { endOfLine } from '../../syntax/text.ts';
import { type Unclear, unclear } from '../../syntax/unclear.ts';
import type { Edit, EditResult } from '../splice/edit.ts';
import { removeStatements } from '../splice/remove.ts';
import { type Located, refuse, transform } from '../splice/transform.ts';
import {
	type IsOwnImport,
	inEdits,
	isSpent,
	mergeDeletions,
	removeUnused,
} from '../splice/unused-imports.ts';
import { type GuardCall, GuardNames, guardsOf } from './call.ts';
import { ownGuard } from './own.ts';
import { eventModules, type GuardRequest } from './request.ts';
import { select } from './select.ts';

/**
 * Takes the runtime's guard out of functions (`unprotect-route`), with the imports that nothing uses then.
 * Refuses where the function goes on with what the guard returns. A `load` that is nothing but the guard goes; when then
 * nothing is left in the file, its text is empty.
 */
export function removeFunctionGuards(path: string, content: string, request: GuardRequest): EditResult {
	const snippet = 'await requireUser(event); // take this statement out';
	const frame = { snippet, ...(request.fallback ? { fallback: request.fallback } : {}) };
	const result = transform(path, content, frame, (source) => removal(source, request, snippet));
	return result.kind === 'edited' && isSpent(parse(path, result.text).ast) ? { ...result, text: '' } : result;
}

function removal(source: Source, request: GuardRequest, snippet: string): Located {
	const names = new GuardNames(source, request);
	const edits: Edit[] = [];
	const notes: string[] = [];
	for (const { kind, name, written } of select(source, request)) {
		if (written.kind === 'unclear') continue;
		const { fn } = written;
		const found = removeFrom(source, names, fn, kind === 'load');
		if (!Array.isArray(found)) return refuse(found, snippet);
		edits.push(...found);
		const own = ownGuard(fn);
		if (own && found.length === 0)
			notes.push(`line ${own.getStartLineNumber()} has a check of its own in \`${name}\`: that stays`);
	}
	if (edits.length === 0) return { kind: 'unchanged', reason: 'has no guard of ours', notes };
	const all = mergeDeletions([...removeUnused(source, ownImports(request), inEdits(edits)), ...edits]);
	return { kind: 'edits', edits: all, notes };
}

/** What `addFunctionGuards` may have imported. */
function ownImports(request: GuardRequest): IsOwnImport {
	const { framework, runtimeModule, authModule, sessionModules = [] } = request;
	const own: [module: string, name: string][] = [
		[runtimeModule, 'requireUser'],
		[runtimeModule, 'hasRole'],
		[eventModules[framework], 'getRequestEvent'],
		['./$types', 'PageServerLoad'],
		...(authModule ? [[authModule, 'authConfig'] as [string, string]] : []),
		...sessionModules.map((module): [string, string] => [module, 'requireSession']),
	];
	return (module, name) => own.some(([from, exported]) => name === exported && sameModule(module, from));
}

function removeFrom(source: Source, names: GuardNames, fn: HostFunction, isLoad: boolean): Edit[] | Unclear {
	const body = fn.getBody();
	if (!Node.isBlock(body)) return isGuardAlone(names, body) ? unclear('is nothing but the guard', fn) : [];
	const guards = guardsOf(names, fn, isLoad).filter(({ awaited }) => awaited);
	const used = guards.find((guard) => isUsed(guard, fn));
	if (used) return unclear('goes on with what the guard returns', used.call);
	if (guards.length === 0) return [];
	const commented = guards.find(({ statement }) => /\/\/|\/\*/.test(statement.getText()));
	if (commented) return unclear('has a comment inside the guard', commented.statement);
	const whole = isLoad ? loadAlone(source, fn, body, guards) : undefined;
	const statements = guards.map(({ statement }) => statement);
	return whole ?? removeFromBlock(source, body, statements);
}

const isGuardAlone = (names: GuardNames, body: Node | undefined): boolean =>
	Node.isExpression(body) && names.in(body) !== undefined;

/** Whether a guard is more than a statement of its own. */
function isUsed({ statement, call }: GuardCall, fn: HostFunction): boolean {
	if (Node.isExpressionStatement(statement)) return false;
	if (!Node.isVariableStatement(statement)) return true;
	const declarations = statement.getDeclarations();
	if (declarations.length > 1) return true;
	const bound = statement
		.getDescendantsOfKind(SyntaxKind.Identifier)
		.filter((id) => id.getEnd() < call.getStart());
	const within = fn.getDescendantsOfKind(SyntaxKind.Identifier);
	return bound.some((name) => within.some((id) => id.getText() === name.getText() && !bound.includes(id)));
}

/** Takes the guards out with their lines, so that what was inserted is gone without a trace. */
function removeFromBlock(source: Source, block: Block, statements: Statement[]): Edit[] {
	const [open, close] = [block.getStart() + 1, block.getEnd() - 1];
	let rest = source.text.slice(open, close);
	for (const statement of statements) rest = rest.replace(statement.getText(), '');
	// Nothing else stands in it, not even a comment: `{}`.
	if (rest.trim() === '') return [{ start: open, end: close, text: '' }];
	return removeStatements(source, statements);
}

/** A `load` that only guards, as `addFunctionGuards` writes it, with the line in front; undefined for any other. */
function loadAlone(source: Source, fn: HostFunction, body: Block, guards: GuardCall[]): Edit[] | undefined {
	const { text, ast } = source;
	if (body.getStatements().length > guards.length) return undefined;
	const found = findExport(ast, 'load');
	const statement = fn.getFirstAncestorByKind(SyntaxKind.VariableStatement) ?? fn;
	const plain = found.kind === 'function' || (found.kind === 'value' && found.value === fn);
	if (!plain || statement.getParent() !== ast) return undefined;
	if (Node.isVariableStatement(statement) && statement.getDeclarations().length > 1) return undefined;
	const jsdoc = ts.getLeadingCommentRanges(text, statement.getFullStart()) ?? [];
	const ours = /^\/\*\* @type \{import\('\.\/\$types'\)\.PageServerLoad\} \*\/$/;
	const type = jsdoc.at(-1);
	const start = type && ours.test(text.slice(type.pos, type.end)) ? type.pos : statement.getStart();
	const end = statement.getEnd();
	// Other comments of it would be left without what they are about.
	if (jsdoc.length > (start === type?.pos ? 1 : 0) || /\/\/|\/\*/.test(text.slice(statement.getStart(), end)))
		return undefined;
	const lineEnd = endOfLine(text, end);
	if (text.slice(end, lineEnd).trim() !== '') return undefined;
	const newline = text.indexOf('\n', lineEnd);
	const before = text.slice(0, start);
	const gap = /(?:\r?\n)?[ \t]*$/.exec(before)?.[0].length ?? 0;
	const blank = /\n\r?\n[ \t]*$/.test(before) ? gap : 0;
	if (newline === -1) return [{ start: before.trimEnd().length, end: lineEnd, text: '' }];
	return [{ start: start - blank, end: newline + 1, text: '' }];
}
