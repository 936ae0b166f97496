// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is the code of hosts
import { describe, expect, test } from 'vitest';
import { behindPage, file, kit, solid } from './testing.ts';

const kitImports = "import { redirect, error } from '@sveltejs/kit';\n";
const handle = (body: string) => `${kitImports}export const handle = async ({ event, resolve }) => {
	${body}
	return resolve(event);
};
`;
const middleware = (body: string) => `import { createMiddleware } from '@solidjs/start/middleware';
import { redirect } from '@solidjs/router';
export default createMiddleware({ onRequest: [async (event) => {
	${body}
}] });
`;

describe('a gate of the host', () => {
	test.each([
		[
			"if (!event.locals.user && event.url.pathname !== '/login') redirect(303, '/login');",
			'sends everybody whom it does not know to /login: let /signin and /signout through, or nobody can sign in.',
		],
		[
			"if (!event.cookies.get('sid') && event.url.pathname !== '/signin') throw redirect(303, '/signin');",
			'sends everybody whom it does not know to /signin: let /signout through, or nobody can sign out.',
		],
		[
			"if (!event.locals.user) return new Response('no', { status: 401 });",
			'turns everybody whom it does not know away (401): let /signin and /signout through, or nobody can sign in.',
		],
		[
			"if (!event.locals.session && !event.route.id?.startsWith('/(public)')) redirect(302, `/login?next=${event.url.pathname}`);",
			'sends everybody whom it does not know elsewhere: let /signin and /signout through, or nobody can sign in.',
		],
		[
			"if (isPublic(event)) return resolve(event);\n\tif (!event.locals.user) redirect(303, '/login');",
			'may send everybody whom it does not know to /login: let /signin and /signout through, or nobody can sign in.',
		],
		[
			"const open = await read();\n\tif (!event.locals.user && !open.includes(event.url.pathname)) redirect(303, '/login');",
			'may send everybody whom it does not know to /login: let /signin and /signout through, or nobody can sign in.',
		],
		[
			"if (event.request.method === 'GET' && !event.locals.user) return new Response(null, { status: 303, headers: { Location: '/enter' } });",
			'sends everybody whom it does not know to /enter: let /signin and /signout through, or nobody can sign in.',
		],
		[
			"switch (event.url.pathname) { case '/login': break; default: if (!event.locals.user) redirect(303, '/login'); }",
			'let /signin and /signout through',
		],
	])('%s', (body, text) => {
		const found = kit(handle(body));
		expect(found).toEqual([expect.stringContaining(text)]);
	});

	test.each([
		["if (event.url.pathname.startsWith('/admin') && !event.locals.user) redirect(303, '/login');"],
		["if (event.route.id?.startsWith('/(app)') && !event.locals.user) redirect(303, '/login');"],
		["if (!event.locals.user && !['/signin', '/signout'].includes(event.url.pathname)) redirect(303, '/x');"],
		["if (!event.locals.user && !event.url.pathname.startsWith('/sign')) redirect(303, '/x');"],
		["if (!event.locals.user && !/^\\/(signin|signout)$/.test(event.url.pathname)) redirect(303, '/x');"],
		[
			"if (event.url.pathname.startsWith('/sign')) return resolve(event);\n\tif (!event.locals.user) redirect(303, '/x');",
		],
		["if (event.locals.user && event.url.pathname === '/signin') redirect(303, '/');"],
		["if (event.request.method === 'DELETE' && !event.locals.user) error(403);"],
		['if (!event.locals.tenant) error(404);'],
		['const { tenant } = event.locals;\n\tif (!tenant) error(404);'],
		[
			"switch (event.url.pathname) { case '/signin': case '/signout': break; default: if (!event.locals.user) redirect(303, '/x'); }",
		],
		["if (maintenance) return new Response('later', { status: 503 });"],
		[
			"if (event.url.pathname.startsWith('/sign') && event.isSubRequest === false) return resolve(event);\n\tif (!event.locals.user) redirect(303, '/x');",
		],
	])('silent: %s', (body) => {
		expect(kit(handle(body))).toEqual([]);
	});

	test.each([
		[
			'const isOpen = (path) => {\n\tif (open.includes(path)) return true;\n\treturn path.startsWith("/_app");\n};',
			'!isOpen',
		],
		[
			'function needed(path) {\n\tfor (const one of open) if (path.startsWith(one)) return false;\n\treturn true;\n}',
			'needed',
		],
		['function needed(pathname) {\n\tif (pathname === "/x") return true;\n\telse return false;\n}', 'needed'],
	])('a function that goes by the path: %s', (text, call) => {
		const gate = handle(`if (!event.locals.user && ${call}(event.url.pathname)) redirect(303, '/x');`);
		expect(kit(`const open = ['/signin', '/signout'];\n${text}\n${gate}`)).toEqual([]);
		const other = kit(
			`const open = ['/login'];\n${text.replace("'/x'", "'/signin'").replace('"/x"', '"/signin"')}\n${gate}`,
		);
		expect(other).toEqual([expect.stringContaining(': let /signin')]);
		expect(other[0]).not.toContain('may');
	});

	test('what several lines do is said once', () => {
		const gate =
			"({ event, resolve }) => {\n\tif (!event.locals.user) redirect(303, '/login');\n\treturn resolve(event);\n}";
		const sequence = "import { sequence } from '@sveltejs/kit/hooks';\n";
		expect(kit(`${kitImports}${sequence}export const handle = sequence(${gate}, ${gate});\n`)).toEqual([
			expect.stringMatching(/hooks.server.ts:4 .* \(The same in line 7\.\)$/),
		]);
	});

	test('the base in front of what is compared', () => {
		const body =
			"if (!event.locals.user && event.url.pathname !== '/app/signin') redirect(303, '/app/login');";
		expect(kit(handle(body), { base: '/app' })).toEqual([expect.stringContaining('let /signout through')]);
		const based =
			'if (!event.locals.user && !event.url.pathname.startsWith(`${base}/sign`)) redirect(303, `${base}/login`);';
		expect(kit(`import { base } from '$app/paths';\n${handle(based)}`, { base: '/app' })).toEqual([]);
	});

	test('what stays in front of sign-in sees its endpoints, too', () => {
		const text = `${kitImports}import { sequence } from '@sveltejs/kit/hooks';
const logRequests = ({ event, resolve }) => {
	if (!event.locals.user) redirect(303, '/login');
	return resolve(event);
};
const own = ({ event, resolve }) => resolve(event);
export const handle = sequence(logRequests, own);
`;
		expect(kit(text)).toEqual([
			`${file}:4 sends everybody whom it does not know to /login: let /signin, /signout and /auth/* through, or nobody can sign in.`,
		]);
		expect(kit(text.replaceAll('logRequests', 'gate'))).toEqual([
			`${file}:4 sends everybody whom it does not know to /login: let /signin and /signout through, or nobody can sign in.`,
		]);
	});

	test('SolidStart: the endpoints are a route, and come past it', () => {
		const body =
			"if (!event.locals.user && new URL(event.request.url).pathname !== '/login') return redirect('/login');";
		expect(solid(middleware(body))).toEqual([
			'src/middleware.ts:4 sends everybody whom it does not know to /login: let /signin, /signout and /api/auth/* through, or nobody can sign in.',
		]);
		const api =
			"if (new URL(event.request.url).pathname.startsWith('/admin') && !event.locals.user) return redirect('/login');";
		expect(solid(middleware(api))).toEqual([]);
	});
});

