import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../scripts/bootstrap.mjs';
import { exec } from '../../scripts/lib/process/exec.ts';
import { type ServedSite, serveFolder } from '../../scripts/lib/site/serve.ts';
import { launchBrowser, type TestBrowser } from '../support/browser.ts';

/* The documentation site, built as `npm run site` does, in Chromium. */

const folder = join(root, 'site/dist');
let site: ServedSite;
let browser: TestBrowser;
let built: string;

beforeAll(async () => {
	const { code, output } = await exec(process.execPath, [join(root, 'site/site.mjs')], {
		cwd: root,
		timeout: 1_200_000,
	});
	expect(code, output).toBe(0);
	built = output;
	[site, browser] = await Promise.all([serveFolder(folder), launchBrowser()]);
}, 1_260_000);
afterAll(async () => {
	await browser?.close();
	site?.server.close();
});

const pages = () =>
	globSync('**/*.html', { cwd: folder })
		.map((path) => `/${path.replaceAll('\\', '/').replace(/(?:index)?\.html$/, '')}`)
		.filter((path) => path !== '/404')
		.sort();
const htmlOf = (path: string) =>
	readFileSync(join(folder, path.endsWith('/') ? `${path}index.html` : `${path}.html`), 'utf8');

test('there is a page for each command, provider, error code and entry of the runtime', () => {
	const all = pages();
	const below = (start: string) => all.filter((path) => path.startsWith(start));
	expect(below('/commands/').length).toBeGreaterThan(14);
	expect(below('/providers/').length).toBeGreaterThan(100);
	expect(below('/errors/').length).toBeGreaterThan(120);
	expect(below('/api/').length).toBeGreaterThan(10);
	expect(all).toContain('/errors/ag_refused');
	expect(all).toContain('/errors/form-origin');
});

test('no link leads to a page or a heading that is not there', () => {
	const all = new Map(pages().map((path) => [path, htmlOf(path)]));
	const ids = new Map(
		[...all].map(([path, html]) => [
			path,
			new Set([...html.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id)),
		]),
	);
	let links = 0;
	const dead = [...all].flatMap(([path, html]) => {
		const main = html.slice(html.indexOf('<main'));
		return [...main.matchAll(/<a\b[^>]*\bhref="([^"]+)"/g)].flatMap(([, href = '']) => {
			const url = new URL(href.replaceAll('&amp;', '&'), `http://site${path}`);
			if (url.host !== 'site') return [];
			links++;
			const ours = ids.get(decodeURI(url.pathname));
			const file = /\.(?:svg|txt|md)$/.test(url.pathname);
			const hash = decodeURIComponent(url.hash.slice(1));
			return file || (ours && (hash === '' || ours.has(hash))) ? [] : [`${path}: ${href}`];
		});
	});
	expect(links).toBeGreaterThan(2_000);
	expect([...new Set(dead)]).toEqual([]);
});

test('pages ask no other host for anything, and there is a text for language models', () => {
	const foreign = /<(?:script|link|img|iframe)\b[^>]*\b(?:src|href)="https?:/;
	expect(pages().filter((path) => foreign.test(htmlOf(path)))).toEqual([]);
	expect(readFileSync(join(folder, 'llms.txt'), 'utf8')).toContain('](/guide/');
	expect(readFileSync(join(folder, 'llms-full.txt'), 'utf8')).toContain('AG_REFUSED');
});

/** The index of the search is loaded when somebody opens it. */
const patient = { timeout: 30_000 };

const sampled = [
	...['/', '/start', '/guide/faq', '/guide/variables', '/guide/session-fields', '/guards', '/doctor'],
	...[
		'/commands/init',
		'/providers/',
		'/providers/github',
		'/errors/',
		'/errors/form-origin',
		'/api/sveltekit',
	],
];

describe('in a browser', () => {
	test.each(['light', 'dark'] as const)(
		'%s: no fault in the console, and axe finds nothing',
		{ timeout: 600_000 },
		async (colorScheme) => {
			const axe = readFileSync(join(root, 'site/node_modules/axe-core/axe.min.js'), 'utf8');
			const found: string[] = [];
			const { page, faults } = await browser.open();
			await page.emulateMedia({ colorScheme });
			for (const path of sampled) {
				await page.goto(site.origin + path, { waitUntil: 'networkidle' });
				await page.evaluate(axe);
				const violations = await page.evaluate(async () => {
					const { axe } = globalThis as unknown as {
						axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
					};
					return (await axe.run()).violations.map(
						({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 150)}`,
					);
				});
				found.push(...violations.map((violation) => `${path}: ${violation}`));
				expect(await page.evaluate(() => document.documentElement.classList.contains('dark'))).toBe(
					colorScheme === 'dark',
				);
			}
			expect(faults).toEqual([]);
			expect(found).toEqual([]);
		},
	);

	test.each([
		['UntrustedHost', '/guide/untrusted-host'],
		['Cross-site POST form submissions are forbidden', '/guide/cross-site-403'],
		['session is null', '/guide/session-null'],
		['OAuthAccountNotLinked', '/guide/account-not-linked'],
		['AG_GIT_DIRTY', '/errors/ag_git_dirty'],
		['redirectTo', '/guide/where-people-land'],
		['Keycloak', '/providers/keycloak'],
		['add-adapter', '/commands/add-adapter'],
		['AUTH_TRUST_HOST', '/errors/host-header-trusted'],
		['brute force', '/guide/brute-force'],
		['refreshTokens', '/sessions'],
		['Content-Security-Policy', '/guide/csp'],
	])('search finds %s', async (words, path) => {
		const { page } = await browser.open();
		await page.goto(`${site.origin}/start`);
		await page.getByRole('button', { name: 'Search' }).first().click();
		await page.getByRole('searchbox').fill(words);
		const results = page.locator('.VPLocalSearchBox .results a');
		await expect.poll(() => results.count(), patient).toBeGreaterThan(0);
		await expect
			.poll(async () => {
				const links = await results.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
				return links.slice(0, 8).map((href) => href.replace(/#.*/, ''));
			}, patient)
			.toContain(path);
	});

	test('code is copied by a button', async () => {
		const { page, context } = await browser.open();
		await context.grantPermissions(['clipboard-read', 'clipboard-write']);
		await page.goto(`${site.origin}/commands/init`);
		await page.locator('div[class*=language-] button.copy').first().click();
		await expect
			.poll(() => page.evaluate(() => navigator.clipboard.readText()))
			.toContain('npx authgraft init');
	});
});

test('the build says how long it took', () => {
	expect(built).toMatch(/\d+ pages in [\d.]+ s/);
});
