import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { parse as parseSvelte } from 'svelte/compiler';
import { describe, expect, test } from 'vitest';
import { fixturesOf } from '../../../test/edits/fixtures.ts';
import { runs } from '../../../test/edits/support.ts';
import { parse, syntaxError } from '../../syntax/source.ts';
import { addSignInButton, type SignInButtonRequest } from './index.ts';
import { type MarkupNode, OddMarkup, walk } from './markup/index.ts';
import { readSvelte } from './markup/svelte.ts';
import { removeSignInButton } from './remove.ts';

const request: SignInButtonRequest = {
	ids: ['github'],
	names: { github: 'GitHub', google: 'Google' },
	provider: { id: 'google', name: 'Google' },
};
const fixtures = fixturesOf('sign-in-button/add').map((fixture) => ({
	...fixture,
	request: { ...request, ...fixture.request } as SignInButtonRequest,
}));
const add = ({ path, request: wanted }: (typeof fixtures)[number], text: string) =>
	addSignInButton(path, text, wanted);
const edited = fixtures.filter((fixture) => add(fixture, fixture.text).kind === 'edited');

const root = join(import.meta.dirname, '../../..');
const components = [
	// Svelte itself closes a tag that is forgotten; the reader finds that odd.
	...fixtures
		.filter(({ path, name }) => path.endsWith('.svelte') && !name.startsWith('not-closed'))
		.map(({ text }) => text),
	...globSync(['runtime/src/**/*.svelte', 'test/fixtures/{hosts,shapes}/**/*.svelte'], { cwd: root }).map(
		(path) => readFileSync(join(root, path), 'utf8'),
	),
].map((text) => text.replace(/^\uFEFF/, ''));

/** Whether the framework's own compiler takes a file. */
function parses(path: string, text: string): boolean {
	if (!path.endsWith('.svelte')) return syntaxError(parse(path, text)) === undefined;
	return svelteElements(text) !== undefined;
}

/** Name and place of each element, as Svelte sees them. */
function svelteElements(text: string): string[] | undefined {
	const found: string[] = [];
	const visit = (node: unknown): void => {
		if (typeof node !== 'object' || node === null) return;
		const { name, start, end, fragment } = node as Record<string, unknown>;
		if (typeof name === 'string' && fragment && !/^(?:script|style)$/.test(name))
			found.push(`${name} ${start} ${end}`);
		for (const child of Object.values(node)) visit(child);
	};
	try {
		visit(parseSvelte(text.replace(/^\uFEFF/, ''), { modern: true }).fragment);
	} catch {
		return undefined;
	}
	return found.sort();
}

function ourElements(text: string): string[] | undefined {
	let roots: MarkupNode[];
	try {
		({ roots } = readSvelte(text));
	} catch (error) {
		if (error instanceof OddMarkup) return undefined;
		throw error;
	}
	return [...walk(roots)]
		.flatMap(({ node }) => (node.kind === 'element' ? `${node.name} ${node.start} ${node.end}` : []))
		.filter((line) => !/^(?:script|style|svelte:options) /.test(line))
		.sort();
}

const splinters = [
	...[
		'<',
		'>',
		'/',
		'</p>',
		'<p>',
		'<br>',
		'<!--',
		'-->',
		'{',
		'}',
		'{/if}',
		'{#if x}',
		'{:else}',
		'"',
		"'",
		'`',
	],
	...[
		'${',
		'\\',
		'//',
		'/*',
		'*/',
		'\n',
		'=',
		'id="a"',
		'{...rest}',
		'{@html x}',
		'<script>',
		'</script>',
		'{"}"}',
	],
	...[
		'{/[}"]/g}',
		"{'a' /* } */}",
		'<li>',
		'<Card.Title>',
		'</Card.Title>',
		'|',
		'signIn("github")',
		'é',
		'\0',
	],
];

/** A text with a splinter in it, or without a piece. */
const broken = <T>(items: readonly T[], textOf: (item: T) => string) =>
	fc
		.record({
			item: fc.constantFrom(...items),
			at: fc.nat(),
			without: fc.nat({ max: 6 }),
			splinter: fc.constantFrom('', ...splinters),
		})
		.map(({ item, at, without, splinter }) => {
			const text = textOf(item);
			const from = at % (text.length + 1);
			return { item, text: text.slice(0, from) + splinter + text.slice(from + without) };
		});

