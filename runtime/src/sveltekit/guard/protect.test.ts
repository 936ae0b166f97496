import GitHub from '@auth/core/providers/github';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { hasRole } from '../../core/access/has-role.js';
import {
	cookieName,
	type EventOptions,
	makeAdapter,
	makeAuth,
	makeEvent,
	makeLazyAuth,
	token,
} from '../testing/fixtures.test.helper.js';
import type { AuthHandle, SvelteKitAuthConfig } from '../types.js';
import { type ProtectOptions, protect } from './protect.js';

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const secretPage = async () => new Response('SECRET');

interface Guard {
	paths?: string | string[];
	options?: ProtectOptions;
	config?: Partial<SvelteKitAuthConfig>;
}

/** What `sequence(handle, protect(...))` answers. */
async function visit(path: string, event: EventOptions, guard: Guard = {}) {
	const { handle } = makeAuth(guard.config);
	return through(handle, protect(guard.paths ?? '/dashboard', guard.options), path, event);
}
async function through(handle: AuthHandle, guard: AuthHandle, path: string, options: EventOptions) {
	const event = makeEvent(path, { headers: html, ...options });
	const response = await handle({ event, resolve: (next) => guard({ event: next, resolve: secretPage }) });
	return {
		status: response.status,
		location: response.headers.get('location'),
		response,
		body: await response.text(),
	};
}
afterEach(() => {
	vi.restoreAllMocks();
});

// Rows like those of test/attacks/sveltekit.json, as SvelteKit hands them to hooks: the URL stays encoded, the route is decided.
describe('attempts without a session', () => {
	test.each<[string, string, EventOptions, number]>([
		['control', '/dashboard', { routeId: '/dashboard' }, 303],
		['encoded letter', '/%64ashboard', { routeId: '/dashboard' }, 303],
		['encoded data', '/%64ashboard', { routeId: '/dashboard', isDataRequest: true }, 303],
		['data request', '/dashboard', { routeId: '/dashboard', isDataRequest: true, headers: {} }, 303],
		['reroute', '/alias', { routeId: '/dashboard' }, 303],
		['group', '/dashboard', { routeId: '/(app)/dashboard' }, 303],
		['below', '/dashboard/7', { routeId: '/(app)/dashboard/[id]' }, 303],
		['HEAD', '/dashboard', { routeId: '/dashboard', method: 'HEAD' }, 303],
		['form action, encoded', '/%64ashboard', { routeId: '/dashboard', form: { a: 'b' } }, 303],
		['PUT', '/dashboard', { routeId: '/dashboard', method: 'PUT' }, 401],
		['OPTIONS', '/dashboard', { routeId: '/dashboard', method: 'OPTIONS' }, 401],
		[
			'endpoint for programs',
			'/dashboard/api',
			{ routeId: '/dashboard/api', headers: { accept: 'application/json' } },
			401,
		],
		['JSON post', '/dashboard', { routeId: '/dashboard', json: {}, headers: {} }, 401],
		[
			'browser fetch',
			'/dashboard/api',
			{ routeId: '/dashboard/api', headers: { accept: '*/*', 'sec-fetch-dest': 'empty' } },
			401,
		],
		['curl', '/dashboard', { routeId: '/dashboard', headers: {} }, 303],
		['remote, claiming the page', '/dashboard', { routeId: '/dashboard', isRemoteRequest: true }, 401],
		['forged cookie', '/dashboard', { routeId: '/dashboard', cookies: { [cookieName]: 'x' } }, 303],
	])('%s', async (_, path, event, status) => {
		const answer = await visit(path, event);
		expect(answer.status).toBe(status);
		expect(answer.body).not.toContain('SECRET');
		expect(answer.response.headers.get('cache-control')).toBe('private, no-store');
	});

	test.each([
		['/dashboardx', '/dashboardx'],
		['/', '/'],
		['/dashboard%', null],
		['/dashboard%ff', null],
		['//dashboard', null],
		['/login?/../dashboard', '/login'],
	])('%s (route %s) is not guarded, and does not fail', async (path, routeId) => {
		expect((await visit(path, { routeId })).status).toBe(200);
	});

	test('an enhanced form gets SvelteKit’s redirect', async () => {
		const headers = { 'x-sveltekit-action': 'true', accept: 'application/json' };
		const { status, body } = await visit('/dashboard?/save&x=1', {
			routeId: '/dashboard',
			form: {},
			headers,
		});
		expect(status).toBe(200);
		expect(JSON.parse(body)).toEqual({
			type: 'redirect',
			status: 303,
			location: '/auth/signin?redirectTo=%2Fdashboard%3Fx%3D1',
		});
	});
});

