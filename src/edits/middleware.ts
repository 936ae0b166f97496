import { Node, type ObjectLiteralExpression } from 'ts-morph';
import { callsTo, defaultExport, findProperty, listOf, valueBehind } from './find-config.ts';
import { reachable } from './find-handle.ts';
import { findCreate, middlewareModule } from './find-middleware.ts';
import { asWritten } from './imports.ts';
import { insertItems } from './list.ts';
import { intoOnRequest } from './on-request.ts';
import { type Located, refuse, type Source, transform } from './source.ts';
import type { EditResult } from './text.ts';
import {
	assignsLocal,
	guardCall,
	LocalNames,
	missingGuards,
	notesOnLocals,
	type WiringRequest,
} from './wiring.ts';

export function middlewareSnippet({ authModule, runtimeModule, protect }: WiringRequest): string {
	const guard = protect.length > 0;
	return [
		`import { createMiddleware } from '${middlewareModule}';`,
		`import { authMiddleware${guard ? ', protect' : ''} } from '${runtimeModule}';`,
		`import { authConfig } from '${authModule}';`,
		'',
		'export default createMiddleware({',
		`	onRequest: [authMiddleware(authConfig)${guard ? `, ${guardCall('protect', protect, "'")}` : ''}, yourMiddleware]`,
		'});',
	].join('\n');
}

/**
 * Puts the auth middleware (and the guard) in front of what a SolidStart middleware file runs: into the `onRequest` of
 * `export default createMiddleware({ ... })` (facts/host-shapes.md, S6), or SolidStart 2's array. Refuses what it
 * does not understand.
 */
export function addAuthMiddleware(path: string, content: string, request: WiringRequest): EditResult {
	const snippet = middlewareSnippet(request);
	const options = { snippet, ...(request.fallback ? { fallback: request.fallback } : {}) };
	return transform(path, content, options, (source) => {
		const wired = alreadyWired(source, request, snippet);
		if (wired) return wired;
		const clash = assignsLocal(source.ast, 'auth');
		if (clash) {
			const reason = 'sets `locals.auth` itself, which is the name that the auth middleware uses';
			return refuse(reason, snippet, clash);
		}
		const call = findCreate(source.ast, snippet);
		if ('kind' in call) return call;
		const [argument] = call.getArguments();
		const value = argument && valueBehind(argument);
		const names = new LocalNames(source);
		const members = ourMembers(names, source, request);
		if (Node.isArrayLiteralExpression(value)) {
			const spread = `...${call.getExpression().getText()}({ onRequest: [${members.join(', ')}] })`;
			return names.withImports(insertItems(source, listOf(value, value.getElements(), ''), 0, [spread]));
		}
		if (!Node.isObjectLiteralExpression(value)) {
			const reason = 'hands createMiddleware() options that are not written there, or that are used twice';
			return refuse(reason, snippet, call);
		}
		const found = intoObject(source, value, members, snippet);
		if (!Array.isArray(found) && found.kind !== 'edits') return found;
		const { edits, notes } = Array.isArray(found) ? { edits: found, notes: [] } : found;
		return {
			kind: 'edits',
			edits: names.withImports(edits),
			notes: [...notes, ...notesOnLocals(source.ast)],
		};
	});
}

/** The auth middleware, and the guard behind it. */
function ourMembers(names: LocalNames, source: Source, request: WiringRequest): string[] {
	const { authModule, runtimeModule, protect } = request;
	const config = names.of(asWritten(source, authModule), 'authConfig', 'authConfig', 'authJsConfig');
	const middleware = names.of(runtimeModule, 'authMiddleware', 'authMiddleware', 'authJsMiddleware');
	const auth = `${middleware}(${config})`;
	if (protect.length === 0) return [auth];
	const guard = names.of(runtimeModule, 'protect', 'protect', 'protectPaths');
	return [auth, guardCall(guard, protect, source.style.quote)];
}

function intoObject(
	source: Source,
	object: ObjectLiteralExpression,
	members: string[],
	snippet: string,
): Located {
	const found = findProperty(object, 'onRequest');
	switch (found.kind) {
		case 'hidden':
			return refuse(found.reason, snippet, found.property);
		case 'absent': {
			const text = `onRequest: [${members.join(', ')}]`;
			// Behind a spread that brings no `onRequest` today: ours would be lost on the day it does.
			const items = object.getProperties();
			const index = items.some((item) => Node.isSpreadAssignment(item)) ? items.length : 0;
			return insertItems(source, listOf(object, items, ' '), index, [text]);
		}
		case 'found':
			return intoOnRequest(source, found.property, members, snippet);
	}
}

/** The auth middleware is called by what the file exports; the same call elsewhere runs on no request. */
function alreadyWired(source: Source, { runtimeModule, protect }: WiringRequest, snippet: string) {
	const exported = defaultExport(source.ast);
	const running = reachable(exported ? [exported.node] : []);
	const isRunning = (call: Node) =>
		running.some((node) => node === call || call.getAncestors().includes(node));
	if (!callsTo(source.ast, runtimeModule, 'authMiddleware').some(isRunning)) return undefined;
	const missing = missingGuards(source, runtimeModule, protect, running);
	if (missing.length === 0)
		return { kind: 'unchanged', reason: 'the auth middleware is already in place' } as const;
	return refuse(`has the auth middleware already, but no guard for ${missing.join(', ')}`, snippet);
}
