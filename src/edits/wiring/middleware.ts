import { Node, type ObjectLiteralExpression } from 'ts-morph';
import { reachable } from '../../syntax/bindings.ts';
import { editableBehind } from '../../syntax/constants.ts';
import { defaultExport } from '../../syntax/exports.ts';
import { callsTo } from '../../syntax/imports.ts';
import { findProperty } from '../../syntax/objects.ts';
import type { Source } from '../../syntax/source.ts';
import { findCreate } from '../middleware/find.ts';
import { intoOnRequest } from '../middleware/on-request.ts';
import { addMissing } from '../rules/add.ts';
import type { RuleRequest } from '../rules/request.ts';
import { ruleSnippet, ruleText, runtimeOf } from '../rules/text.ts';
import type { EditResult } from '../splice/edit.ts';
import { asWritten } from '../splice/imports.ts';
import { insertItems, listOf } from '../splice/list.ts';
import { LocalNames } from '../splice/local-names.ts';
import { type Located, refuse, transform } from '../splice/transform.ts';
import { assignsLocal, notesOnLocals, type WiringRequest } from './locals.ts';

/**
 * Puts the auth middleware (and the guard) in front of what a SolidStart middleware file runs: into the `onRequest` of
 * `export default createMiddleware({ ... })` (docs/host-shapes.md, S6), or SolidStart 2's array. Refuses what it
 * does not understand.
 */
export function addAuthMiddleware(path: string, content: string, request: WiringRequest): EditResult {
	const rule = ruleOf(request);
	const snippet = ruleSnippet(rule);
	const options = { snippet, ...(request.fallback ? { fallback: request.fallback } : {}) };
	return transform(path, content, options, (source) => {
		const wired = alreadyWired(source, rule);
		if (wired) return wired;
		const clash = assignsLocal(source.ast, 'auth');
		if (clash) {
			const reason = 'sets `locals.auth` itself, which is the name that the auth middleware uses';
			return refuse(reason, snippet, clash);
		}
		const call = findCreate(source.ast, snippet);
		if ('kind' in call) return call;
		const [argument] = call.getArguments();
		const value = argument && editableBehind(argument);
		const names = new LocalNames(source);
		const members = ourMembers(names, source, rule);
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
		const { edits, notes = [] } = Array.isArray(found) ? { edits: found } : found;
		return {
			kind: 'edits',
			edits: names.withImports(edits),
			notes: [...notes, ...notesOnLocals(source.ast)],
		};
	});
}

const ruleOf = ({ protect, ...request }: WiringRequest): RuleRequest => ({
	...request,
	framework: 'solid-start',
	patterns: protect,
});

/** The auth middleware, and the guard behind it. */
function ourMembers(names: LocalNames, source: Source, rule: RuleRequest): string[] {
	const config = names.of(asWritten(source, rule.authModule), 'authConfig', 'authConfig', 'authJsConfig');
	const middleware = names.of(runtimeOf(rule), 'authMiddleware', 'authMiddleware', 'authJsMiddleware');
	const auth = `${middleware}(${config})`;
	return rule.patterns.length === 0 ? [auth] : [auth, ruleText(names, source, rule, rule.patterns)];
}

function intoObject(
	source: Source,
	object: ObjectLiteralExpression,
	members: string[],
	snippet: string,
): Located {
	const found = findProperty(object, 'onRequest');
	switch (found.kind) {
		case 'unclear':
			return refuse(found, snippet);
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
function alreadyWired(source: Source, rule: RuleRequest): Located | undefined {
	const exported = defaultExport(source.ast);
	const running = reachable(exported ? [exported.node] : []);
	const isRunning = (call: Node) =>
		running.some((node) => node === call || call.getAncestors().includes(node));
	if (!callsTo(source.ast, runtimeOf(rule), 'authMiddleware').some(isRunning)) return undefined;
	return addMissing(source, rule, 'the auth middleware is already in place');
}