describe('where people are sent', () => {
	test('the sign-in page, with the way back', async () => {
		const event = { routeId: '/dashboard' };
		expect((await visit('/dashboard?tab=1&q=%20', event)).location).toBe(
			'/auth/signin?redirectTo=%2Fdashboard%3Ftab%3D1%26q%3D%2520',
		);
		const config = { pages: { signIn: '/signin' }, base: '/app' };
		expect((await visit('/app/dashboard', event, { config })).location).toBe(
			'/app/signin?redirectTo=%2Fapp%2Fdashboard',
		);
		const options = { signInPage: '/login' };
		expect((await visit('/dashboard', event, { options })).location).toBe('/login?redirectTo=%2Fdashboard');
	});
	test('the way back never leaves the site', async () => {
		const { location } = await visit('//evil.example/x', {
			routeId: '/[...path]',
			params: { path: 'dashboard' },
		});
		expect(location).toBe('/auth/signin?redirectTo=%2Fx');
	});
});

describe('with a session', () => {
	test('the page is shown', async () => {
		const cookies = { [cookieName]: await token() };
		expect((await visit('/dashboard', { routeId: '/dashboard', cookies })).body).toBe('SECRET');
	});
	test('allow decides further, and refuses when it throws', async () => {
		const event = { routeId: '/dashboard', cookies: { [cookieName]: await token() } };
		const allow = (answer: () => boolean) => visit('/dashboard', event, { options: { allow: answer } });
		expect((await allow(() => true)).status).toBe(200);
		expect((await allow(() => false)).status).toBe(403);
		const broken = await allow(() => {
			throw new Error('roles are down');
		});
		expect([broken.status, broken.body.includes('roles')]).toEqual([403, false]);
	});
	test('only true passes, whatever an expression with `?.` answers', async () => {
		const event = { routeId: '/dashboard', cookies: { [cookieName]: await token() } };
		const status = async (allow: ProtectOptions['allow']) =>
			(await visit('/dashboard', event, { options: { ...(allow && { allow }) } })).status;
		expect(await status(({ user }) => user.email?.endsWith('@example.com'))).toBe(200);
		expect(await status(({ user }) => user.image?.startsWith('x'))).toBe(403);
		expect(await status(async () => null)).toBe(403);
		expect(await status(async () => true)).toBe(200);
	});
	test('a role, from the session callback', async () => {
		const options = { allow: hasRole(['admin', 'editor']) };
		const visitAs = async (role: string, event: EventOptions = {}) => {
			const callbacks: SvelteKitAuthConfig['callbacks'] = {
				session: ({ session }) => ({ ...session, user: { ...session.user, role } }),
			};
			const cookies = { [cookieName]: await token() };
			const request = { routeId: '/dashboard', cookies, ...event };
			return visit('/dashboard', request, { options, config: { callbacks } });
		};
		expect((await visitAs('editor')).body).toBe('SECRET');
		for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS']) {
			const { status, body } = await visitAs('member', { method });
			expect([method, status, body.includes('SECRET')]).toEqual([method, 403, false]);
		}
		expect((await visitAs('member')).response.headers.get('content-type')).toContain('text/html');
		const data = await visitAs('member', { isDataRequest: true });
		expect([data.status, JSON.parse(data.body)]).toEqual([403, { message: 'Forbidden' }]);
		const enhanced = await visitAs('member', { form: {}, headers: { 'x-sveltekit-action': 'true' } });
		const result = { type: 'error', status: 403, error: { status: 403, message: 'Forbidden' } };
		expect([enhanced.status, JSON.parse(enhanced.body)]).toEqual([403, result]);
		const remote = await visitAs('member', { isRemoteRequest: true });
		expect([remote.status, JSON.parse(remote.body)]).toEqual([403, result]);
	});
	test('the session is looked up once for guard and page', async () => {
		const adapter = makeAdapter();
		const { handle } = makeAuth({ adapter, providers: [GitHub] });
		const event = makeEvent('/dashboard', {
			routeId: '/dashboard',
			cookies: { [cookieName]: 'SECRET-TOKEN' },
		});
		const guards = [protect('/dashboard'), protect('/')];
		await handle({
			event,
			resolve: (next) =>
				guards.reduceRight<AuthHandle>(
					(inner, guard) => (input) => guard({ ...input, resolve: (e) => inner({ ...input, event: e }) }),
					async ({ event }) => Response.json(await event.locals.auth()),
				)({ event: next, resolve: secretPage }),
		});
		expect(adapter.getSessionAndUser).toHaveBeenCalledOnce();
	});
});

