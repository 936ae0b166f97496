import { type CallExpression, type Expression, Node, SyntaxKind } from 'ts-morph';
import {
	assignsLocalsAuth,
	type FoundHandle,
	findHandle,
	hooksModule,
	isForeignName,
} from './find-handle.ts';
import { endOfStatementLine } from './imports.ts';
import { insertItems } from './list.ts';
import { freeName, refuse, type Source, type Style, transform } from './source.ts';
import { type Edit, type EditResult, insertion, type Refusal } from './text.ts';
import { guardCall, isUsed, LocalNames, missingGuards } from './wiring.ts';

export interface HookRequest {
	/** How the hooks file imports the auth module: `./auth`. */
	authModule: string;
	/** `@authgraft/runtime/sveltekit` */
	runtimeModule: string;
	/** Paths to guard; none when empty. */
	protect: string[];
	fallback?: Style;
}

/** What a person pastes when we refuse: the same wiring, with a place for their own handle. */
export function hooksSnippet({ authModule, runtimeModule, protect }: HookRequest): string {
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
 * Puts the auth handle (and the guard) in front of whatever handle a server hooks file has.
 * Understands: no handle at all, `export const handle = <arrow | function>` in any annotation,
 * `export function handle`, and `export const handle = sequence(...)`. Refuses everything else.
 */
export function addAuthHandle(path: string, content: string, request: HookRequest): EditResult {
	const snippet = hooksSnippet(request);
	const options = { snippet, ...(request.fallback ? { fallback: request.fallback } : {}) };
	return transform(path, content, options, (source) => {
		const wired = alreadyWired(source, request);
		if (wired) return wired;
		const clash = assignsLocalsAuth(source.ast);
		if (clash)
			return refuse('sets `locals.auth` itself, which is the name that the auth handle uses', snippet, clash);
		const found = findHandle(source.ast);
		if (found.kind === 'other') return refuse(found.reason, snippet, found.node);
		const names = new Names(source, request);
		switch (found.kind) {
			case 'none':
				return names.withImports([appendHandle(source, names, [])]);
			case 'sequence':
				return names.withImports(
					insertItems(source, argumentsOf(found.call), afterTracing(found.call), names.handles),
				);
			case 'function':
				return wrap(source, names, found, snippet);
		}
	});
}

/** Local names, with the imports that they need. */
class Names extends LocalNames {
	/** The auth handle, and the guard behind it. */
	readonly handles: string[];
	readonly sequence: string;
	readonly app: string;

	constructor(source: Source, { authModule, runtimeModule, protect }: HookRequest) {
		super(source);
		this.handles = [this.of(authModule, 'handle', 'authHandle', 'authJsHandle')];
		if (protect.length > 0) {
			const guard = this.of(runtimeModule, 'protect', 'protect', 'protectPaths');
			this.handles.push(guardCall(guard, protect, source.style.quote));
		}
		this.sequence = this.of(hooksModule, 'sequence', 'sequence', 'sequenceHandles');
		this.app = freeName(source, 'appHandle', 'userHandle', 'existingHandle');
	}
}

const argumentsOf = (call: CallExpression) => ({
	items: call.getArguments(),
	open: call.getFirstChildByKindOrThrow(SyntaxKind.OpenParenToken).getEnd(),
	close: call.getEnd() - 1,
	padding: '' as const,
});

/** Tracing wraps everything behind it, so Sentry's handles stay in front of ours. */
function afterTracing(call: CallExpression): number {
	const tracing = (argument: Node): boolean =>
		Node.isCallExpression(argument) &&
		['sentryHandle', 'initCloudflareSentryHandle'].includes(lastName(argument.getExpression()));
	const args = call.getArguments();
	const first = args.findIndex((argument) => !tracing(argument));
	return first === -1 ? args.length : first;
}

const lastName = (callee: Expression): string =>
	Node.isPropertyAccessExpression(callee) ? callee.getName() : callee.getText();

/** `export const handle = sequence(auth, ..., app);` as a new statement behind `anchor`, or at the end of the file. */
function appendHandle(source: Source, names: Names, rest: string[], anchor?: Node): Edit {
	const { text, style } = source;
	const members = [...names.handles, ...rest];
	const line = `export const handle = ${names.sequence}(${members.join(', ')})${style.semicolons ? ';' : ''}`;
	if (anchor) return insertion(endOfStatementLine(text, anchor), style.eol + style.eol + line);
	// An empty file ends up with our imports in front, so the blank line is right there too.
	const gap = text === '' || text.endsWith('\n') ? style.eol : style.eol + style.eol;
	return insertion(text.length, gap + line + (text === '' || text.endsWith('\n') ? style.eol : ''));
}

/** `export const handle = f` becomes `const appHandle = f`, with the sequence behind it. Nothing else may name it. */
function wrap(
	source: Source,
	names: Names,
	found: FoundHandle & { kind: 'function' },
	snippet: string,
): Edit[] | Refusal {
	const { exportKeyword, name, statement } = found;
	const other = source.ast
		.getDescendantsOfKind(SyntaxKind.Identifier)
		.find((id) => id.getText() === 'handle' && id !== name && !isForeignName(id));
	if (other) return refuse('uses `handle` in a second place, so it cannot be renamed safely', snippet, other);
	const blanks = /^\s*/.exec(source.text.slice(exportKeyword.getEnd()))?.[0].length ?? 0;
	return names.withImports([
		{ start: exportKeyword.getStart(), end: exportKeyword.getEnd() + blanks, text: '' },
		{ start: name.getStart(), end: name.getEnd(), text: names.app },
		appendHandle(source, names, [names.app], statement),
	]);
}

/** The auth handle is there already: imported and used, or re-exported as the whole hook. */
function alreadyWired(
	source: Source,
	{ authModule, runtimeModule, protect }: HookRequest,
): Exclude<EditResult, { kind: 'edited' }> | undefined {
	const reexported = source.ast
		.getExportDeclarations()
		.some(
			(item) =>
				item.getModuleSpecifierValue() === authModule &&
				item.getNamedExports().some((name) => name.getName() === 'handle'),
		);
	if (!reexported && !isUsed(source, authModule, 'handle')) return undefined;
	const missing = missingGuards(source, runtimeModule, protect);
	if (missing.length === 0) return { kind: 'unchanged', reason: 'the auth handle is already in place' };
	return refuse(
		`has the auth handle already, but no guard for ${missing.join(', ')}`,
		hooksSnippet({ authModule, runtimeModule, protect: missing }),
	);
}
