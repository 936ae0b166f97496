import * as solidStart from '../solid-start/index.js';
import * as svelteKit from '../sveltekit/index.js';
import { makeEvent as makeKitEvent, quietLogger, secret } from '../sveltekit/testing/fixtures.test.helper.js';
import type { FakeProvider } from './fake-provider.js';
import type { TestedConfig } from './session-cookie.js';

export { quietLogger, secret };
export const origin = 'http://localhost:3000';
export const ada = { id: '1', name: 'Ada', email: 'ada@example.com', image: null };

export function makeConfig(options: Omit<Partial<TestedConfig>, 'logger'> = {}) {
	const usual = {
		env: { AUTH_SECRET: secret },
		trustHost: true,
		pages: { signIn: '/signin' },
		providers: [],
	};
	return { ...usual, logger: quietLogger(), ...options } satisfies TestedConfig;
}

/** An application with one page, `/dashboard`, that only people who are signed in may see. */
type Application = (request: Request) => Promise<Response>;

/** Both integrations as their frameworks call them: the auth endpoints, then the guard, then the page. */
export const integrations: [name: string, endpoints: string, make: (config: TestedConfig) => Application][] =
	[
		['SvelteKit', '/auth', makeSvelteKit],
		['SolidStart', '/api/auth', makeSolidStart],
	];

function makeSvelteKit(config: TestedConfig): Application {
	const { handle } = svelteKit.SvelteKitAuth(config);
	const guard = svelteKit.protect('/dashboard');
	return (request) => {
		const url = new URL(request.url);
		const event = makeKitEvent(url.href, { routeId: url.pathname === '/dashboard' ? '/dashboard' : null });
		Object.assign(event, { request });
		const page = async () => Response.json(await event.locals.auth());
		return handle({ event, resolve: (event) => guard({ event, resolve: page }) });
	};
}

function makeSolidStart(config: TestedConfig): Application {
	const { GET, POST } = solidStart.SolidAuth(config);
	const onRequest = [solidStart.authMiddleware(config), solidStart.protect('/dashboard')];
	return async (request) => {
		const event = { request, response: { headers: new Headers() }, locals: {} };
		for (const middleware of onRequest) {
			const answer = await middleware(event);
			if (answer) return answer;
		}
		if (new URL(request.url).pathname.startsWith('/api/auth/'))
			return (await (request.method === 'POST' ? POST : GET)(event)) as Response;
		return Response.json(await solidStart.requireUser(event, config));
	};
}

/** The cookies that an answer sets, as the browser sends them next. */
export function cookieHeader(response: Response): string {
	return response.headers
		.getSetCookie()
		.map((cookie) => cookie.split(';')[0])
		.join('; ');
}

/** Starts to sign in with a fake provider: where the browser is sent, and its cookies. */
export async function startSignIn(
	makeApplication: (config: TestedConfig) => Application,
	endpoints: string,
	{ provider }: FakeProvider,
	options: Omit<Partial<TestedConfig>, 'logger'> = {},
) {
	const { logger, ...config } = makeConfig({ providers: [provider], ...options });
	const application = makeApplication({ ...config, logger });
	const answer = await application(
		new Request(`${origin}${endpoints}/signin/${provider.id}`, {
			method: 'POST',
			headers: { origin },
			body: new URLSearchParams({ callbackUrl: '/dashboard' }),
		}),
	);
	const cookie = cookieHeader(answer);
	const comeBack = (url: string, cookies = cookie) =>
		application(new Request(url, { headers: { cookie: cookies } }));
	return { location: answer.headers.get('location'), cookie, comeBack, application, logger };
}