describe('"/" guards everything', () => {
	const config = { pages: { signIn: '/signin', signOut: '/signout' } };
	const status = async (routeId: string, options?: ProtectOptions, params: Record<string, string> = {}) =>
		(await visit('/x', { routeId, params }, { paths: '/', config, ...(options && { options }) })).status;

	test('except the pages that lead in and out', async () => {
		expect(await status('/')).toBe(303);
		expect(await status('/(app)/about')).toBe(303);
		expect(await status('/(auth)/signin')).toBe(200);
		expect(await status('/signout')).toBe(200);
		expect(await status('/signin/other')).toBe(303);
		expect(await status('/auth/verify-request')).toBe(200);
	});
	test('and what is excepted', async () => {
		const options = { except: ['/', '/about'] };
		expect(await status('/', options)).toBe(200);
		expect(await status('/(x)/about/team', options)).toBe(200);
		expect(await status('/dashboard', options)).toBe(303);
		expect(await status('/[tenant]/secrets', options, { tenant: 'about' })).toBe(303);
	});
	test('a sign-in page of the rule itself is open, one of another site opens nothing here', async () => {
		const own = { paths: '/', options: { signInPage: '/enter' } };
		expect((await visit('/enter', { routeId: '/enter' }, own)).status).toBe(200);
		expect((await visit('/enter/x', { routeId: '/enter/x' }, own)).status).toBe(303);
		const elsewhere = { paths: '/', config: { pages: { signIn: 'https://sso.example/signin' } } };
		const { status, location } = await visit('/signin', { routeId: '/signin' }, elsewhere);
		expect([status, location]).toEqual([303, 'https://sso.example/signin?redirectTo=%2Fsignin']);
	});
	test('a 404 stays one', async () => {
		expect((await visit('/nope', { routeId: null }, { paths: '/' })).status).toBe(200);
	});
	test('a sign-in page below a guarded path is no endless redirect', async () => {
		const below = { pages: { signIn: '/app/signin' } };
		const answer = await visit('/app/signin', { routeId: '/app/signin' }, { paths: '/app', config: below });
		expect(answer.status).toBe(200);
	});
});