describe('a language in front of every path', () => {
	const list = "const locales = ['en', 'de'];\n";
	test.each([
		[
			"const first = event.url.pathname.split('/')[1];\n\tif (!locales.includes(first)) redirect(307, `/en${event.url.pathname}`);",
			':5 leads /signin and /signout to an address with a language in front',
		],
		[
			"if (!event.params.lang) redirect(307, '/' + locale(event) + event.url.pathname);",
			':4 leads /signin and /signout to an address with a language in front',
		],
		[
			'const locale = pick(event);\n\tif (!locale) redirect(307, `/${fallbackLocale}${event.url.pathname}${event.url.search}`);',
			':5 may lead /signin and /signout to an address with a language in front',
		],
	])('%s', (body, text) => {
		expect(kit(list + handle(body))).toEqual([expect.stringContaining(text)]);
		expect(kit(list + handle(body), { rerouted: true })).toEqual([]);
	});

	test.each([
		["if (event.url.pathname.endsWith('/')) redirect(308, event.url.pathname.slice(0, -1));"],
		["if (event.url.protocol === 'http:') redirect(308, `https://${event.url.host}${event.url.pathname}`);"],
		["if (event.url.pathname.startsWith('/old')) redirect(308, `/new${event.url.pathname}`);"],
		["if (!event.params.lang && event.url.pathname === '/') redirect(307, `/en${event.url.pathname}`);"],
	])('silent: %s', (body) => {
		expect(kit(list + handle(body))).toEqual([]);
	});
});

