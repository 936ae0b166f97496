import { Node, SyntaxKind } from 'ts-morph';
import { reachable } from '../../syntax/bindings.ts';
import { inExportList } from '../../syntax/exports.ts';
import type { Source } from '../../syntax/source.ts';
import { authHandles, isAuthHandle } from '../handle/auth-handle.ts';
import { exportedNodes } from '../handle/exported.ts';
import { type FoundHandle, findHandle } from '../handle/find.ts';
import { authHandleNames, HandleNames } from '../handle/names.ts';
import { placeHandle } from '../handle/place.ts';
import { addMissing } from '../rules/add.ts';
import type { RuleRequest } from '../rules/request.ts';
import { ruleSnippet, ruleText } from '../rules/text.ts';
import type { EditResult } from '../splice/edit.ts';
import { asWritten } from '../splice/imports.ts';
import { type Located, refuse, transform } from '../splice/transform.ts';
import { assignsLocal, handsOnOtherLocals, notesOnLocals, type WiringRequest } from './locals.ts';

/**
 * Puts the auth handle (and the guard) in front of whatever handle a server hooks file has; tracing, start-up and
 * limits stay in front of both. The shapes are those of docs/host-shapes.md, H1 to H29; what it does not
 * understand it refuses.
 */
export function addAuthHandle(path: string, content: string, request: WiringRequest): EditResult {
	const rule = ruleOf(request);
	const snippet = ruleSnippet(rule);
	const options = { snippet, ...(request.fallback ? { fallback: request.fallback } : {}) };
	return transform(path, content, options, (source) => {
		const found = findHandle(source.ast);
		const wired = alreadyWired(source, found, rule);
		if (wired) return wired;
		const clash = assignsLocal(source.ast, 'auth');
		if (clash)
			return refuse('sets `locals.auth` itself, which is the name that the auth handle uses', snippet, clash);
		const other = handsOnOtherLocals(source.ast);
		if (other)
			return refuse(
				'hands on an event whose `locals` lack what the auth handle puts there; begin them with `...event.locals`',
				snippet,
				other,
			);
		const edits = placeHandle(source, found, handlesOf(source, rule), snippet);
		return Array.isArray(edits) ? { kind: 'edits', edits, notes: notesOn(source, found) } : edits;
	});
}

const ruleOf = ({ protect, ...request }: WiringRequest): RuleRequest => ({
	...request,
	framework: 'sveltekit',
	patterns: protect,
});

/** The auth handle, and the guard behind it. */
const handlesOf = (source: Source, rule: RuleRequest): HandleNames =>
	new HandleNames(source, (names) => [
		names.of(asWritten(source, rule.authModule), 'handle', ...authHandleNames),
		...(rule.patterns.length > 0 ? [ruleText(names, source, rule, rule.patterns)] : []),
	]);

/** The exported handle reaches the auth handle already: through its own text, or through the names that it uses. */
function alreadyWired(source: Source, found: FoundHandle, rule: RuleRequest): Located | undefined {
	const wired =
		found.kind === 'reexported'
			? isAuthHandle(found, rule)
			: says(reachable(exportedNodes(found)), authHandles(source, rule));
	return wired ? addMissing(source, rule, 'the auth handle is already in place') : undefined;
}

const says = (nodes: Node[], handles: readonly string[]): boolean =>
	nodes
		.flatMap((node) => [node, ...node.getDescendants()])
		.some(
			(node) =>
				(Node.isIdentifier(node) || Node.isPropertyAccessExpression(node)) &&
				handles.includes(node.getText()),
		);

/** What the edit leaves for a person to look at. */
function notesOn({ ast }: Source, found: FoundHandle): string[] {
	const notes: string[] = [];
	if (found.kind === 'none') {
		const ignored =
			ast.getExportAssignment(() => true) ??
			ast
				.getStatements()
				.find((one) => Node.isModifierable(one) && one.hasModifier(SyntaxKind.DefaultKeyword)) ??
			inExportList(ast, 'default')?.node;
		if (ignored)
			notes.push(
				`SvelteKit ignores the default export in line ${ignored.getStartLineNumber()}, now as before.`,
			);
		if (found.local)
			notes.push(
				`Line ${found.local.getStartLineNumber()} has a \`handle\` that is not exported, so it does not run, now as before.`,
			);
	}
	return [...notes, ...notesOnLocals(ast)];
}
