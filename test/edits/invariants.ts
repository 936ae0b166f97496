import ts from 'typescript';
import { expect } from 'vitest';
import { unparsable } from '../../src/edits/splice/transform.ts';
import type { Transform } from '../../src/edits/testing/transforms.ts';
import { commentsIn, dialectOf, mistakes, type Reading, read } from './oracle.ts';
import { forget, recorded } from './recorder.ts';

/** What our edits may take away: blanks, the words by which a file exports its handle, `type X =`. Never a comment. */
const removable = [
	/^(?:\s*|export\s*|type|\s*=\s*|;|(?:[\w$]+\s+as\s+)?handle(?:\s*,)?\s*)$/,
	/^export\s*\{\s*(?:[\w$]+\s+as\s+)?handle\s*,?\s*\}(?:\s*from\s*(["'])[^"']+\1)?\s*;?$/,
];

/** A type from another module in JSDoc: a migration gives it another name. */
const typeImport = /\bimport\((['"])[^'"]*\1\)(?:\.\w+)?/g;

/**
 * Applies a transform and checks everything that must hold whatever the file: see the names of the checks.
 * @returns how it ended, and the text behind it.
 */
export function applyChecked(transform: Transform, path: string, content: string, request: object = {}) {
	forget();
	const result = transform(path, content, request);
	if (result.kind === 'refused') {
		expect(result.snippet, 'a refusal has a snippet').not.toBe('');
		expect(result.reason, 'no edit that does not parse').not.toContain(unparsable);
	}
	if (result.kind !== 'edited') return { kind: result.kind, text: content };
	const { text } = result;
	const spliced = recorded;
	const again = transform(path, text, request);
	expect(again.kind === 'edited' ? again.text : again.kind, 'applied twice equals applied once').toBe(
		'unchanged',
	);
	// Nothing but a guard was in it.
	if (text === '') return { kind: result.kind, text };
	checkLines(path, content, text);
	if (dialectOf(path) === '') return { kind: result.kind, text };
	checkSplice(content, text, spliced, transform.takesAway);
	const before = read(path, content.replace(/^\uFEFF/, ''));
	const after = read(path, text.replace(/^\uFEFF/, ''));
	expect(before.errors, 'only files that parse are edited').toBe(0);
	expect(after.errors, 'the result parses').toBe(0);
	const isLoose = transform.takesAway === 'anything';
	// A load of ours in JavaScript brings a comment with its type, and takes it along.
	const kept = (comments: string[]) =>
		isLoose
			? comments
					.filter((text) => !text.includes("import('./$types')") && !predecessor.test(text))
					.map((text) => text.replace(typeImport, ''))
			: comments;
	expect(kept(after.comments), 'every comment survives, once, in order').toEqual(kept(before.comments));
	// A load that is nothing but the guard goes with it.
	const exported = isLoose ? before.exports.filter((name) => name !== 'load') : before.exports;
	expect(after.exports, 'every export survives').toEqual(expect.arrayContaining(exported));
	expect(after.exports.length, 'no export twice').toBe(new Set(after.exports).size);
	checkMistakes(path, content, text, before.exports);
	checkHead(before, after, isLoose);
	checkHabits(before, after, JSON.stringify(request));
	if (spliced) checkIndentation(before, spliced);
	return { kind: result.kind, text };
}

/** No comment but a directive, of a package that a migration takes out. */
const predecessor = /^\/\/\/\s*<reference types=["'](?:@auth\/(?:sveltekit|solid-start)|start-authjs)["']/;

/** Line endings, byte order mark and final line break are the file's. */
function checkLines(path: string, before: string, after: string): void {
	const lone = (text: string) => /(?<!\r)\n/.test(text);
	if (!before.includes('\r')) expect(after, 'no CR comes into a file without').not.toContain('\r');
	if (before.includes('\n') && !lone(before)) expect(lone(after), 'a CRLF file has no lone LF').toBe(false);
	expect(after.startsWith('\uFEFF'), 'byte order mark').toBe(before.startsWith('\uFEFF'));
	expect(after.lastIndexOf('\uFEFF') > 0, 'one byte order mark').toBe(before.lastIndexOf('\uFEFF') > 0);
	// Lists of lines, `.env` and `.gitignore`, end with a line break ever after.
	if (
		[before, after].every((text) => /\S/.test(text.replace(/^\uFEFF/, ''))) &&
		/\.(?:json|[cm]?[jt]sx?)$/.test(path)
	)
		expect(after.endsWith('\n'), 'final line break').toBe(before.endsWith('\n'));
}

/** The insertions taken out and the replaced text put back give the file as it was. */
function checkSplice(
	before: string,
	after: string,
	spliced: typeof recorded,
	own: Transform['takesAway'],
): void {
	if (!spliced) throw new Error('Edited without applyEdits of text.ts');
	const bom = before.startsWith('\uFEFF') ? '\uFEFF' : '';
	expect(bom + spliced.source, 'edits belong to the file').toBe(before);
	for (const phrase of own === 'anything' ? [] : takenAway(spliced))
		expect(
			removable.some((allowed) => allowed.test(phrase)),
			`may be taken away: ${JSON.stringify(phrase)}`,
		).toBe(true);
	let at = bom.length;
	let position = 0;
	let restored = bom;
	const inOrder = spliced.edits.map((edit, index) => ({ ...edit, index }));
	for (const edit of inOrder.sort((a, b) => a.start - b.start || a.index - b.index)) {
		const replaced = spliced.source.slice(edit.start, edit.end);
		const kept = edit.start - position;
		restored += after.slice(at, at + kept);
		expect(after.slice(at + kept, at + kept + edit.text.length), 'insertion').toBe(edit.text);
		at += kept + edit.text.length;
		const lead = /^\r?\n/.exec(edit.text)?.[0];
		const there = /^\r?\n/.exec(spliced.source.slice(edit.start, edit.start + 2))?.[0];
		if (replaced === '' && lead && there) expect(lead, 'the line above keeps its ending').toBe(there);
		restored += replaced;
		position = edit.end;
	}
	expect(restored + after.slice(at), 'removing our insertions gives the file back').toBe(before);
}

/** What the edits remove and do not put back: one phrase where nothing but blanks and comments stay in between. */
function takenAway({ source, edits }: NonNullable<typeof recorded>): string[] {
	const phrases: string[] = [];
	// That comments survive is another check.
	const withoutComments = (text: string) =>
		commentsIn(text).reduce((rest, comment) => rest.replace(comment, ''), text);
	let end = 0;
	for (const edit of [...edits].sort((a, b) => a.start - b.start)) {
		const replaced = source.slice(edit.start, edit.end);
		if (edit.text.includes(replaced)) continue;
		const between = withoutComments(source.slice(end, edit.start));
		const words = withoutComments(replaced);
		if (phrases.length > 0 && between.trim() === '') phrases.push(`${phrases.pop()} ${words}`);
		else phrases.push(words);
		end = edit.end;
	}
	return phrases;
}

/** No name is declared or exported twice, none is used that nothing declares. Renaming may change a message's words. */
function checkMistakes(path: string, before: string, after: string, exported: string[]): void {
	const old = mistakes(path, before);
	for (const [message, count] of mistakes(path, after)) {
		// `export type { handle }` beside the value is an error of types only; both are said to be kept.
		if (message.startsWith('2323') && exported.some((name) => name.startsWith('type '))) continue;
		const was = old.get(message) ?? old.get(message.replace(ourName, 'handle')) ?? 0;
		expect(count, `newly wrong: ${message}`).toBeLessThanOrEqual(was);
	}
}

/** Comments about the token behind them, and nothing else. */
const pinning = /\n[ \t]*(?:\/\/|\/\*) (?:eslint-disable-next-line|@ts-expect-error)[^\n]*\n[ \t]*$/;

/** Tokens that an edit may take away, or put something in front of that belongs there. */
const movable = /^(?:export|=|as|from|default|type|own|handle|['"].*|[{(\])};,]|)$/;

/** What a handle is called once ours has its name. */
const ourName = /\b(?:app|user|existing)Handle\d*\b/;

const headComment =
	/@ts-(?:nocheck|check)|@license|copyright|eslint-disable(?!-)|biome-ignore-all|^\/\*!|^#!/i;

/** Shebang, directives, pragmas and licence stay in front of everything. */
function checkHead(before: Reading, after: Reading, lineMayGo: boolean): void {
	expect(after.directives, 'directives').toEqual(before.directives);
	const pinned = ({ tokens }: Reading) =>
		tokens.flatMap(({ gap, text }) =>
			pinning.test(gap) && !movable.test(text) ? text.replace(ourName, 'handle') : [],
		);
	if (!lineMayGo)
		expect(pinned(after), 'what a comment about the next line stands above').toEqual(
			expect.arrayContaining(pinned(before)),
		);
	const head = ({ tokens }: Reading) =>
		commentsIn(tokens[0]?.gap ?? '', true).filter((text) => headComment.test(text));
	if (before.tokens.length > 1) expect(head(after), 'head comments').toEqual(head(before));
}

/** Where a file has one habit, the edited file has that one too. Code that was asked for keeps its own quotes. */
function checkHabits(before: Reading, after: Reading, request: string): void {
	for (const [name, habit] of Object.entries(habits)) {
		if (name === 'quotes' && /"when":"[^"]*'/.test(request)) continue;
		const was = habit(before);
		if (was.size === 1) expect([...was], `habit: ${name}`).toEqual(expect.arrayContaining([...habit(after)]));
	}
}

/** Our lines start as the file's do. Lines of comments count as well, since ours may take their place from those. */
function checkIndentation({ tokens }: Reading, { edits }: NonNullable<typeof recorded>): void {
	const starts = (text: string) => [...text.matchAll(/\n(\t| {2})/g)].map((match) => match[1] as string);
	const was = new Set(tokens.flatMap(({ gap }) => starts(gap)));
	if (was.size !== 1) return;
	for (const { text } of edits) expect([...was], 'indentation').toEqual(expect.arrayContaining(starts(text)));
}

const habits: Record<string, (reading: Reading) => Set<string>> = {
	quotes: ({ tokens }) =>
		new Set(tokens.flatMap(({ text }) => (/^['"].*['"]$/s.test(text) ? text.charAt(0) : []))),
	semicolons: (reading) => new Set(statementEnds(reading)),
};

/** Whether statements end with a semicolon, leaving out those whose next line would otherwise continue them. */
function statementEnds({ file, tokens }: Reading): string[] {
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		ts.forEachChild(node, visit);
		if (!endsWithSemicolon.has(node.kind)) return;
		const next = tokens.find(({ start }) => start >= node.getEnd())?.text ?? '';
		if (!/^[([`+\-*/]/.test(next)) found.push(node.getText(file).endsWith(';') ? 'yes' : 'no');
	};
	visit(file);
	return found;
}

const endsWithSemicolon = new Set([
	ts.SyntaxKind.ImportDeclaration,
	ts.SyntaxKind.ExportDeclaration,
	ts.SyntaxKind.VariableStatement,
	ts.SyntaxKind.ExpressionStatement,
	ts.SyntaxKind.ReturnStatement,
]);
