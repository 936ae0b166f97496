import { Node, SyntaxKind } from 'ts-morph';
import { type FoundHandle, findHandle, hooksModule, reachable } from './find-handle.ts';
import { importedAs, isModule } from './imports.ts';
import { placeHandle } from './place-handle.ts';
import { type Located, refuse, type Source, transform } from './source.ts';
import type { Edit, EditResult } from './text.ts';
import { assignsLocal, guardCall, missingGuards, notesOnLocals, type WiringRequest } from './wiring.ts';

/** What a person pastes when we refuse: the same wiring, with a place for their own handle. */
export function hooksSnippet({ authModule, runtimeModule, protect }: WiringRequest): string {
	const guard = protect.length > 0;
	return [
		`import { sequence } from '${hooksModule}';`,
		...(guard ? [`import { protect } from '${runtimeModule}';`] : []),
		`import { handle as authHandle } from '${authModule}';`,
		'',
		`export const handle = sequence(authHandle, ${guard ? `${guardCall('protect', protect, "'")}, ` : ''}yourHandle);`,
	].join('\n');
}

/**
 * Puts the auth handle (and the guard) in front of whatever handle a server hooks file has; tracing, start-up and
 * limits stay in front of both. The shapes are those of facts/host-shapes.md, H1 to H29; what it does not
 * understand it refuses.
 */
export function addAuthHandle(path: string, content: string, request: WiringRequest): EditResult {
	const snippet = hooksSnippet(request);
	const options = { snippet, ...(request.fallback ? { fallback: request.fallback } : {}) };
	return transform(path, content, options, (source) => {
		const found = findHandle(source.ast);
		const wired = alreadyWired(source, found, request);
		if (wired) return wired;
		const clash = assignsLocal(source.ast, 'auth');
		if (clash)
			return refuse('sets `locals.auth` itself, which is the name that the auth handle uses', snippet, clash);
		const edits = placeHandle(source, found, request, snippet);
		return Array.isArray(edits) ? { kind: 'edits', edits, notes: notesOn(source, found) } : edits;
	});
}

/** The exported handle reaches the auth handle already: through its own text, or through the names that it uses. */
function alreadyWired(
	source: Source,
	found: FoundHandle,
	{ authModule, runtimeModule, protect }: WiringRequest,
): Exclude<Located, Edit[]> | undefined {
	const reexported = found.kind === 'reexported' && found.specifier.getName() === 'handle';
	const running = reachable(exportedNodes(found));
	const wired = reexported
		? isModule(found.statement, authModule)
		: names(running, importedAs(source, authModule, 'handle'));
	if (!wired) return undefined;
	const missing = missingGuards(source, runtimeModule, protect, running);
	if (missing.length === 0) return { kind: 'unchanged', reason: 'the auth handle is already in place' };
	return refuse(
		`has the auth handle already, but no guard for ${missing.join(', ')}`,
		hooksSnippet({ authModule, runtimeModule, protect: missing }),
	);
}

function exportedNodes(found: FoundHandle): Node[] {
	switch (found.kind) {
		case 'sequence':
			return [found.call];
		case 'value':
			return [found.value];
		case 'function':
			return [found.statement];
		case 'listed':
			return [found.specifier];
		case 'other':
			return [found.node.getFirstAncestorByKind(SyntaxKind.VariableStatement) ?? found.node];
		default:
			return [];
	}
}

const names = (nodes: Node[], local: string | undefined): boolean =>
	local !== undefined &&
	nodes
		.flatMap((node) => [node, ...node.getDescendants()])
		.some((node) => Node.isIdentifier(node) && node.getText() === local);

/** What the edit leaves for a person to look at. */
function notesOn({ ast }: Source, found: FoundHandle): string[] {
	const notes: string[] = [];
	if (found.kind === 'none') {
		const ignored = ast.getExportAssignment(() => true) ?? ast.getDefaultExportSymbol()?.getDeclarations()[0];
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
