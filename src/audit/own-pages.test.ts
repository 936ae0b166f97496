import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isOwnPage } from '../../runtime/src/sveltekit/own-route.ts';
import { kitHost, solidHost } from '../host/routes/testing.ts';
import type { Entry } from './entry.ts';
import { readAudit } from './index.ts';
import { ownPages } from './own-pages.ts';

const hooks = `import { protect } from '@authgraft/runtime/sveltekit';
import { sequence } from '@sveltejs/kit/hooks';
import { handle as authHandle } from './auth';
export const handle = sequence(authHandle, protect('/'));
`;
const middleware = `import { authMiddleware, protect } from '@authgraft/runtime/solid-start';
import { createMiddleware } from '@solidjs/start/middleware';
import { authConfig } from './auth';
export default createMiddleware({ onRequest: [authMiddleware(authConfig), protect('/')] });
`;
const page = 'export default () => null;\n';
const methods = (...names: string[]) =>
	names.map((name) => `export const ${name} = () => new Response();\n`).join('');

/** A host in which everything is guarded. */
async function kitEntries(config: string, files: Record<string, string>): Promise<Entry[]> {
	const auth = `import { SvelteKitAuth } from '@authgraft/runtime/sveltekit';\nexport const { handle } = SvelteKitAuth(${config});\n`;
	const host = await kitHost({ '/src/auth.ts': auth, '/src/hooks.server.ts': hooks, ...files });
	return readAudit(host).entries;
}

const solid = (files: Record<string, string>, pages = "{ signIn: '/signin' }") =>
	solidHost({
		'/vite.config.ts':
			"import { solidStart } from '@solidjs/start/config';\nimport { defineConfig } from 'vite';\nexport default defineConfig({ plugins: [solidStart({ middleware: './src/middleware.ts' })] });\n",
		'/src/auth.ts': `import type { SolidAuthConfig } from '@authgraft/runtime/solid-start';\nexport const authConfig: SolidAuthConfig = { pages: ${pages}, providers: [] };\n`,
		'/src/middleware.ts': middleware,
		...files,
	});

async function solidEntries(files: Record<string, string>, pages?: string): Promise<Entry[]> {
	return readAudit(await solid(files, pages)).entries;
}

const shown = ({ kind, id, name, guard, signIn }: Entry): string =>
	`${kind} ${id}${name ? ` ${name}` : ''}: ${guard}${signIn ? ', sign-in' : ''}`;

const endpoints = { 'api/auth/[...solidauth].ts': methods('GET', 'POST') };

describe('SvelteKit: by the name of a route', () => {
	test.each<[string, string, string]>([
		['{ providers: [] }', 'auth/signin', 'page /auth/signin: public, sign-in'],
		['{ providers: [] }', '[[lang]]/(x)/auth/signin', 'page /[[lang]]/(x)/auth/signin: public, sign-in'],
		['{ providers: [] }', '(app)/[...path]', 'page /(app)/[...path]: path rule'],
		['{ providers: [] }', '[org]/[page]', 'page /[org]/[page]: path rule'],
		['{ providers: [] }', '[org]/signin', 'page /[org]/signin: path rule'],
		['{ providers: [] }', 'auth/[page]', 'page /auth/[page]: path rule'],
		["{ pages: { signIn: '/signin' }, providers: [] }", '[slug]', 'page /[slug]: path rule'],
		[
			"{ pages: { signIn: '/signin' }, providers: [] }",
			'[[lang]]/signin',
			'page /[[lang]]/signin: public, sign-in',
		],
		["{ pages: { signIn: '/signin' }, providers: [] }", 'Signin', 'page /Signin: path rule'],
		["{ pages: { signIn: '/en/signin' }, providers: [] }", '[lang]/signin', 'page /[lang]/signin: public'],
		[
			"{ pages: { signIn: '/en/signin' }, providers: [] }",
			'[lang]/x/signin',
			'page /[lang]/x/signin: path rule',
		],
		["{ pages: { signIn: '/en/signin' }, providers: [] }", 'signin', 'page /signin: path rule'],
	])('%s, %s: %s', async (config, folder, expected) => {
		const entries = await kitEntries(config, { [`${folder}/+page.svelte`]: '<h1>x</h1>\n' });
		expect(entries.map(shown)).toContain(expected);
	});

	test('of a route with parameters, the address that is open is told', async () => {
		const config = "{ pages: { signIn: '/en/signin' }, providers: [] }";
		const entries = await kitEntries(config, { '[lang]/signin/+page.svelte': '<h1>x</h1>\n' });
		const entry = entries.find(({ id }) => id === '/[lang]/signin');
		expect(entry?.note).toBe(
			'src/hooks.server.ts:4 covers some of its addresses only; no rule closes it at /en/signin, which is an address of sign-in',
		);
	});

	test('what reroute may lead to', async () => {
		const config = "{ pages: { signIn: '/de/signin' }, providers: [] }";
		const files = {
			'/src/hooks.ts': 'export const reroute = ({ url }) => url.pathname.replace(/^\\/de/, "");\n',
			'signin/+page.svelte': '<h1>x</h1>\n',
			'about/+page.svelte': '<h1>x</h1>\n',
			'/src/auth.ts': `import { SvelteKitAuth } from '@authgraft/runtime/sveltekit';\nexport const { handle } = SvelteKitAuth(${config});\n`,
			'/src/hooks.server.ts': hooks,
		};
		const { entries, notes } = readAudit(await kitHost(files));
		expect(entries.map(shown)).toEqual(
			expect.arrayContaining(['page /signin: public', 'page /about: path rule']),
		);
		expect(notes.join()).toContain('No route is called /de/signin, where people sign in');
	});

	test('as the runtime decides', () => {
		const names = ['signin', 'auth', 'x', '[a]', '[[b]]', '[...c]', '(g)'];
		const segment = fc.constantFrom(...names);
		const pages = ['/signin', '/x/signin', '/auth/x', '/x'];
		const values = fc.record({
			a: fc.constantFrom('x', 'auth', 'signin'),
			b: fc.constantFrom('', 'x', 'auth'),
		});
		const rest = fc.constantFrom('', 'x', 'signin', 'auth/signin', 'x/signin');
		let open = 0;
		fc.assert(
			fc.property(
				fc.array(segment, { maxLength: 4 }),
				fc.constantFrom(...pages),
				values,
				rest,
				(parts, signIn, { a, b }, c) => {
					const id = `/${parts.join('/')}`;
					const route = { id, path: id } as never;
					const settings = { basePath: '/auth', pages: [signIn] } as never;
					const host = { framework: 'sveltekit' } as never;
					const found = ownPages(host, settings, [route], { signInPages: [], reroute: false })(route);
					const path = parts
						.filter((part) => part !== '(g)')
						.map((part) => (({ '[a]': a, '[[b]]': b, '[...c]': c }) as Record<string, string>)[part] ?? part)
						.filter(Boolean)
						.join('/');
					const config = {
						core: { providers: [], pages: { signIn } },
						base: '',
						basePath: '/auth',
						origin: 'http://localhost',
					};
					const isOpen = isOwnPage(id, `/${path}`, config, undefined);
					if (isOpen) open++;
					// What the audit calls closed is never open, and what it calls open always is.
					if (found.kind === 'none') expect(isOpen).toBe(false);
					if (found.kind === 'own') expect(isOpen).toBe(true);
				},
			),
			{ numRuns: 2000 },
		);
		expect(open).toBeGreaterThan(20);
	});
});