describe('answers of its own', () => {
	test.each([
		[
			"if (new URL(event.request.url).pathname.startsWith('/api')) return fetch('http://back' + event.request.url);",
			'src/middleware.ts:4 answers /api/auth/* by itself: let these through, or nobody can sign in.',
		],
		[
			"const { pathname } = new URL(event.request.url);\n\tif (pathname.startsWith('/api/')) return new Response('no');",
			'src/middleware.ts:5 answers /api/auth/* by itself: let these through, or nobody can sign in.',
		],
	])('SolidStart: %s', (body, text) => {
		expect(solid(middleware(body))).toEqual([text]);
	});

	test.each([
		["if (new URL(event.request.url).pathname.startsWith('/api/users')) return fetch('http://back');"],
		["if (event.request.method === 'OPTIONS') return new Response(null, { status: 204 });"],
		[
			"if (new URL(event.request.url).pathname.startsWith('/api/') && event.request.method === 'OPTIONS') return new Response(null);",
		],
	])('silent: %s', (body) => {
		expect(solid(middleware(body))).toEqual([]);
	});

	test('SvelteKit: ours stands in front', () => {
		expect(kit(handle("if (event.url.pathname.startsWith('/auth')) return fetch('http://back');"))).toEqual(
			[],
		);
	});
});

describe('what does not reach the endpoints', () => {
	test.each([
		["response.headers.set('X-Frame-Options', 'DENY');"],
		[
			"for (const [name, value] of Object.entries({ 'strict-transport-security': 'max-age=1' })) response.headers.set(name, value);",
		],
		["event.setHeaders({ 'content-security-policy': \"default-src 'self'\" });"],
	])('headers: %s', (statement) => {
		expect(kit(behindPage(statement))).toEqual([
			`${file}:3 sets headers for security, which does not reach /auth/*: these are answered before it. Put in a handle of its own in front of \`authHandle\`, it does.`,
		]);
	});

	test('once, and limits of rates', () => {
		expect(
			kit(
				behindPage(
					"response.headers.set('x-frame-options', 'DENY');\n\tresponse.headers.set('referrer-policy', 'no');",
				),
			),
		).toHaveLength(1);
		expect(kit(handle('if (await tooMany(event)) error(429);'))).toEqual([
			expect.stringContaining(`${file}:3 limits rates, which does not reach /auth/*`),
		]);
	});

	test.each([
		[behindPage("response.headers.set('cache-control', 'no-store');")],
		[
			behindPage(
				"if (event.url.pathname.startsWith('/app')) response.headers.set('x-frame-options', 'DENY');",
			),
		],
		[handle("if (event.url.pathname.startsWith('/api') && (await tooMany(event))) error(429);")],
	])('silent: %s', (text) => {
		expect(kit(text)).toEqual([]);
	});
});

test('a file without a handle, and one that does not parse', () => {
	expect(kit('')).toEqual([]);
	expect(kit('export const handle = (')).toEqual([]);
});