describe('a page of the configuration that a rule calls by its name', () => {
	/** Asks for a page of `/dashboard`'s rule, with `pages` that name it. */
	async function ask(
		path: string,
		routeId: string,
		pages: object,
		guard: Guard = {},
		event: EventOptions = {},
	) {
		const error = vi.fn();
		const config = { pages, logger: { error }, ...guard.config } as Partial<SvelteKitAuthConfig>;
		const answer = await visit(path, { routeId, ...event }, { ...guard, config });
		return { ...answer, told: error.mock.calls.map(([{ message }]) => message) };
	}

	test.each<[string, string, object, Guard]>([
		['/dashboard', '/dashboard', { error: '/dashboard' }, {}],
		['/dashboard', '/(app)/dashboard', { signOut: '/dashboard/' }, {}],
		['/dashboard', '/[[lang]]/dashboard', { verifyRequest: '/dashboard' }, {}],
		['/de/dashboard', '/[[lang]]/dashboard', { error: '/de/dashboard' }, {}],
		['/konto', '/dashboard', { error: '/konto' }, {}],
		['/dashboard', '/(app)/dashboard', { error: '/dashboard' }, { paths: ['/x', '/(app)/dashboard'] }],
		['/app/dashboard', '/dashboard', { error: '/dashboard' }, { config: { base: '/app' } }],
	])('%s, route %s, pages %o: stays shut, which is told', async (path, routeId, pages, guard) => {
		for (const isDataRequest of [false, true]) {
			const { status, body, told } = await ask(path, routeId, pages, guard, { isDataRequest });
			expect([status, body.includes('SECRET')]).toEqual([303, false]);
			expect(told).toEqual([expect.stringContaining(`protect() names ${path}, and so do the \`pages\``)]);
		}
		const signedIn = { cookies: { [cookieName]: await token() } };
		expect((await ask(path, routeId, pages, guard, signedIn)).status).toBe(200);
	});

	test('where people are sent to sign in: 500, and not round in circles', async () => {
		const pages = { signIn: '/dashboard' };
		const { status, body, told } = await ask('/dashboard', '/dashboard', pages);
		expect([status, body.includes('SECRET'), told.length]).toEqual([500, false, 1]);
		const options = { signInPage: '/dashboard' };
		expect(await ask('/dashboard', '/dashboard', pages, { options })).toMatchObject({
			status: 200,
			told: [],
		});
	});

	test.each<[string, string, object, Guard]>([
		// Above it, everything, or a group: as a sign-in page lies in an area that is closed.
		['/dashboard/signin', '/dashboard/signin', { signIn: '/dashboard/signin' }, {}],
		['/', '/', { signIn: '/' }, { paths: '/' }],
		['/', '/(app)', { signIn: '/' }, { paths: '/(app)' }],
		['/signin', '/signin', { signIn: '/signin', error: '/signin' }, { paths: '/' }],
		['/signin', '/(app)/signin', { signIn: '/signin' }, { paths: ['/', '/(app)'] }],
		['/auth/signin', '/auth/signin', {}, { paths: ['/', '/auth/signin'] }],
		['/dashboard', '/dashboard', { error: '/dashboard' }, { options: { except: '/dashboard' } }],
	])('%s, route %s, pages %o, rule %o: open as before', async (path, routeId, pages, guard) => {
		expect(await ask(path, routeId, pages, guard)).toMatchObject({ status: 200, told: [] });
	});
});

