import { afterEach, describe, expect, test, vi } from 'vitest';
import { hasRole } from '../../core/access/has-role.js';
import { growth } from '../../core/testing/steps.test.helper.js';
import { baseOf, bundler } from '../bundled-base.js';
import { authMiddleware } from '../middleware.js';
import { resolvedOf } from '../request-state.js';
import {
	cookieName,
	day,
	type EventOptions,
	html,
	makeAdapter,
	makeConfig,
	makeEvent,
	sentCookies,
	token,
} from '../testing/fixtures.test.helper.js';
import type { SolidAuthConfig, SolidEvent } from '../types.js';
import { type ProtectOptions, protect } from './protect.js';

interface Guard {
	paths?: string | string[];
	options?: ProtectOptions;
	config?: Partial<SolidAuthConfig>;
}

/** What `onRequest: [authMiddleware(...), protect(...)]` answers; status 0 lets the request through. */
async function visit(path: string, event: EventOptions = {}, guard: Guard = {}) {
	return through(makeEvent(path, { headers: html, ...event }), guard);
}
async function through(event: SolidEvent, { paths = '/dashboard', options, config }: Guard) {
	expect(await authMiddleware(makeConfig(config))(event)).toBeUndefined();
	const response = await protect(paths, options)(event);
	return { status: response?.status ?? 0, location: response?.headers.get('location') ?? null, response };
}
const signedIn = async () => ({ cookies: { [cookieName]: await token() } });

afterEach(() => {
	vi.restoreAllMocks();
});

// Rows like those of test/attacks/solid-start.json, as both majors hand them to middleware.
describe('attempts without a session', () => {
	test.each<[string, EventOptions, number]>([
		['/dashboard', {}, 303],
		['/dashboard/', {}, 303],
		['/dashboard/settings', {}, 303],
		['/dashboard?x=1', {}, 303],
		['/dashboard//settings', {}, 303],
		['/Dashboard', {}, 303],
		['/DASHBOARD', {}, 303],
		['/dAshboard/SETTINGS', {}, 303],
		['http://localhost:3000//dashboard', {}, 303],
		['http://localhost:3000///dashboard', {}, 303],
		['/x/../dashboard', {}, 303],
		['/%2e/dashboard', {}, 303],
		['/x/%2e%2e/dashboard', {}, 303],
		['/x/..%2fdashboard', {}, 303],
		['/%2fdashboard', {}, 303],
		['/%64ashboard', {}, 303],
		['/%2564ashboard', {}, 303],
		['/d%61shboard/settings', {}, 303],
		['/dashboard%2fsettings', {}, 303],
		['http://localhost:3000/\\dashboard', {}, 303],
		['/%5cdashboard', {}, 303],
		['/x\\..\\dashboard', {}, 303],
		['/%C0%AFdashboard', {}, 303],
		['/%ff', {}, 303],
		['/dashboard%', {}, 303],
		['/dashboard/api', {}, 303],
		['/Dashboard/api', {}, 303],
		['http://evil.example/dashboard', {}, 303],
		['/dashboard', { method: 'HEAD' }, 303],
		['/dashboard', { form: { a: 'b' } }, 303],
		['/dashboard', { method: 'POST' }, 401],
		['/dashboard', { method: 'OPTIONS' }, 401],
		['/dashboard', { method: 'DELETE' }, 401],
		['/dashboard/api', { headers: { accept: 'application/json' } }, 401],
		['/dashboard/api', { headers: { accept: '*/*', 'sec-fetch-dest': 'empty' } }, 401],
		['/dashboard', { headers: {} }, 303],
		['/dashboard', { headers: { ...html, 'x-original-url': '/' } }, 303],
		['/dashboard', { headers: { ...html, 'x-middleware-subrequest': '1' } }, 303],
		['/dashboard', { headers: { ...html, 'x-server-id': 'abc-0' } }, 303],
		['/dashboard', { cookies: { [cookieName]: 'rubbish' } }, 303],
		['/dashboard/..%2fpublic', {}, 303],
		// Other pages.
		['/dashboardx', {}, 0],
		['/dashboard.', {}, 0],
		['/dashboard;x=1', {}, 0],
		['/', {}, 0],
		['/x/dashboard', {}, 0],
		['/blog/100%25', {}, 0],
	])('%s %o: %i', async (path, event, status) => {
		const answer = await visit(path, event);
		expect(answer.status).toBe(status);
		if (status === 303) expect(answer.location).toMatch(/^\/signin(\?|$)/);
		if (status !== 0) expect(answer.response?.headers.get('cache-control')).toBe('private, no-store');
	});
	test('the wanted page comes along, never another site', async () => {
		expect((await visit('/dashboard/a?b=c')).location).toBe('/signin?redirectTo=%2Fdashboard%2Fa%3Fb%3Dc');
		expect((await visit('http://localhost:3000//dashboard')).location).toBe(
			'/signin?redirectTo=%2Fdashboard',
		);
		expect((await visit('http://evil.example/dashboard')).location).toBe('/signin?redirectTo=%2Fdashboard');
		expect((await visit('/dashboard%')).location).toBe('/signin');
	});
});

