import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type * as Components from '../../runtime/src/solid-start/components.ts';
import { root } from '../support/named-project.ts';
import { temporary } from './support/run.ts';

/* SessionProvider in a browser: Solid's browser build, without a document. What it asks for is answered here. */

const entry = `
export * from './components.ts';
export { createComponent, createRoot, sharedConfig } from 'solid-js';`;

type Browser = typeof Components &
	Pick<typeof import('solid-js'), 'createComponent' | 'createRoot' | 'sharedConfig'>;
let browser: Browser;

beforeAll(async () => {
	const folder = join(root, 'runtime/src/solid-start');
	const build = await rolldown({
		input: 'entry',
		platform: 'browser',
		resolve: { conditionNames: ['solid', 'browser', 'import'], extensionAlias: { '.js': ['.ts', '.js'] } },
		plugins: [
			{
				name: 'entry',
				resolveId: (id) => (id === 'entry' ? join(folder, 'entry-of-the-test.ts') : undefined),
				load: (id) => (id.endsWith('entry-of-the-test.ts') ? entry : undefined),
			},
		],
		checks: { bundlerTimings: false },
	});
	const file = join(temporary, 'session-provider', 'browser.mjs');
	await build.write({ file });
	await build.close();
	browser = (await import(pathToFileURL(file).href)) as Browser;
});
afterAll(() => void vi.unstubAllGlobals());

const sessionOf = (name: string) => ({ user: { name }, expires: '2099-01-01T00:00:00.000Z' });

/** A page whose server says this session; undefined is a server that cannot be reached. */
function open(name: string | null | undefined, hydrated?: unknown) {
	const server = { name, asked: [] as string[] };
	vi.stubGlobal('location', { href: 'http://localhost:3000/page', origin: 'http://localhost:3000' });
	vi.stubGlobal('fetch', async (url: string) => {
		server.asked.push(url);
		if (server.name === undefined) throw new TypeError('fetch failed');
		if (url.includes('/signin/')) server.name = 'Bob';
		if (url.endsWith('/signout')) server.name = null;
		if (!url.endsWith('/session')) return Response.json({ url: 'http://localhost:3000/page' });
		return Response.json(server.name === null ? null : sessionOf(server.name));
	});
	const { createComponent, createRoot, sharedConfig, SessionProvider, useAuth, createSession } = browser;
	if (hydrated !== undefined) {
		const has = () => true;
		const context = { id: '', count: 0 };
		Object.assign(sharedConfig, {
			context,
			has,
			load: () => (hydrated === 'unknown' ? undefined : hydrated),
		});
	}
	let found: (ReturnType<typeof useAuth> & { resource: ReturnType<typeof createSession> }) | undefined;
	const dispose = createRoot((dispose) => {
		const props = {
			get children() {
				return createComponent(() => {
					found = { ...useAuth(), resource: createSession() };
					return null;
				}, {});
			},
		};
		const element = createComponent(SessionProvider, props) as unknown as () => unknown;
		if (typeof element === 'function') element();
		return dispose;
	});
	sharedConfig.context = undefined as never;
	if (!found) throw new Error('nothing was rendered');
	const shown = () => [found?.status(), found?.session()?.user?.name];
	return { server, auth: found, shown, dispose };
}

describe('SessionProvider in a browser', () => {
	test('asks the server where the page did not come with the session', async () => {
		const { server, shown, auth } = open('Ada');
		expect(shown()).toEqual(['loading', undefined]);
		await vi.waitFor(() => expect(shown()).toEqual(['authenticated', 'Ada']));
		expect(auth.resource()?.user?.name).toBe('Ada');
		expect(server.asked).toEqual(['/api/auth/session']);
	});

	test('takes what the page came with, and asks nothing', async () => {
		const { server, shown } = open('Bob', sessionOf('Ada'));
		expect(shown()).toEqual(['authenticated', 'Ada']);
		await new Promise((resolve) => setTimeout(resolve, 20));
		expect(server.asked).toEqual([]);
	});

	test('asks when the server did not know', async () => {
		const { server, shown } = open('Ada', 'unknown');
		await vi.waitFor(() => expect(shown()).toEqual(['authenticated', 'Ada']));
		expect(server.asked).toEqual(['/api/auth/session']);
	});

	test('refetch: what is shown stays until the answer, and where there is none', async () => {
		const { server, auth, shown } = open('Ada', sessionOf('Ada'));
		server.name = 'Bob';
		const asking = auth.refetch(true);
		expect(shown()).toEqual(['authenticated', 'Ada']);
		expect(await asking).toMatchObject({ status: 'authenticated', data: { user: { name: 'Bob' } } });
		server.name = undefined;
		expect(await auth.refetch()).toMatchObject({ status: 'authenticated' });
		expect(shown()).toEqual(['authenticated', 'Bob']);
	});

	test('signing in and out without leaving the page changes what it shows', async () => {
		const { auth, shown } = open(null, 'unknown');
		await vi.waitFor(() => expect(shown()).toEqual(['unauthenticated', undefined]));
		expect(await auth.signIn('credentials', { redirect: false, password: 'x' })).toMatchObject({ ok: true });
		expect(shown()).toEqual(['authenticated', 'Bob']);
		await auth.signOut({ redirect: false });
		expect(shown()).toEqual(['unauthenticated', undefined]);
	});

	test('a server that cannot be reached is nobody', async () => {
		const { shown } = open(undefined);
		await vi.waitFor(() => expect(shown()).toEqual(['unauthenticated', undefined]));
	});
});
