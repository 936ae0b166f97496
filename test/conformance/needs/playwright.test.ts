import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { goodEnv, integrations, makeApplication } from '../support/application.ts';
import { Page } from '../support/page.ts';
import { Person } from '../support/person.ts';

const page = new Page('playwright');
afterAll(() => expect(page.left).toEqual([]));
afterEach(() => void vi.unstubAllEnvs());

interface Cookie {
	name: string;
	value: string;
	url: string;
}
type SetUp = (fixtures: { context: object; baseURL: string }) => Promise<void>;

/** Runs the page's set-up with a browser context that keeps what it is told. */
async function setUp(baseURL: string, callbacks: object) {
	const kept: { cookies: Cookie[]; paths: string[] } = { cookies: [], paths: [] };
	const context = {
		addCookies: async (cookies: Cookie[]) => void kept.cookies.push(...cookies),
		storageState: async ({ path }: { path: string }) => void kept.paths.push(path),
	};
	const runs: SetUp[] = [];
	await page.module('tests/auth.setup.ts', {
		'@playwright/test': { test: (_: string, run: SetUp) => runs.push(run) },
		'../src/callbacks': { callbacks },
	});
	vi.stubEnv('AUTH_SECRET', goodEnv.AUTH_SECRET);
	for (const run of runs) await run({ context, baseURL });
	return kept;
}

const callbacks = {
	jwt: ({ token, user }: { token: object; user?: object }) => (user ? { ...token, role: 'admin' } : token),
	session: ({ session, token }: { session: object; token: { role?: string } }) => ({
		...session,
		user: { ...(session as { user: object }).user, role: token.role },
	}),
};

describe.each(integrations)('docs/needs/playwright.md on %s', (integration) => {
	test.each(['http://localhost:3000', 'https://app.test.example'])('%s', async (origin) => {
		const { cookies, paths } = await setUp(origin, callbacks);
		const config = { providers: [], callbacks: callbacks as never };
		const app = makeApplication(integration, config, { origin });
		const person = new Person(app);
		for (const { name, value, url } of cookies)
			person.cookies.keep(url, [`${name}=${value}; Path=/${url.startsWith('https') ? '; Secure' : ''}`]);
		expect((await person.visit('/')).json()).toMatchObject({ user: { name: 'Ada', role: 'admin' } });
		expect((await person.visit('/dashboard', { follow: false })).status).toBe(200);
		expect(paths).toEqual([await storageStateOfTests()]);
	});
});

/** What the configuration's other project starts with. */
async function storageStateOfTests(): Promise<string | undefined> {
	interface Config {
		projects: { name: string; dependencies?: string[]; use?: { storageState: string } }[];
	}
	const { default: config } = await page.module<{ default: Config }>('playwright.config.ts', {
		'@playwright/test': { defineConfig: (config: Config) => config },
	});
	return config.projects.find(({ dependencies }) => dependencies?.includes('setup'))?.use?.storageState;
}
