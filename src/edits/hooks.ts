import { type CallExpression, type Expression, Node, SyntaxKind } from 'ts-morph';
import {
	assignsLocalsAuth,
	type FoundHandle,
	findHandle,
	hooksModule,
	isForeignName,
} from './find-handle.ts';
import { addImports, endOfStatementLine, importedAs, type NamedImport } from './imports.ts';
import { insertItems } from './list.ts';
import { freeName, refuse, type Source, type Style, transform } from './source.ts';
import { type Edit, type EditResult, insertion, type Refusal } from './text.ts';

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
		`export const handle = sequence(authHandle, ${guard ? `${protectCall('protect', protect, "'")}, ` : ''}yourHandle);`,
	].join('\n');
}

const protectCall = (name: string, paths: string[], quote: string): string =>
	`${name}([${paths.map((path) => quote + path + quote).join(', ')}])`;

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
				return names.edits([appendHandle(source, names, [])]);
			case 'sequence':
				return names.edits(
					insertItems(source, argumentsOf(found.call), afterTracing(found.call), names.handles()),
				);
			case 'function':
				return wrap(source, names, found, snippet);
		}
	});
}

/** Chooses local names, and collects the imports that they need. */
class Names {
	readonly auth: string;
	readonly sequence: string;
	readonly app: string;
	readonly #protect: string | undefined;
	readonly #imports: NamedImport[] = [];
	readonly #source: Source;
	readonly #request: HookRequest;

	constructor(source: Source, request: HookRequest) {
		this.#source = source;
		this.#request = request;
		this.auth = this.#import(request.authModule, 'handle', 'authHandle', 'authJsHandle');
		this.#protect =
			request.protect.length > 0
				? this.#import(request.runtimeModule, 'protect', 'protect', 'protectPaths')
				: undefined;
		this.sequence = importedAs(source, hooksModule, 'sequence') ?? '';
		this.app = freeName(source, 'appHandle', 'userHandle', 'existingHandle');
		if (this.sequence === '')
			this.sequence = this.#import(hooksModule, 'sequence', 'sequence', 'sequenceHandles');
	}

	#import(module: string, name: string, ...wanted: [string, ...string[]]): string {
		const present = importedAs(this.#source, module, name);
		if (present) return present;
		const as = freeName(this.#source, ...wanted);
		this.#imports.push({ module, name, as });
		return as;
	}

	/** The auth handle, and the guard behind it. */
	handles(): string[] {
		const { quote } = this.#source.style;
		return this.#protect
			? [this.auth, protectCall(this.#protect, this.#request.protect, quote)]
			: [this.auth];
	}

	edits(edits: Edit[]): Edit[] {
		return [...addImports(this.#source, this.#imports), ...edits];
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
	const members = [...names.handles(), ...rest];
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
	return names.edits([
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
	const local = importedAs(source, authModule, 'handle');
	const used =
		local !== undefined &&
		source.ast.getDescendantsOfKind(SyntaxKind.Identifier).filter((id) => id.getText() === local).length > 1;
	if (!reexported && !used) return undefined;
	const guard = importedAs(source, runtimeModule, 'protect');
	const missing = protect.filter(
		(path) =>
			!guard ||
			!source.ast
				.getDescendantsOfKind(SyntaxKind.StringLiteral)
				.some((text) => text.getLiteralValue() === path),
	);
	if (missing.length === 0) return { kind: 'unchanged', reason: 'the auth handle is already in place' };
	return refuse(
		`has the auth handle already, but no guard for ${missing.join(', ')}`,
		hooksSnippet({ authModule, runtimeModule, protect: missing }),
	);
}
