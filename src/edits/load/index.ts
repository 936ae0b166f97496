import { Node, SyntaxKind } from 'ts-morph';
import { findLoad, type HostFunction } from '../../syntax/functions.ts';
import type { Source, Style } from '../../syntax/source.ts';
import { type Unclear, unclear } from '../../syntax/unclear.ts';
import { receivesEvent } from '../functions/event.ts';
import { type Edit, type EditResult, insertion, type Refusal } from '../splice/edit.ts';
import { insertItems } from '../splice/list.ts';
import { type Located, refuse, transform } from '../splice/transform.ts';
import { sessionAccess } from './access.ts';
import { type NewLoad, newLoad } from './new-load.ts';
import { pageOptionNotes } from './page-options.ts';
import { alwaysEnds, hidesProperty, type Result, resultsOf } from './results.ts';
import { ownSession } from './session.ts';
import { hasNarrowType } from './types.ts';

export const sessionSnippet = [
	'export const load = async ({ locals }) => {',
	'	return { session: await locals.auth() };',
	'};',
].join('\n');

/**
 * Adds `session: await locals.auth()` to what the `load` of a root layout returns (docs/specification.md, 4.2.12),
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
		if (found.kind === 'unclear') return refused(found);
		if (found.kind === 'none')
			return {
				kind: 'edits',
				edits: newLoad(source, 'LayoutServerLoad', ours, options.typed),
				notes: pageOptionNotes(source.ast),
			};
		const { fn: load, wrapper } = found;
		if (wrapper) {
			const callee = wrapper.getExpression().getText();
			const reason = unclearWrapper(source, load, callee, wrapper.getTypeArguments().length > 0);
			if (reason) return refused(unclear(reason, wrapper));
		}
		return extendLoad(source, load);
	});
}

const ours: NewLoad = { parameter: 'locals', result: '{ session: await locals.auth() }' };

const refused = (why: Unclear): Refusal => refuse(why, sessionSnippet);

/** Why a function inside a call is left alone; undefined when it is the load. */
function unclearWrapper(
	source: Source,
	load: HostFunction,
	callee: string,
	typed: boolean,
): string | undefined {
	if (!receivesEvent(source, load, callee))
		return `makes its \`load\` with \`${callee}(...)\`, whose function may be handed something else than the event`;
	if (!load.isAsync())
		return `makes its \`load\` with \`${callee}(...)\`, whose function is not async, and may have to stay so`;
	return typed ? `gives \`${callee}(...)\` types that may hold no \`session\`` : undefined;
}

function extendLoad(source: Source, load: HostFunction): Located {
	const results = resultsOf(source, load);
	if ('reason' in results) return refused(results);
	const own = ownSession(load, results);
	if (own) {
		const reason = own.ours
			? 'the root layout returns the session already'
			: `line ${own.line} returns a \`session\` of its own; read ours with \`await locals.auth()\``;
		return { kind: 'unchanged', reason };
	}
	if (hasNarrowType(load))
		return refused(unclear('declares a type for what `load` returns that may hold no `session`', load));
	const access = sessionAccess(source, load);
	if ('reason' in access) return refused(access);
	const property = `session: await ${access.call}`;
	return {
		kind: 'edits',
		edits: [
			...access.edits,
			...makeAsync(load),
			...results.flatMap((result) => addTo(source, result, property)),
		],
		notes: [...notesAbout(source, load, results), ...pageOptionNotes(source.ast)],
	};
}

function addTo(source: Source, { node, literal }: Result, property: string): Edit[] {
	if (node !== literal)
		return [{ start: node.getStart(), end: node.getEnd(), text: `{ ...${node.getText()}, ${property} }` }];
	const items = literal.getProperties();
	const list = { items, open: literal.getStart() + 1, close: literal.getEnd() - 1, padding: ' ' as const };
	return insertItems(source, list, items.length, [property]);
}

function notesAbout(source: Source, load: HostFunction, results: Result[]): string[] {
	const notes: string[] = [];
	for (const { literal } of results) {
		const hidden = hidesProperty(literal, load, 'session');
		if (!hidden) continue;
		notes.push(
			`line ${hidden.getStartLineNumber()} brings in properties that cannot be seen here; should \`session\` be among them, ours replaces it`,
		);
	}
	const body = load.getBody();
	if (Node.isBlock(body) && !alwaysEnds(source, body))
		notes.push('where `load` ends without returning anything, pages have no session');
	return [...new Set(notes)];
}

/** SvelteKit awaits what a load returns, so a load may become async. */
function makeAsync(load: HostFunction): Edit[] {
	if (load.isAsync()) return [];
	const keyword = load.getFirstChildByKind(SyntaxKind.FunctionKeyword);
	return [insertion((keyword ?? load).getStart(), 'async ')];
}
