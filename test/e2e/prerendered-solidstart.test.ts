import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../scripts/bootstrap.mjs';
import { edit } from '../../scripts/lib/make-host.ts';
import type { RunningServer } from '../../scripts/lib/process/server.ts';
import { ada, solidStart } from '../support/ada.ts';
import { knowAda } from '../support/authorize.ts';
import { launchBrowser, type TestBrowser } from '../support/browser.ts';
import {
	type HostUnderTest,
	type Kind,
	makeHostUnderTest,
	solidStart1,
	solidStart2,
} from '../support/host-under-test.ts';
import { Person } from '../support/people.ts';
import { solidStartPages } from '../support/solidstart-pages.ts';

/* A page that is made while building, as docs/sessions.md says it. */

/** The line of the document. */
const [, asking = ''] =
	/```tsx\n(onMount.*)\n```/.exec(readFileSync(join(root, 'docs/sessions.md'), 'utf8')) ?? [];

const about = (asks: boolean) => `import { createAsync, revalidate } from '@solidjs/router';
import { onMount } from 'solid-js';
import { getSession } from '~/session';

export default function About() {
	const session = createAsync(() => getSession(), { deferStream: true });
	${asks ? asking : ''}
	return (
		<main>
			<h1>About</h1>
			<p data-testid="who">{session()?.user?.name ?? 'nobody'}</p>
			<a href="/">Home</a>
		</main>
	);
}
`;
const pages: Record<string, string> = {
	'src/routes/index.tsx': (solidStartPages['src/routes/index.tsx'] ?? '').replace(
		'href="/dashboard">Dashboard',
		'href="/about">About',
	),
	'src/routes/about.tsx': about(true),
	'src/routes/silent.tsx': about(false),
};

const routes = `prerender: { routes: ["/about", "/silent"] }`;
const kinds: [Kind, [file: string, from: string, to: string]][] = [
	[solidStart2, ['vite.config.ts', 'nitro()', `nitro({ ${routes} })`]],
	[solidStart1, ['app.config.ts', 'defineConfig({', `defineConfig({ server: { ${routes} },`]],
];

describe.each(kinds)('a prerendered page of $name', (kind, [file, from, to]) => {
	let host: HostUnderTest;
	let browser: TestBrowser;
	let server: RunningServer;

	beforeAll(async () => {
		browser = await launchBrowser();
		host = await makeHostUnderTest(kind);
		const { code, output } = await host.graft('init', '--yes', '--providers', 'credentials');
		expect(code, output).toBe(0);
		await host.write(pages);
		await knowAda(join(host.folder, 'src/auth.ts'));
		await edit(join(host.folder, file), from, to);
		const built = await host.build();
		expect(built.code, built.output).toBe(0);
		server = await host.startBuild({ AUTH_SECRET: 'a-secret-of-more-than-32-characters-0' });
	});
	afterAll(async () => {
		await server?.stop();
		await browser?.close();
		await host?.remove();
	});

	const open = async () => {
		const opened = await browser.open();
		return { ...opened, person: new Person(opened.page, server.origin, solidStart) };
	};

	test('is as the document says', () => expect(asking).toContain('revalidate(getSession.key)'));

	test('asks in the browser who is there', async () => {
		const { person, page, faults } = await open();
		await person.signInWithPassword(ada.password);
		await page.waitForURL((url) => url.pathname !== '/signin');
		// Often: in the browser's cache it wakes up faster than the first time.
		for (let times = 0; times < 8; times++) {
			const answer = await page.goto(`${server.origin}/about`);
			expect(await answer?.text()).toContain('nobody');
			await page.getByTestId('who').getByText(ada.name).waitFor();
		}
		// And so do the pages around it, there and back.
		await page.getByRole('link', { name: 'Home' }).click();
		await page.getByRole('heading', { name: 'Home' }).waitFor();
		expect(await page.getByTestId('who').textContent()).toBe(ada.name);
		await page.getByRole('link', { name: 'About' }).first().click();
		await page.getByRole('heading', { name: 'About' }).waitFor();
		expect(await page.getByTestId('who').textContent()).toBe(ada.name);
		await person.signOut();
		await page.goto(`${server.origin}/about`);
		await page.waitForLoadState('networkidle');
		expect(await page.getByTestId('who').textContent()).toBe('nobody');
		expect(faults).toEqual([]);
		expect(server.output()).not.toContain('[auth]');
	});

	test('without that line it stays as it was built', async () => {
		const { person, page } = await open();
		await person.signInWithPassword(ada.password);
		await page.waitForURL((url) => url.pathname !== '/signin');
		await page.goto(`${server.origin}/silent`);
		await page.waitForLoadState('networkidle');
		expect(await page.getByTestId('who').textContent()).toBe('nobody');
	});
});
