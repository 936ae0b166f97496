import { describe, expect, test } from 'vitest';
import { titleOf } from './page.ts';
import { documentPages } from './pages.ts';
import { sidebar } from './sidebar.ts';
import { asPage, splitDocument } from './sources.ts';

const pages = documentPages();
const paths = pages.map(({ path }) => path);

test('each document, command, provider and code has one page, with a title', () => {
	expect(paths).toEqual([...new Set(paths)]);
	for (const path of ['start.md', 'guide/faq.md', 'commands/init.md', 'providers/github.md'])
		expect(paths).toContain(path);
	expect(paths).toEqual(expect.arrayContaining(['errors/ag_refused.md', 'errors/form-origin.md']));
	const untitled = pages.filter(({ path, text }) => path !== 'index.md' && titleOf(text) === '');
	expect(untitled.map(({ path }) => path)).toEqual([]);
});

test('every link of a page leads to a page', () => {
	/** Made from the runtime, which is not read here. */
	const made = /^api\//;
	const links = pages.flatMap(({ path, text }) =>
		[...text.replaceAll(/^[ \t]*(`{3,})[\s\S]*?^[ \t]*\1/gm, '').matchAll(/\]\(\/([^)#\s]+\.md)/g)].map(
			([, to = '']) => ({ path, to }),
		),
	);
	expect(links.length).toBeGreaterThan(400);
	expect(links.filter(({ to }) => !paths.includes(to) && !made.test(to))).toEqual([]);
});

test('the sidebar has every page once', () => {
	const items = sidebar(pages).flatMap((group) => group.items ?? []);
	const linked = items.map(({ link = '' }) => link);
	const wanted = paths
		.filter((path) => path !== 'index.md')
		.map((path) => `/${path.replace(/(?:index)?\.md$/, '')}`);
	expect(linked.toSorted()).toEqual(wanted.toSorted());
});

describe('a document as a page', () => {
	const known = new Map([
		['docs/guards.md', 'guards.md'],
		['docs/needs/README.md', 'needs/index.md'],
		['docs/doctor.md', 'doctor.md'],
	]);
	const page = (text: string) => asPage('docs/needs/README.md', 'needs/index.md', text, known).text;

	test('its links lead to pages, or are text', () => {
		expect(page('[a](../guards.md#b) [c](README.md) [d](../../src/e.ts) [f](https://g.h) [i](#j)')).toBe(
			'[a](/guards.md#b) [c](/needs/index.md) d [f](https://g.h) [i](/needs/index.md#j)',
		);
		expect(page('[a](../doctor.md#form-origin) [b](../doctor.md#what-it-prints)')).toBe(
			'[a](/errors/form-origin.md) [b](/doctor.md#what-it-prints)',
		);
	});

	test('code stays as it is, and marks for tests are gone', () => {
		const code = '```md\n[a](../guards.md)\n```\n';
		expect(page(`x\n\n<!-- code: no, Markdown to look at -->\n\n${code}`)).toBe(`x\n\n${code}`);
	});

	test('entries with a code are pages, and a list leads to them', () => {
		const { rest, entries } = splitDocument(
			'docs/doctor.md',
			'# The doctor\n\nIt looks.\n\n# Addresses\n\n## form-origin\n\nA.\n\n## hsts\n\nB.\n',
		);
		expect([...entries]).toEqual([
			['form-origin', '# form-origin\n\nA.\n\n'],
			['hsts', '# hsts\n\nB.\n'],
		]);
		expect(rest).toContain('\n## Addresses\n\n- [form-origin](/errors/form-origin.md)\n- [hsts]');
	});
});