describe('SolidStart: the route of the endpoints', () => {
	const notes = async (text: string) =>
		readAudit(await solid({ 'api/auth/[...solidauth].ts': text })).notes.filter((note) =>
			note.includes('SolidAuth(...)'),
		);
	test.each([
		['export const GET = () => new Response();\n', 'exports no POST, so that nobody can sign in'],
		[
			'export const POST = () => new Response();\n',
			'exports no GET, so that nobody comes back from a provider',
		],
	])('%s: told', async (text, words) => {
		expect(await notes(text)).toEqual([
			expect.stringContaining(`src/routes/api/auth/[...solidauth].ts ${words}`),
		]);
	});
	test.each([methods('GET', 'POST'), "export * from '../../../auth-route';\n"])(
		'%s: nothing is said',
		async (text) => {
			expect(await notes(text)).toEqual([]);
		},
	);
});

describe('SolidStart: by path', () => {
	test.each<[string, Record<string, string>, string[]]>([
		[
			'the endpoints, and what lies beside them',
			{ ...endpoints, 'api/auth/users.ts': methods('GET', 'DELETE') },
			[
				'endpoint /api/auth/[...solidauth] GET: public, sign-in',
				'endpoint /api/auth/users GET: path rule',
				'endpoint /api/auth/users DELETE: path rule',
			],
		],
		[
			'at the address of an endpoint',
			{ ...endpoints, 'api/auth/session.ts': methods('GET', 'PUT') },
			['endpoint /api/auth/session GET: public', 'endpoint /api/auth/session PUT: path rule'],
		],
		[
			'a parameter that may be one',
			{ ...endpoints, 'api/auth/[x].ts': methods('POST', 'PATCH'), 'api/auth/users/[x].ts': methods('GET') },
			[
				'endpoint /api/auth/[x] POST: public',
				'endpoint /api/auth/[x] PATCH: path rule',
				'endpoint /api/auth/users/[x] GET: path rule',
			],
		],
		[
			'a provider',
			{
				...endpoints,
				'api/auth/callback/[x].ts': methods('GET'),
				'api/auth/callback/x/y.ts': methods('GET'),
			},
			['endpoint /api/auth/callback/[x] GET: public', 'endpoint /api/auth/callback/x/y GET: path rule'],
		],
		[
			'behind our own route',
			{ ...endpoints, '[...all].tsx': page, '[a]/[b]/[c].ts': methods('GET') },
			['page /[...all]: public', 'endpoint /[a]/[b]/[c] GET: path rule'],
		],
		[
			'without our own route',
			{ 'signin.tsx': page, '[...all].tsx': page, '[a]/[b]/[c].tsx': page, 'two/[b].tsx': page },
			['page /[...all]: public', 'page /[a]/[b]/[c]: public', 'page /two/[b]: path rule'],
		],
		[
			'a page of ours',
			{ ...endpoints, 'SignIn.tsx': page, '[x].tsx': page, 'signin/x.tsx': page },
			['page /SignIn: public, sign-in', 'page /[x]: path rule', 'page /signin/x: path rule'],
		],
		[
			'a parameter in the place of one',
			{ ...endpoints, '[x].tsx': page, '[[lang]]/signin.tsx': page },
			['page /[x]: public', 'page /[[lang]]/signin: public'],
		],
	])('%s', async (_, files, expected) => {
		expect((await solidEntries(files)).map(shown)).toEqual(expect.arrayContaining(expected));
	});

	test('the address is told', async () => {
		const entries = await solidEntries({ ...endpoints, 'api/auth/[x].ts': methods('GET') });
		const entry = entries.find(({ id }) => id === '/api/auth/[x]');
		expect(entry?.note).toBe(
			'src/middleware.ts:4 covers some of its addresses only; no rule closes it at /api/auth/signin, /api/auth/signout, /api/auth/error, which is an address of sign-in',
		);
	});
});