describe('the reader of Svelte', () => {
	test('sees the elements that Svelte sees', () => {
		expect(components.length).toBeGreaterThan(50);
		let read = 0;
		for (const text of components) {
			const theirs = svelteElements(text);
			if (!theirs) continue;
			expect(ourElements(text)).toEqual(theirs);
			read++;
		}
		expect(read).toBeGreaterThan(50);
	});

	test('sees the same in a file with a splinter in it, or finds it odd', () => {
		let both = 0;
		fc.assert(
			fc.property(
				broken(components, (text) => text),
				({ text }) => {
					const [ours, theirs] = [ourElements(text), svelteElements(text)];
					if (!ours || !theirs) return;
					expect(ours).toEqual(theirs);
					both++;
				},
			),
			runs(600),
		);
		expect(both).toBeGreaterThan(50);
	});
});

describe('a button more', () => {
	test.each(edited.map((fixture) => [fixture.name, fixture] as const))('%s', (_, fixture) => {
		const result = add(fixture, fixture.text);
		if (result.kind !== 'edited') throw new Error(result.kind);
		expect(parses(fixture.path, fixture.text), 'the fixture is a page').toBe(true);
		expectInsertion(fixture.path, fixture.text, result.text);
		expect(removeSignInButton(fixture.path, result.text, fixture.request)).toEqual({
			kind: 'edited',
			text: fixture.text,
		});
	});

	test('is all that changes in a file with a splinter in it, and goes again', () => {
		let count = 0;
		fc.assert(
			fc.property(
				broken(edited, ({ text }) => text),
				({ item, text }) => {
					const result = add(item, text);
					expect(result.kind).not.toBe('refused');
					if (result.kind !== 'edited') return;
					expectInsertion(item.path, text, result.text);
					const back = removeSignInButton(item.path, result.text, item.request);
					if (back.kind === 'edited') expect(back.text).toBe(text);
					else expect(back).toMatchObject({ kind: 'unchanged', notes: [expect.stringContaining('by hand')] });
					count++;
				},
			),
			runs(600),
		);
		expect(count).toBeGreaterThan(50);
	});
});

/** The rest of the file is what it was, and what parsed parses. */
function expectInsertion(path: string, before: string, after: string): void {
	const length = after.length - before.length;
	const at = firstDifference(before, after);
	expect(after.slice(0, at) + after.slice(at + length)).toBe(before);
	if (parses(path, before)) expect(parses(path, after), after).toBe(true);
}

function firstDifference(before: string, after: string): number {
	let at = 0;
	while (at < before.length && before[at] === after[at]) at++;
	return at;
}

test.each([
	['braces', '{'.repeat(100_000)],
	['elements', '<b>'.repeat(100_000)],
	['blocks', '{#if a}'.repeat(100_000)],
])('a page that is nested too deeply in %s is left alone', (_, text) => {
	expect(addSignInButton('+page.svelte', text, request)).toMatchObject({
		kind: 'unchanged',
		notes: [expect.stringContaining('cannot be read')],
	});
});

describe('a button less', () => {
	const page = (...lines: string[]) => lines.map((line) => `${line}\n`).join('');
	const [github, google, apple] = [
		`<button onclick={() => signIn('github')}>GitHub</button>`,
		`<button onclick={() => signIn('google')}>Google</button>`,
		`<button onclick={() => signIn('apple')}>Apple</button>`,
	];
	const names = { github: 'GitHub', google: 'Google', apple: 'Apple' };
	const remove = (text: string, ids: string[]) =>
		removeSignInButton('+page.svelte', text, { ...request, ids, names });

	test('from between two others', () => {
		expect(remove(page(github, google, apple), ['github', 'apple'])).toEqual({
			kind: 'edited',
			text: page(github, apple),
		});
	});

	test.each([
		['it is the first one', page(google, github)],
		[
			'it has another class than the one in front of it',
			page(github, google.replace('<button', '<button class="b"')),
		],
		['it has another text', page(github, google.replace('>Google', '>With Google'))],
		['there are two', page(github, google, google)],
		['something stands in between', page(github, '<hr>', google)],
	])('not when %s', (_, text) => {
		const result = remove(text, ['github']);
		expect(result).toMatchObject({ kind: 'unchanged', reason: 'the button is for you to take away' });
		expect((result as { notes: string[] }).notes[0]).toMatch(/^Line \d(?:, \d)* has a button for Google/);
	});

	test.each([
		['has none', page(github)],
		['lists them by itself', '{#each data.providers as { id }}<a href="/signin/{id}">{id}</a>{/each}'],
		['cannot be read', `<div>${google}`],
	])('not from a page that %s', (_, text) => {
		expect(remove(text, ['github'])).toEqual({ kind: 'unchanged', reason: 'has no button for Google' });
	});
});
