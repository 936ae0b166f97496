import type { DoctorCode } from '../../src/doctor/codes.ts';

/** Something that is broken in a host, and what the doctor has to say first. */
export interface Fault {
	what: string;
	code: DoctorCode;
	/** An error, unless it says otherwise: people get in all the same. */
	severity?: 'warning';
	/** What has to stand in the finding besides its code. */
	says?: string;
	/** A file of the host by its path: replaced text, or the whole of it. */
	files: Record<string, string | [from: string, to: string]>;
	/** Left to `npm run test:all`. */
	again?: boolean;
}

/** A hook of the application's own in front of sign-in. */
const inFront = (body: string): Fault['files'] => ({
	'src/hooks.server.ts': [
		'export const handle = sequence(authHandle,',
		`import type { Handle } from '@sveltejs/kit';
const own: Handle = async ({ event, resolve }) => {
	${body}
};
export const handle = sequence(own, authHandle,`,
	],
});

const callback = (text: string): [string, string] => [
	'providers: [',
	`callbacks: { ${text} },\n\tproviders: [`,
];

export const svelteKitFaults: Fault[] = [
	{
		what: 'a page that does not compile',
		code: 'build-fails',
		says: '+page.svelte',
		files: { 'src/routes/+page.svelte': '{#if who}\n<h1>Home</h1>\n' },
		again: true,
	},
	{
		what: 'a server that ends while it starts',
		code: 'start-fails',
		says: 'no database',
		files: {
			'src/hooks.server.ts': [
				'export const handle',
				`import { building } from '$app/env';
export const init = () => {
	if (!building) throw new Error('no database');
};
export const handle`,
			],
		},
		again: true,
	},
	{
		what: 'a hook that is not exported',
		code: 'not-mounted',
		files: { 'src/hooks.server.ts': ['export const handle', 'const handle'] },
		again: true,
	},
	{
		what: 'a sign-in page that there is not',
		code: 'page-missing',
		says: '/login',
		files: { 'src/auth.ts': ["signIn: '/signin'", "signIn: '/login'"] },
		again: true,
	},
	{
		what: 'a hook that answers in front of the guard',
		code: 'guard-open',
		says: '/dashboard',
		files: inFront(
			"return event.url.pathname === '/dashboard' ? new Response('<h1>Cached</h1>') : resolve(event);",
		),
		again: true,
	},
	{
		what: 'a callback that returns nothing',
		code: 'callback-returns-nothing',
		says: 'session',
		files: { 'src/auth.ts': callback('session() {}') },
		again: true,
	},
	{
		what: 'sign-in that lets nobody in',
		code: 'sign-in-fails',
		says: 'AccessDenied',
		files: { 'src/auth.ts': callback('signIn: () => false') },
	},
	{
		what: 'cookies that do not get out',
		code: 'cookies-lost',
		files: inFront(`const response = await resolve(event);
	response.headers.delete('set-cookie');
	return response;`),
		again: true,
	},
	{
		what: 'forms that are refused',
		code: 'form-origin',
		files: inFront(`const { method, headers } = event.request;
	return method === 'POST' && headers.get('origin') !== 'https://www.example.com'
		? new Response('Cross-site POST form submissions are forbidden', { status: 403 })
		: resolve(event);`),
		again: true,
	},
	{
		what: 'a guarded page that fails for people who are signed in',
		code: 'app-broken',
		says: '/dashboard',
		files: {
			'src/routes/dashboard/+page.server.ts': `export const load = async ({ locals }) => {
	if (await locals.auth()) throw new TypeError('no such account');
	return { secret: '' };
};
`,
		},
		again: true,
	},
	{
		what: 'a hook that answers the sign-out itself',
		code: 'sign-out-fails',
		files: inFront(`return event.url.pathname === '/auth/signout'
		? new Response(null, { status: 302, headers: { location: '/' } })
		: resolve(event);`),
		again: true,
	},
	{
		what: 'a policy that holds forms back',
		code: 'csp-form-action',
		severity: 'warning',
		says: 'hub.example',
		files: {
			...inFront(`const response = await resolve(event);
	response.headers.set('content-security-policy', "form-action 'self'");
	return response;`),
			'src/auth.ts': [
				'providers: [',
				`providers: [
		{ id: 'hub', name: 'Hub', type: 'oauth', clientId: 'id', clientSecret: String(Date.now()), checks: ['state'],
			authorization: 'https://hub.example/authorize', token: 'https://hub.example/token',
			userinfo: 'https://hub.example/me' },`,
			],
		},
		again: true,
	},
];

const middleware = (own: string): Fault['files'] => ({
	'src/middleware.ts': [
		'onRequest: [',
		`onRequest: [
    (event: { request: Request }) => {
      ${own}
    },
    `,
	],
});

export const solidStartFaults: Fault[] = [
	{
		what: 'a catch-all that exports GET alone',
		code: 'not-mounted',
		says: 'POST',
		files: { 'src/routes/api/auth/[...solidauth].ts': ['{ GET, POST }', '{ GET }'] },
		again: true,
	},
	{
		what: 'a middleware that answers in front of the guard',
		code: 'guard-open',
		says: '/dashboard',
		files: middleware(
			'if (new URL(event.request.url).pathname === "/dashboard") return new Response("<h1>Cached</h1>");',
		),
		again: true,
	},
	{
		what: 'a guarded page that fails for people who are signed in',
		code: 'app-broken',
		says: '/dashboard',
		files: {
			'src/routes/dashboard.tsx': `export default function Dashboard(): never {
  throw new TypeError("no such account");
}
`,
		},
		again: true,
	},
];
