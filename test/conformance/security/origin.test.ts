import { describe, expect, test } from 'vitest';
import { type Application, integrations } from '../support/application.ts';
import { errorsOf, loudOf, send, victim } from './attack.ts';
import { credentials, github } from './people.ts';
import { secret } from './tokens.ts';

const providers = [credentials, github];
const host = 'http://localhost:3000';

/** Headers that arrive, and the origin that somebody uses who trusts them. */
const rows: [headers: Record<string, string>, trusting: string][] = [
	[{}, host],
	[{ 'x-forwarded-host': 'app.example' }, 'http://app.example'],
	[{ 'x-forwarded-host': 'app.example', 'x-forwarded-proto': 'https' }, 'https://app.example'],
	[{ 'x-forwarded-host': 'APP.Example', 'x-forwarded-proto': 'HTTPS' }, 'https://app.example'],
	[{ 'x-forwarded-host': ' app.example ', 'x-forwarded-proto': ' https ' }, 'https://app.example'],
	[{ 'x-forwarded-host': 'app.example:443', 'x-forwarded-proto': 'https' }, 'https://app.example'],
	[{ 'x-forwarded-host': 'app.example:80' }, 'http://app.example'],
	[{ 'x-forwarded-host': 'app.example:8080' }, 'http://app.example:8080'],
	[{ 'x-forwarded-host': 'my_app.example' }, 'http://my_app.example'],
	[{ 'x-forwarded-host': '[::1]:8443', 'x-forwarded-proto': 'https' }, 'https://[::1]:8443'],
	[{ 'x-forwarded-host': '[0:0::1]' }, 'http://[::1]'],
	[{ 'x-forwarded-host': '192.0.2.1' }, 'http://192.0.2.1'],
	// Lists: the first is the one that the browser used.
	[{ 'x-forwarded-host': 'app.example, evil.example' }, 'http://app.example'],
	[
		{ 'x-forwarded-host': 'app.example,evil.example', 'x-forwarded-proto': 'https,http' },
		'https://app.example',
	],
	[{ 'x-forwarded-proto': 'https, http' }, 'https://localhost:3000'],
	[{ 'x-forwarded-proto': 'http, https' }, host],
	[{ 'x-forwarded-host': ', evil.example' }, host],
	[{ 'x-forwarded-host': ',' }, host],
	// The scheme alone, only ever upwards.
	[{ 'x-forwarded-proto': 'https' }, 'https://localhost:3000'],
	[{ 'x-forwarded-proto': 'http' }, host],
	[{ 'x-forwarded-proto': 'ftp' }, host],
	[{ 'x-forwarded-proto': 'https://evil.example/?' }, host],
	[{ 'x-forwarded-proto': 'javascript' }, host],
	// More than a name smuggled in: then the whole header counts for nothing.
	[{ 'x-forwarded-host': 'evil.example/path' }, host],
	[{ 'x-forwarded-host': 'evil.example/../..' }, host],
	[{ 'x-forwarded-host': 'evil.example?x=' }, host],
	[{ 'x-forwarded-host': 'evil.example#' }, host],
	[{ 'x-forwarded-host': 'evil.example\\' }, host],
	[{ 'x-forwarded-host': 'user@evil.example' }, host],
	[{ 'x-forwarded-host': 'user:pass@evil.example' }, host],
	[{ 'x-forwarded-host': 'localhost:3000@evil.example' }, host],
	[{ 'x-forwarded-host': '//evil.example' }, host],
	[{ 'x-forwarded-host': 'https://evil.example' }, host],
	[{ 'x-forwarded-host': 'evil example' }, host],
	[{ 'x-forwarded-host': 'evil\texample' }, host],
	[{ 'x-forwarded-host': 'evil.example;x' }, host],
	[{ 'x-forwarded-host': 'evil.example%2f' }, host],
	[{ 'x-forwarded-host': 'evil.example%00' }, host],
	[{ 'x-forwarded-host': 'evil.example:' }, host],
	[{ 'x-forwarded-host': 'evil.example:0x50' }, host],
	[{ 'x-forwarded-host': 'evil.example:80:80' }, host],
	[{ 'x-forwarded-host': 'evil.example:99999' }, host],
	[{ 'x-forwarded-host': ':3000' }, host],
	[{ 'x-forwarded-host': '::1' }, host],
	[{ 'x-forwarded-host': '[::1' }, host],
	[{ 'x-forwarded-host': '[evil.example]' }, host],
	[{ 'x-forwarded-host': '"evil.example"' }, host],
	[{ 'x-forwarded-host': "evil.example'><script>" }, host],
	[{ 'x-forwarded-host': 'größe.example' }, host],
	[{ 'x-forwarded-host': 'null' }, 'http://null'],
	[{ 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'ftp' }, host],
	[{ 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'javascript' }, host],
	[{ 'x-forwarded-host': 'a'.repeat(100_000) }, host],
	// Nobody's header.
	[{ forwarded: 'host=evil.example;proto=https' }, host],
	[{ 'x-host': 'evil.example' }, host],
	[{ 'x-original-host': 'evil.example', 'x-forwarded-server': 'evil.example' }, host],
	[{ 'x-forwarded-port': '8443', 'x-forwarded-ssl': 'on', 'front-end-https': 'on' }, host],
	[{ 'x-forwarded-prefix': '/evil', 'x-original-url': '/evil', 'x-rewrite-url': '/evil' }, host],
	[{ 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1', via: '1.1 evil.example' }, host],
];
const named = rows.map(
	([headers, trusting]) => [JSON.stringify(headers).slice(0, 90), headers, trusting] as const,
);

/** Every place where the origin shows. */
async function origins(app: Application, headers: Record<string, string>) {
	const away = await send(app, `${app.basePath}/signin/github`, { fields: {}, headers });
	const authorization = new URL(away.headers.get('location') ?? '');
	const list = await send(app, `${app.basePath}/providers`, { headers });
	const { github } = (await list.json()) as Record<string, { signinUrl: string; callbackUrl: string }>;
	const page = await send(app, `${app.basePath}/signin/github`, { headers });
	const remembered = away.headers.getSetCookie().find((line) => line.includes('callback-url')) ?? '';
	const urls = [
		authorization.searchParams.get('redirect_uri'),
		github?.signinUrl,
		github?.callbackUrl,
		page.headers.get('location'),
		decodeURIComponent(remembered.split(/[=;]/)[1] ?? ''),
	];
	const secure = away.headers
		.getSetCookie()
		.map((line) => /; Secure/.test(line) && /^__(Secure|Host)-/.test(line));
	return {
		origins: [...new Set(urls.map((url) => new URL(url ?? 'none:').origin))],
		secure: [...new Set(secure)],
	};
}

describe.each(integrations)('origin, %s', (integration) => {
	const make = (env: Record<string, string>, config = {}) =>
		victim(integration, { providers, ...config }, { env: { AUTH_SECRET: secret, ...env } });

	const trusting = make({ AUTH_TRUST_HOST: 'true' });
	test.each(named)('trusted: %s', async (_, headers, origin) => {
		const secure = [origin.startsWith('https:')];
		expect(await origins(trusting, headers)).toEqual({ origins: [origin], secure });
		expect(loudOf(trusting)).toEqual([]);
	});

	const fixed = make({ AUTH_URL: 'https://app.example' });
	test.each(named)('AUTH_URL outweighs %s', async (_, headers) => {
		const own = { ...headers, origin: 'https://app.example' };
		expect(await origins(fixed, own)).toEqual({ origins: ['https://app.example'], secure: [true] });
		expect(loudOf(fixed)).toEqual([]);
	});

	const untrusted: [title: string, env: Record<string, string>, config: object][] = [
		['nothing set', {}, {}],
		...['false', '0', 'no', 'off', 'FALSE', ' false '].map((value): (typeof untrusted)[number] => [
			`AUTH_TRUST_HOST=${value}`,
			{ AUTH_TRUST_HOST: value },
			{},
		]),
		['trustHost: false against the environment', { AUTH_TRUST_HOST: 'true' }, { trustHost: false }],
		['NODE_ENV=development alone', { NODE_ENV: 'development' }, {}],
	];
	test.each(untrusted)(
		'without trust nothing is answered under a forged name: %s',
		async (_, env, config) => {
			const app = make(env, config);
			const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
			for (const path of ['signin/github', 'callback/credentials', 'signout', 'session']) {
				const response = await send(app, `${app.basePath}/${path}`, { fields: {}, headers });
				expect([path, response.status, response.headers.get('location')]).toEqual([path, 500, null]);
				expect(response.headers.getSetCookie()).toEqual([]);
			}
			const cookie = 'authjs.session-token=x; __Secure-authjs.session-token=x';
			const page = await send(app, '/', { headers, cookie });
			const guarded = await send(app, '/dashboard', { headers, cookie });
			expect([page.status, await page.json(), guarded.status]).toEqual([200, null, 303]);
			expect(app.answers.filter((answer) => JSON.stringify(answer).includes('evil.example'))).toEqual([]);
			// The mistake is told once, not with each request.
			expect(errorsOf(app).map(({ type }) => type)).toEqual(['UntrustedHost']);
		},
	);

	const badUrls = [
		'app.example',
		'//app.example',
		'javascript:alert(1)',
		'ftp://app.example',
		'http://',
		'/auth',
		'%',
	];
	test.each(badUrls)('AUTH_URL=%s is refused, not guessed at', async (value) => {
		const app = make({ AUTH_URL: value, AUTH_TRUST_HOST: 'true' });
		const response = await send(app, `${app.basePath}/signin/github`, { fields: {} });
		expect([response.status, response.headers.get('location')]).toEqual([500, null]);
		expect(errorsOf(app)).toHaveLength(1);
	});

	const paths: [path: string, status: number][] = [
		['/session', 200],
		['/session/', 200],
		['/session/x', 404],
		['//session', 404],
		['/./session', 200],
		['/x/../session', 200],
		['/%73ession', 404],
		['/session%2f', 404],
		['/session%00', 404],
		['/session;x', 404],
		['/Session', 404],
		['/signin%2fgithub', 404],
		['/callback/%63redentials', 404],
		['/callback/credentials/x', 404],
		['/callback/', 404],
		['/callback/undefined', 404],
		['/callback/null', 404],
		['/callback/__proto__', 404],
		['/callback/constructor', 404],
		['/signin/toString', 404],
		['/__proto__', 404],
		['/constructor', 404],
		['/webauthn-options/github', 404],
		['/webauthn-options/hasOwnProperty', 404],
		['/session?callbackUrl=%E0%A4%A', 200],
		[`/${'a'.repeat(100_000)}`, 404],
	];
	const routed = make({ AUTH_TRUST_HOST: 'true' });
	test.each(paths.map(([path, status]) => [path.slice(0, 60), path, status] as const))(
		'path %s',
		async (_, path, status) => {
			const before = errorsOf(routed).length;
			expect((await send(routed, `${routed.basePath}${path}`)).status).toBe(status);
			expect(errorsOf(routed).slice(before)).toEqual([]);
		},
	);
});
