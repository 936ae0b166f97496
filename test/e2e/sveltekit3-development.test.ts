import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CookieJar } from '../../scripts/lib/demo/cookie-jar.ts';
import { formsOf, press } from '../../scripts/lib/demo/forms.ts';
import { freePort } from '../../scripts/lib/process/free-port.ts';
import { type RunningServer, startServer, viteDev } from '../../scripts/lib/process/server.ts';
import { type HostUnderTest, makeHostUnderTest } from '../support/host-under-test.ts';
import { describeGraft } from './suites/graft.ts';
import { describeHookShapes } from './suites/hook-shapes.ts';

/** What a newcomer gets who types `npx authgraft init` and nothing else: test people to click on, while developing. */
let host: HostUnderTest;
/** What a click on a test person sends. Proved to sign in while developing, then replayed against the build. */
let provenClick: Record<string, string> | undefined;

function click(): Record<string, string> {
	if (!provenClick) throw new Error('No click is known that signs in while developing');
	return provenClick;
}

beforeAll(async () => {
	host = await makeHostUnderTest();
	const { code, output } = await host.graft('init', '--yes');
	expect(code, output).toBe(0);
});
afterAll(() => host?.remove());

describe('vite dev', () => {
	let server: RunningServer;
	beforeAll(async () => {
		const port = await freePort();
		server = await startServer({ cwd: host.folder, args: viteDev(port), origin: `http://127.0.0.1:${port}` });
	});
	afterAll(() => server?.stop());

	test('signs a test person in with one click, and out again', async () => {
		const jar = new CookieJar();
		const page = await jar.visit(`${server.origin}/signin`);
		expect(page.status, page.text + server.output()).toBe(200);
		const form = formsOf(page.text).find(({ fields }) => fields.providerId === 'development');
		const pressed = form && press(form, /^Continue as /);
		if (!form || !pressed) throw new Error(`No test person on the page:\n${page.text}`);
		const name = form.buttons[0]?.text.replace('Continue as ', '');
		const home = await jar.visit(new URL(form.action, page.url).href, { form: pressed });
		expect(home.status).toBe(200);
		expect((await jar.visit(`${server.origin}/`)).text).toContain(name);
		const session = JSON.parse((await jar.visit(`${server.origin}/auth/session`)).text);
		expect(session.user.name).toBe(name);
		provenClick = pressed;
		await jar.visit(`${server.origin}/signout`, { form: {} });
		expect((await jar.visit(`${server.origin}/auth/session`)).text).toBe('null');
	});

	test('signs nobody in for a form of another site', async () => {
		const jar = new CookieJar();
		const headers = { origin: 'http://evil.example' };
		for (const path of ['/signin', '/auth/callback/development']) {
			await jar.visit(server.origin + path, { form: click(), headers, follow: false });
			expect((await jar.visit(`${server.origin}/auth/session`)).text, path).toBe('null');
		}
	});
});

// Types: sveltekit3.test.ts.
describeGraft(() => host, ['--yes'], { typeCheck: true });

// A build must not believe an environment that says "development" either.
describe.each([{}, { NODE_ENV: 'development' }])('its build with %o', (env) => {
	let server: RunningServer;
	beforeAll(async () => {
		server = await host.startBuild(env);
	});
	afterAll(() => server?.stop());

	test('offers no test people', async () => {
		const page = await new CookieJar().visit(`${server.origin}/signin`);
		expect(page.status).toBe(200);
		expect(page.text).not.toMatch(/Continue as|development/i);
		const providers = await new CookieJar().visit(`${server.origin}/auth/providers`);
		expect(providers.status).toBe(200);
		expect(providers.text).not.toContain('development');
	});

	const ways = ['/signin', '/auth/signin/development', '/auth/callback/development'];
	test.each(ways)('refuses the click of a test person at POST %s', async (path) => {
		const jar = new CookieJar();
		const csrf = await jar.visit(`${server.origin}/auth/csrf`);
		const csrfToken = csrf.status === 200 ? JSON.parse(csrf.text).csrfToken : '';
		const visit = await jar.visit(server.origin + path, { form: { ...click(), csrfToken }, follow: false });
		expect(visit.status).toBeLessThan(500);
		expect((await jar.visit(`${server.origin}/auth/session`)).text).toBe('null');
		expect([...jar.cookies.keys()].filter((name) => name.includes('session-token'))).toEqual([]);
	});

	test('refuses GET /auth/signin/development', async () => {
		const jar = new CookieJar();
		const visit = await jar.visit(`${server.origin}/auth/signin/development`);
		expect(visit.status).toBeLessThan(500);
		expect((await jar.visit(`${server.origin}/auth/session`)).text).toBe('null');
	});
});

describeHookShapes(() => host);