// One table, in both directions: the route decides, never what the path looks like.
describe('own pages, with everything guarded', () => {
	const pages = { signIn: '/signin', error: '/oops' };
	test.each<[string, string, Record<string, string>, Partial<SvelteKitAuthConfig['pages']>, number]>([
		// Others, whose parameters hold the name of a page of ours.
		['/auth/signin', '/(app)/[...path]', { path: 'auth/signin' }, {}, 303],
		['/auth/signin', '/[org]/[page]', { org: 'auth', page: 'signin' }, {}, 303],
		['/auth/signout', '/[org]/signout', { org: 'auth' }, {}, 303],
		['/auth/%73ignin', '/[org]/[page]', { org: 'auth', page: 'signin' }, {}, 303],
		['/auth/verify-request', '/[[lang]]/[org]/[page]', { org: 'auth', page: 'verify-request' }, {}, 303],
		['/signin', '/[slug]', { slug: 'signin' }, pages, 303],
		['/signin', '/[[slug]]', { slug: 'signin' }, pages, 303],
		['/signin', '/[...path]', { path: 'signin' }, pages, 303],
		['/oops', '/[x]', { x: 'oops' }, pages, 303],
		['/x/signin', '/[org]/signin', { org: 'x' }, pages, 303],
		['/signin', '/dashboard/[...path]', { path: 'signin' }, pages, 303],
		['/', '/admin', {}, { signIn: '/' }, 303],
		['/de/signin', '/(app)/[...path]', { path: 'de/signin' }, { signIn: '/de/signin' }, 303],
		['/fr/signin', '/signin', {}, { signIn: '/de/signin' }, 303],
		['/fr/signin', '/[lang]/signin', { lang: 'fr' }, { signIn: '/en/signin' }, 303],
		// Ours, whatever the address is.
		['/auth/signin', '/auth/signin', {}, {}, 200],
		['/de/auth/signin', '/auth/signin', {}, {}, 200],
		['/de/signin', '/(auth)/signin', {}, pages, 200],
		['/de/anmelden', '/signin', {}, pages, 200],
		['/de/signin', '/[[lang]]/signin', { lang: 'de' }, pages, 200],
		// The address that is configured, which `reroute` leads to a page.
		['/de/signin', '/signin', {}, { signIn: '/de/signin' }, 200],
		['/de/signin/', '/(auth)/signin', {}, { signIn: '/de/signin' }, 200],
		['/de/anmelden', '/signin', {}, { signIn: '/de/anmelden' }, 200],
		['/en/signin', '/[lang]/signin', { lang: 'en' }, { signIn: '/en/signin' }, 200],
	])('%s, which leads to %s with %o (pages: %o): %i', async (path, routeId, params, pages, status) => {
		const guard = { paths: '/', config: { pages } } as Guard;
		const request = { routeId, params, isDataRequest: true };
		const data = await visit(path, request, guard);
		expect([data.status, data.body === 'SECRET']).toEqual([status, status === 200]);
		const form = await visit(path, { routeId, params, form: {}, headers: html }, guard);
		expect(form.body === 'SECRET').toBe(status === 200);
		// The same with a base, and where the rule itself names the page.
		const based = await visit(`/app${path}`, request, { ...guard, config: { pages, base: '/app' } as never });
		expect(based.status).toBe(status);
		const { signIn } = pages ?? {};
		if (signIn === undefined) return;
		const own = await visit(path, request, { paths: '/', options: { signInPage: signIn } });
		expect(own.status).toBe(pages?.error === path ? 303 : status);
	});

	test('a route made for the auth path is answered by the core: no endless redirect, and nothing of the page', async () => {
		const request = { routeId: '/auth/[page]', params: { page: 'signin' } };
		const page = await visit('/auth/signin', request, { paths: '/' });
		expect([page.status, page.body.includes('Sign in'), page.body.includes('SECRET')]).toEqual([
			200,
			true,
			false,
		]);
		const data = await visit('/auth/signin', { ...request, isDataRequest: true }, { paths: '/' });
		expect([data.status, data.body]).toEqual([303, '']);
		const cookies = { [cookieName]: await token() };
		expect((await visit('/auth/signin', { ...request, cookies }, { paths: '/' })).body).toBe('SECRET');
	});
});

describe('several and dynamic routes', () => {
	test.each<[string, string, Record<string, string>, number]>([
		['/admin/[id]', '/(app)/admin/[id=int]', { id: '7' }, 303],
		['/admin/[id=int]', '/admin/[id=word]', { id: 'x' }, 200],
		['/admin/7', '/admin/[id=int]/edit', { id: '7' }, 303],
		['/dashboard', '/[[lang]]/dashboard', {}, 303],
		['/dashboard', '/[[lang]]/dashboard', { lang: 'de' }, 303],
		['/1-2', '/[a]-[b]', { a: '1', b: '2' }, 303],
		['/1-2', '/[a]-[b]', { a: '1', b: '3' }, 200],
		['/files/private', '/files/[...path]', { path: 'private/x' }, 303],
		['/files/private', '/files/[...path]', { path: 'privatex' }, 200],
		['/.well-known', '/[x+2e]well-known/jwks', {}, 303],
	])('%s and %s with %o: %i', async (paths, routeId, params, status) => {
		expect((await visit('/x', { routeId, params }, { paths })).status).toBe(status);
	});
	test('a list, parameters and groups', async () => {
		const paths = ['/admin/[id]', '/blog/secret', '/(members)'];
		const at = async (routeId: string, params = {}) =>
			(await visit('/x', { routeId, params }, { paths })).status;
		expect(await at('/(x)/admin/[id]')).toBe(303);
		expect(await at('/blog/[slug]', { slug: 'secret' })).toBe(303);
		expect(await at('/blog/[slug]', { slug: 'open' })).toBe(200);
		expect(await at('/(members)/area')).toBe(303);
	});
});