describe('a slash within the value of a parameter', () => {
	// The router decodes segment by segment: the value is `a/b`, and the rest is what the rule names.
	test.each([
		['/a%2Fb/größe', '/[id]/größe'],
		['/a%2Fb/gr%C3%B6%C3%9Fe', '/[id]/größe'],
		['/a%2Fb/%73ettings', '/[id]/settings'],
		['/a%5Cb/%73ettings/x', '/[id]/settings'],
		['/a%252Fb/%2573ettings', '/[id]/settings'],
	])('%s is covered by %s', async (path, paths) => {
		expect((await visit(path, {}, { paths })).status).toBe(303);
	});
});

describe('with a base', () => {
	const guard = { config: { base: '/app/' } };
	test.each([
		['/app/dashboard', 303],
		['/APP/Dashboard', 303],
		['/app//dashboard', 303],
		// API routes answer without it, too.
		['/dashboard/api', 303],
		['/app/other', 0],
		['/app/signin', 0],
		['/app/_server', 0],
		['/app/api/auth/session', 0],
	])('%s: %i', async (path, status) => {
		const answer = await visit(path, {}, guard);
		expect(answer.status).toBe(status);
		if (status === 303) expect(answer.location).toMatch(/^\/app\/signin\?/);
	});
});

// `vite build --base=/app/` is enough: what `init` saw says nothing.
describe('with a base that only the bundler knows', () => {
	const solid2 = { BASE_URL: '/app/', SERVER_BASE_URL: '' };
	const solid1 = { BASE_URL: '/app/_build', SERVER_BASE_URL: '/app' };
	const none = { BASE_URL: '/_build', SERVER_BASE_URL: '' };
	const build = ({ SERVER_BASE_URL, BASE_URL }: Record<string, string>) => {
		vi.spyOn(bundler, 'base').mockImplementation(() => baseOf(SERVER_BASE_URL, BASE_URL));
	};

	test.each<[string, Record<string, string>, string, EventOptions, string | string[], number]>([
		['SolidStart 2', solid2, '/app/dashboard', {}, '/dashboard', 303],
		['SolidStart 2', { BASE_URL: '/app/' }, '/app/Dashboard/x', {}, '/dashboard', 303],
		['SolidStart 2', solid2, '/APP/dashboard', {}, '/dashboard', 303],
		['SolidStart 2', solid2, '/app/dashboard', { method: 'DELETE' }, '/dashboard', 401],
		['SolidStart 2', solid2, '/app/dashboard', { form: { a: 'b' } }, '/dashboard', 303],
		['SolidStart 2', solid2, '/dashboard', {}, '/dashboard', 303],
		['SolidStart 2', solid2, '/app/other', {}, '/dashboard', 0],
		['SolidStart 2', solid2, '/app/_server', {}, '/', 0],
		['SolidStart 2', solid2, '/app/signin', {}, '/', 0],
		['SolidStart 2', solid2, '/app/api/auth/session', {}, '/', 0],
		['SolidStart 2', solid2, '/app/api/auth/users', {}, '/', 303],
		['SolidStart 1', solid1, '/app/dashboard', {}, '/dashboard', 303],
		['SolidStart 1', solid1, '/app/signin', {}, '/', 0],
		['SolidStart 1', solid1, '/app/_server/', {}, '/', 0],
		['SolidStart 1', solid1, '/app/other', {}, '/dashboard', 0],
		['SolidStart 1 without one', none, '/dashboard', {}, '/dashboard', 303],
		['SolidStart 1 without one', none, '/_build/dashboard', {}, '/dashboard', 0],
		['assets elsewhere', { BASE_URL: 'https://cdn.example/app/' }, '/dashboard', {}, '/dashboard', 303],
		['assets beside the page', { BASE_URL: './' }, '/dashboard', {}, '/dashboard', 303],
		['a base that looks like a rule', { BASE_URL: '/dashboard/' }, '/dashboard/x', {}, '/x', 303],
	])('%s %o %s %o', async (_, variables, path, event, paths, status) => {
		build(variables);
		const answer = await visit(path, event, { paths });
		expect(answer.status).toBe(status);
		if (status === 303) expect(answer.location).toMatch(/^(\/app|\/dashboard)?\/signin(\?|$)/);
		if (status === 303 && path.startsWith('/app/')) expect(answer.location).toMatch(/^\/app\//);
		// What newer code writes says the same.
		const base = variables === none ? '' : variables.SERVER_BASE_URL || variables.BASE_URL || '';
		const written = await visit(path, event, { paths, config: { base } });
		expect([written.status, written.location]).toEqual([status, answer.location]);
	});

	test.each([
		['/app/dashboard', 303],
		['/shop/dashboard', 303],
		['/dashboard', 303],
		['/app/other', 0],
	])(
		'where the configuration says another one, what either may mean is closed, and that is told once: %s %i',
		async (path, status) => {
			build({ BASE_URL: '/app/' });
			const config = makeConfig({ base: '/shop' });
			const guard = { config };
			expect((await visit(path, {}, guard)).status).toBe(status);
			expect((await visit(path, {}, guard)).status).toBe(status);
		},
	);
	test('it is told once', async () => {
		build({ BASE_URL: '/app/' });
		const config = makeConfig({ base: '/' });
		for (const path of ['/app/dashboard', '/app/x', '/dashboard']) {
			await authMiddleware(config)(makeEvent(path));
			await protect('/dashboard')(makeEvent(path));
			await resolvedOf(makeEvent(path), config);
		}
		expect(config.logger.error).toHaveBeenCalledOnce();
		const [told] = config.logger.error.mock.calls[0] ?? [];
		expect(String(told)).toContain('base is "", and the application is built for "/app"');
		const same = makeConfig({ base: 'app' });
		await resolvedOf(makeEvent('/app/x'), same);
		expect(same.logger.error).not.toHaveBeenCalled();
	});
	test('server functions are where the bundler says, and pages of such a name elsewhere', async () => {
		build({ BASE_URL: '/' });
		const guard = { paths: '/', config: { base: '/app' } };
		expect((await visit('/_server', {}, guard)).status).toBe(0);
		expect((await visit('/app/_serverless', {}, guard)).status).toBe(303);
	});
	test('SolidStart 2 may have another base for API routes', async () => {
		build({ SERVER_BASE_URL: '/v1', BASE_URL: '/app/' });
		const guard = { paths: ['/api', '/dashboard'] };
		expect((await visit('/app/dashboard', {}, guard)).location).toMatch(/^\/app\/signin/);
		expect((await visit('/v1/api/orders', {}, guard)).status).toBe(303);
		expect((await visit('/app/signin', {}, { paths: '/' })).status).toBe(0);
		expect((await visit('/app/other', {}, guard)).status).toBe(0);
	});
	test('SolidStart 1 finds API routes by the whole path', async () => {
		build(solid1);
		const guard = { paths: ['/app/api', '/members'] };
		expect((await visit('/app/api/orders', {}, guard)).status).toBe(303);
		expect((await visit('/app/members', {}, guard)).status).toBe(303);
		expect((await visit('/app/about', {}, guard)).status).toBe(0);
	});
});

describe('what stays open when everything is guarded', () => {
	test.each([
		['/', 303],
		['/other', 303],
		['/signin', 0],
		['/SignIn/', 0],
		['/signin/other', 303],
		['/signout', 0],
		['/api/auth/session', 0],
		['/api/authors', 303],
		['/API/AUTH/session', 303],
		['/_server', 0],
		['/_server/?id=x', 0],
		['/_serverless', 0],
		['/x/..%2fsignin', 303],
	])('%s: %i', async (path, status) => {
		expect((await visit(path, {}, { paths: '/' })).status).toBe(status);
	});
	// What else lies below their path is the application's.
	test.each<[string, EventOptions, number]>([
		['/api/auth/providers', {}, 0],
		['/api/auth/signin', {}, 0],
		['/api/auth/signin/', {}, 0],
		['/api/auth/signin/github', {}, 0],
		['/api/auth/signin/my%20provider', {}, 0],
		['/api/auth/callback/github?code=x', {}, 0],
		['/api/auth/callback/github', { method: 'HEAD' }, 0],
		['/api/auth/callback/password', { form: {} }, 0],
		['/api/auth/webauthn-options/passkey', {}, 0],
		['/api/auth', {}, 303],
		['/api/auth/', {}, 303],
		['/api/auth/users', {}, 303],
		['/api/auth/users/signin', {}, 303],
		['/api/auth/users', { method: 'DELETE' }, 401],
		['/api/auth/session/users', {}, 303],
		['/api/auth/providers/github', {}, 303],
		['/api/auth/signin/github/users', {}, 303],
		['/api/auth//users', {}, 303],
		['/api/auth/signin//', {}, 303],
		['/api/auth/../users', {}, 303],
		['/api/auth/..%2fusers', {}, 303],
		['/api/auth/callback/..%2f..%2fusers', {}, 303],
		['/api/auth/callback/..%5c..%5cusers', {}, 303],
		['/api/auth/callback/..%252f..%252fusers', {}, 303],
		['/api/auth/callback/%252e%252e%252fusers', {}, 303],
		['/api/auth/%73ession', {}, 303],
		['/x/api/auth/session', {}, 303],
		// Our handlers are GET and POST: for others SolidStart looks for a page.
		['/api/auth/session', { method: 'PUT' }, 401],
		['/api/auth/session', { method: 'DELETE' }, 401],
		['/api/auth/signin/github', { method: 'PATCH' }, 401],
	])('the endpoints, and nothing below them: %s %o: %i', async (path, event, status) => {
		expect((await visit(path, event, { paths: '/' })).status).toBe(status);
		const based = { paths: '/', config: { base: '/app' } };
		expect((await visit(`/app${path}`, event, based)).status).toBe(status);
		const moved = path.replace('/api/auth', '/auth');
		expect((await visit(moved, event, { paths: '/', config: { prefix: '/auth' } })).status).toBe(status);
	});

	test.each([
		['/public', 0],
		['/public/x', 0],
		['/Public', 0],
		['/public/..%2fsecret', 303],
		['/public%2f..%2fsecret', 303],
		['/publicity', 303],
		['/', 0],
		['/other', 303],
	])('exceptions: %s %i', async (path, status) => {
		const answer = await visit(path, {}, { paths: '/', options: { except: ['/public', '/'] } });
		expect(answer.status).toBe(status);
	});
	test.each([
		['/größe', 0],
		['/gr%C3%B6%C3%9Fe/x', 0],
		['/gr%c3%b6%c3%9fe', 0],
		['/GRÖSSE', 303],
		['/gr%25C3%25B6%25C3%259Fe', 303],
		['/gr%F6e', 303],
	])('an exception with letters that a URL escapes: %s %i', async (path, status) => {
		expect((await visit(path, {}, { paths: '/', options: { except: '/größe' } })).status).toBe(status);
	});
});

describe('with a session', () => {
	test('the request goes on', async () => {
		expect((await visit('/dashboard', await signedIn())).status).toBe(0);
		expect((await visit('/dashboard%', await signedIn())).status).toBe(0);
	});
	test('without a user in it, not', async () => {
		const config: Guard['config'] = {
			callbacks: { session: ({ session: { expires } }) => ({ expires }) as never },
		};
		expect((await visit('/dashboard', await signedIn(), { config })).status).toBe(303);
	});
	test.each<[NonNullable<ProtectOptions['allow']>, number]>([
		[({ user }) => user.name === 'Ada', 0],
		[async () => false, 403],
		[() => 'yes' as never, 403],
		[
			() => {
				throw new Error('no database');
			},
			403,
		],
	])('allow: %s', async (allow, status) => {
		expect((await visit('/dashboard', await signedIn(), { options: { allow } })).status).toBe(status);
		expect((await visit('/other', await signedIn(), { options: { allow } })).status).toBe(0);
	});
});

test('a role, from the session callback: 403 without it, in words for people', async () => {
	const callbacks: SolidAuthConfig['callbacks'] = {
		session: ({ session }) => ({ ...session, user: { ...session.user, roles: ['member'] } }),
	};
	const ask = async (role: string, event: EventOptions = {}) => {
		const guard: Guard = { options: { allow: hasRole(role) }, config: { callbacks } };
		return visit('/Dashboard', { ...event, ...(await signedIn()) }, guard);
	};
	expect((await ask('member')).status).toBe(0);
	for (const method of ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'])
		expect([method, (await ask('admin', { method })).status]).toEqual([method, 403]);
	const { response } = await ask('admin');
	expect(response?.headers.get('content-type')).toContain('text/html');
	expect(response?.headers.get('cache-control')).toBe('private, no-store');
	const program = await ask('admin', { headers: { accept: 'application/json' } });
	expect(await program.response?.json()).toEqual({ message: 'Forbidden' });
});

test('a sign-in page of the rule itself is open, one of another site opens nothing here', async () => {
	const own: Guard = { paths: '/', options: { signInPage: '/enter' } };
	expect((await visit('/enter', {}, own)).status).toBe(0);
	expect((await visit('/enter/x', {}, own)).status).toBe(303);
	const elsewhere: Guard = { paths: '/', config: { pages: { signIn: 'https://sso.example/signin' } } };
	expect((await visit('/signin', {}, elsewhere)).status).toBe(303);
});

describe('in doubt it is closed', () => {
	test('without the auth middleware', async () => {
		const log = vi.spyOn(console, 'error').mockImplementation(() => {});
		const response = await protect('/dashboard')(makeEvent('/dashboard', await signedIn()));
		expect(response?.status).toBe(500);
		expect(log.mock.calls[0]?.[0]).toContain('Put authMiddleware(...) first');
	});
	test.each([
		['/dashboard', 500],
		['/app/Dashboard/x', 500],
		['/admin', 500],
		// One reading of several is enough.
		['/%64ashboard', 500],
		['/x/..%2fadmin', 500],
		['/dashboard%', 500],
		['/', 0],
		['/other', 0],
		['/dashboardx', 0],
	])('when the config function fails, and open pages still work: %s %i', async (path, status) => {
		vi.spyOn(console, 'error').mockImplementation(() => {});
		const event = makeEvent(path, await signedIn());
		await authMiddleware(async () => Promise.reject(new Error('no secret store')))(event);
		expect((await protect(['/dashboard', '/admin'])(event))?.status ?? 0).toBe(status);
	});
	test('when the config function fails, a long path is gone through once and not copied', async () => {
		vi.spyOn(console, 'error').mockImplementation(() => {});
		const config = async () => Promise.reject(new Error('no secret store'));
		const guard = protect(['/dashboard', '/[a]/b/c']);
		const visit = async (event: SolidEvent) => {
			await authMiddleware(config)(event);
			expect(await guard(event)).toBeUndefined();
		};
		const { steps, bytes } = await growth(visit, (length) => makeEvent('/x'.repeat(length)), 1000);
		expect(steps).toBeLessThan(6);
		expect(bytes).toBeLessThan(6);
	});
	test('when the configuration is broken', async () => {
		expect((await visit('/dashboard', await signedIn(), { config: { env: {} } })).status).toBe(303);
	});
});

test.each<[string | string[], object?]>([
	...([[], 'dashboard', '', ['/a', 'b'], '/(app)/x', '/x/[...rest]', '/[[lang]]/x'] as const).map(
		(paths): [string | string[]] => [paths as string],
	),
	['/x?a=b'],
	['/x/*rest'],
	['/users/:id'],
	['\\x'],
	['/%64ashboard'],
	['/x', { except: 'y' }],
	['/x', { allow: 'admin' }],
])('protect(%j, %j) is refused when the application starts', (paths, options) => {
	expect(() => protect(paths, options as ProtectOptions)).toThrow(TypeError);
});

test('parameters', async () => {
	const guard = { paths: '/users/[id]/edit' };
	expect((await visit('/users/7/edit', {}, guard)).status).toBe(303);
	expect((await visit('/Users/7/Edit/x', {}, guard)).status).toBe(303);
	expect((await visit('/users/7', {}, guard)).status).toBe(0);
});

describe('authMiddleware', () => {
	test('reads the session of page views early, so that a refreshed cookie arrives', async () => {
		const cookies = { [cookieName]: await token({}, { age: 2 * day }) };
		const run = async (path: string, options: EventOptions = {}) => {
			const event = makeEvent(path, { headers: html, cookies, ...options });
			await authMiddleware(makeConfig())(event);
			return sentCookies(event)[cookieName];
		};
		expect(await run('/')).toMatch(/^ey/);
		expect(await run('/_server?id=x')).toBeUndefined();
		expect(await run('/api/auth/session')).toBeUndefined();
		expect(await run('/', { headers: { accept: 'application/json' } })).toBeUndefined();
		expect(await run('/', { form: {} })).toBeUndefined();
	});
	test('without cookies nothing is looked up', async () => {
		const config = { adapter: makeAdapter(), providers: [] };
		await visit('/', {}, { config });
		await visit('/', { cookies: { theme: 'dark' } }, { config });
		expect(config.adapter.getSessionAndUser).not.toHaveBeenCalled();
	});
	test('never throws', async () => {
		const log = vi.spyOn(console, 'error').mockImplementation(() => {});
		const event = makeEvent('/', { headers: html, ...(await signedIn()) });
		await authMiddleware(async () => Promise.reject(new Error('no secret store')))(event);
		expect(log).not.toHaveBeenCalled();
		expect(await (event.locals as { auth(): Promise<unknown> }).auth()).toBeNull();
		expect(log).toHaveBeenCalled();
	});
});

describe('a page of the configuration that a rule calls by its name', () => {
	async function ask(path: string, pages: object, guard: Guard = {}, event: EventOptions = {}) {
		const error = vi.fn();
		const config = { pages, logger: { error }, ...guard.config } as Partial<SolidAuthConfig>;
		const { status } = await visit(path, event, { ...guard, config });
		return { status, told: error.mock.calls.map(([{ message }]) => message) };
	}

	test.each<[string, object, Guard]>([
		['/dashboard', { error: '/dashboard' }, {}],
		['/Dashboard/', { signOut: '/dashboard' }, {}],
		['/dashboard', { error: '/DASHBOARD/' }, {}],
		['/app/dashboard', { error: '/dashboard' }, { config: { base: '/app' } }],
		['/users/new', { error: '/users/new' }, { paths: ['/', '/users/new'] }],
	])('%s, pages %o: stays shut, which is told once', async (path, pages, guard) => {
		const signIn = { signIn: '/signin', ...pages };
		expect(await ask(path, signIn, guard)).toEqual({
			status: 303,
			told: [expect.stringMatching(/^protect\(\) names \/.*, and so do the `pages`/)],
		});
		expect((await ask(path, signIn, guard, await signedIn())).status).toBe(0);
	});

	test('where people are sent to sign in: 500, and not round in circles', async () => {
		const pages = { signIn: '/dashboard' };
		expect(await ask('/dashboard', pages)).toMatchObject({ status: 500, told: [expect.any(String)] });
		const options = { signInPage: '/dashboard' };
		expect(await ask('/dashboard', pages, { options })).toEqual({ status: 0, told: [] });
	});

	test.each<[string, object, Guard]>([
		['/dashboard/signin', { signIn: '/dashboard/signin' }, {}],
		['/', { signIn: '/' }, { paths: '/' }],
		['/signin', { signIn: '/signin', error: '/signin' }, { paths: '/' }],
		['/signin', { signIn: '/signin' }, { paths: ['/[page]'] }],
		['/dashboard', { error: '/dashboard' }, { options: { except: '/dashboard' } }],
	])('%s, pages %o, rule %o: open as before', async (path, pages, guard) => {
		expect(await ask(path, pages, guard)).toEqual({ status: 0, told: [] });
	});
});