describe('remote functions', () => {
	const anywhere = { routeId: '/login', isRemoteRequest: true };
	test('are not covered by paths: the caller chooses the route', async () => {
		expect((await visit('/login', anywhere)).status).toBe(200);
	});
	test('remoteFunctions: "deny" refuses them all, forms without JavaScript included', async () => {
		const options = { remoteFunctions: 'deny' as const };
		expect((await visit('/login', anywhere, { options })).status).toBe(401);
		expect((await visit('/login?/remote=x/y', { routeId: '/login', form: {} }, { options })).status).toBe(
			303,
		);
		const cookies = { [cookieName]: await token() };
		expect((await visit('/login', { ...anywhere, cookies }, { options })).status).toBe(200);
	});
	test('no page that is open lets them past', async () => {
		const config = { pages: { signIn: '/signin' } };
		const options = { remoteFunctions: 'deny' as const, except: ['/about', '/'] };
		for (const paths of [[], '/', '/dashboard'].map((given) => given as string | string[])) {
			for (const routeId of ['/about', '/', '/signin', '/auth/signin', '/dashboard', null]) {
				const call = await visit('/x', { routeId, isRemoteRequest: true }, { paths, options, config });
				expect([routeId, call.status, call.body.includes('SECRET')]).toEqual([routeId, 401, false]);
				for (const query of ['/remote=a%2Fb', '%2Fremote=a%2Fb', 'x=1&/remote']) {
					const form = await visit(`/x?${query}`, { routeId, form: {} }, { paths, options, config });
					expect([form.status, form.body.includes('SECRET')]).toEqual([303, false]);
				}
			}
		}
	});
	test('alone it guards nothing else, and nothing while prerendering', async () => {
		const guard = { paths: [], options: { remoteFunctions: 'deny' as const } };
		expect((await visit('/dashboard', { routeId: '/dashboard' }, guard)).status).toBe(200);
		expect((await visit('/x?remote=1', { routeId: '/x' }, guard)).status).toBe(200);
		const building = { ...guard, config: { building: true } };
		expect((await visit('/x', { routeId: '/x', isRemoteRequest: true }, building)).status).toBe(200);
	});
	test('and a condition of the same rule', async () => {
		const options = { remoteFunctions: 'deny' as const, allow: () => false };
		const cookies = { [cookieName]: await token() };
		const guard = { paths: [], options };
		expect((await visit('/x', { ...anywhere, cookies }, guard)).status).toBe(403);
		expect((await visit('/x', { routeId: '/x', cookies }, guard)).status).toBe(200);
	});
});

describe('fails closed', () => {
	const event = { routeId: '/dashboard' };
	test('without the auth hook before it', async () => {
		const log = vi.spyOn(console, 'error').mockImplementation(() => {});
		const response = await protect('/dashboard')({ event: makeEvent('/', event), resolve: secretPage });
		expect([response.status, (await response.text()).includes('SECRET')]).toEqual([500, false]);
		expect(log.mock.calls.join()).toMatch(/sequence\(handle, protect/);
	});
	test('when the config function fails', async () => {
		vi.spyOn(console, 'error').mockImplementation(() => {});
		const { handle } = makeLazyAuth(() => Promise.reject(new Error('x')));
		expect((await through(handle, protect('/dashboard'), '/dashboard', event)).status).toBe(500);
	});
	test('when the configuration is broken or the database down', async () => {
		expect((await visit('/dashboard', event, { config: { env: {} } })).status).toBe(303);
		const adapter = makeAdapter();
		adapter.getSessionAndUser.mockRejectedValue(new Error('x'));
		const config = { adapter, providers: [GitHub] };
		const cookies = { [cookieName]: 'SECRET-TOKEN' };
		expect((await visit('/dashboard', { ...event, cookies }, { config })).status).toBe(303);
	});
	test('but not while building', async () => {
		expect((await visit('/dashboard', event, { config: { building: true } })).status).toBe(200);
	});
	test.each<[string | string[], object?]>([
		[[]],
		[''],
		['dashboard'],
		[['/x', 'y']],
		['/x?a=b'],
		['/x/**'],
		['/%64ashboard'],
		['//x'],
		['/x', { except: 'y' }],
		['/x', { remoteFunctions: true }],
		['/x', { remoteFunctions: 'allow' }],
		[[], { remote: true }],
		['/x', { allow: 'admin' }],
		['/x', { allow: null }],
	])('protect(%j, %j) is refused when the application starts', (paths, options) => {
		expect(() => protect(paths, options as ProtectOptions)).toThrow(TypeError);
	});
});
