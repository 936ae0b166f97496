import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import Keycloak from '@auth/core/providers/keycloak';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../scripts/lib/process/free-port.ts';
import { examineAddress } from '../../src/doctor/address/index.ts';
import type { DoctorCode } from '../../src/doctor/codes.ts';
import { examined } from '../../src/doctor/context.ts';
import { sortFindings } from '../../src/doctor/report.ts';
import { codesOf, edit, healthy } from '../../src/doctor/testing.ts';
import { readHost } from '../../src/host/index.ts';
import { doctorDocument, doctorFigures, figuresOf } from '../support/documents/doctor-figures.ts';
import {
	type Application,
	type Config,
	goodEnv,
	integrations,
	makeApplication,
	type Settings,
	secret,
} from './support/application.ts';
import { openDatabase } from './support/database.ts';
import { github, password } from './support/fixtures.ts';

/* Applications with the real runtime behind real HTTP, one thing wrong with each: what the doctor says who only asks. */

/** What stands between the doctor and the application. */
interface Between {
	/** Headers of the request that do not arrive. */
	dropped?: string[];
	/** Headers of the answer that do not leave. */
	kept?: string[];
	/** Headers that answers get. */
	added?: Record<string, string>;
	/** Answers in front of the application. */
	first?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

async function listen(listener: RequestListener, port = 0): Promise<number> {
	const server = createServer(listener);
	await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
	onTestFinished(
		() =>
			new Promise<void>((resolve) => {
				server.closeAllConnections();
				server.close(() => resolve());
			}),
	);
	return (server.address() as AddressInfo).port;
}

/** Serves applications in turn, at one address. */
async function serve(
	apps: readonly Application[],
	port: number,
	{ dropped = [], kept = [], added = {}, first }: Between = {},
): Promise<string> {
	let turn = 0;
	await listen(async (incoming, outgoing) => {
		if (first?.(incoming, outgoing)) return;
		const app = apps[turn++ % apps.length] as Application;
		const headers = new Headers();
		for (const [name, value] of Object.entries(incoming.headers))
			if (!dropped.includes(name) && value !== undefined && name !== 'content-length')
				headers.set(name, String(value));
		const body = await buffer(incoming);
		const { method = 'GET', url = '/' } = incoming;
		const answer = await app.fetch(
			new Request(`${app.origin}${url}`, { method, headers, ...(method === 'POST' && { body }) }),
		);
		const cookies = kept.includes('set-cookie') ? [] : answer.headers.getSetCookie();
		const others = [...answer.headers].filter(([name]) => name !== 'set-cookie' && !kept.includes(name));
		outgoing.writeHead(answer.status, {
			...Object.fromEntries(others),
			...added,
			...(cookies.length > 0 && { 'set-cookie': cookies }),
		});
		outgoing.end(await answer.text());
	}, port);
	return `http://127.0.0.1:${port}`;
}

interface Made {
	config?: Config;
	/** By the address that the doctor asks. */
	settings?: (origin: string) => Settings;
	between?: Between;
	/** Of a second server behind the same address. */
	second?: { env: Record<string, string> };
}

/** Makes an application, and what the doctor finds at its address: errors and warnings, worst first. */
async function ask(
	integration: (typeof integrations)[number],
	{ config = {}, settings, between, second }: Made,
): Promise<DoctorCode[]> {
	const port = await freePort();
	const origin = `http://127.0.0.1:${port}`;
	const make = (more: Settings = {}) =>
		makeApplication(
			integration,
			{ providers: [password, github], ...config },
			{
				origin,
				checkOrigin: integration === 'sveltekit',
				env: { AUTH_SECRET: secret, AUTH_URL: origin },
				...settings?.(origin),
				...more,
			},
		);
	const address = await serve([make(), ...(second ? [make(second)] : [])], port, between);
	const { found } = await examineAddress(address, { context: undefined });
	return codesOf(sortFindings(found).shown);
}

const both = (rows: [what: string, code: DoctorCode, made: Made][]) =>
	rows.flatMap(([what, code, made]) =>
		integrations.map((integration) => ({ integration, what, code, made })),
	);

const otherSecret = { AUTH_SECRET: 'another-secret-of-at-least-thirty-two-characters' };

const broken = both([
	['no variable at all', 'config-broken', { settings: () => ({ env: {} }) }],
	[
		'a short secret',
		'config-broken',
		{ settings: (origin) => ({ env: { AUTH_SECRET: 'hello', AUTH_URL: origin } }) },
	],
	[
		'AUTH_URL without a scheme',
		'config-broken',
		{ settings: () => ({ env: { AUTH_SECRET: secret, AUTH_URL: 'app.example' } }) },
	],
	[
		'AUTH_URL of another host',
		'address-host',
		{
			settings: (origin) => ({
				env: { AUTH_SECRET: secret, AUTH_URL: origin.replace('127.0.0.1', 'localhost') },
			}),
		},
	],
	[
		'AUTH_URL=https, visited over http',
		'address-scheme',
		{
			settings: (origin) => ({ env: { AUTH_SECRET: secret, AUTH_URL: origin.replace('http', 'https') } }),
		},
	],
	['everybody says under which name it runs', 'host-header-trusted', { settings: () => ({ env: goodEnv }) }],
	[
		'two servers, two secrets',
		'secrets-differ',
		{
			second: { env: { ...otherSecret, AUTH_TRUST_HOST: 'true', AUTH_URL: '' } },
			settings: () => ({ env: { AUTH_SECRET: secret, AUTH_TRUST_HOST: 'true' } }),
		},
	],
	['cookies do not arrive', 'cookies-lost', { between: { dropped: ['cookie'] } }],
	['Set-Cookie does not leave', 'cookies-lost', { between: { kept: ['set-cookie'] } }],
	[
		'a cookie for scripts',
		'cookie-options',
		{ config: { cookies: { csrfToken: { options: { httpOnly: false } } } } },
	],
	[
		'a cookie of another site',
		'cookie-options',
		{ config: { cookies: { csrfToken: { options: { domain: 'other.example' } } } } },
	],
	[
		'nothing of ours',
		'not-mounted',
		{
			between: {
				first: (_, response) => {
					response.end('<html>Hello</html>');
					return true;
				},
			},
		},
	],
	[
		'Better Auth',
		'other-product',
		{
			between: {
				first: (request, response) => {
					const isOk = request.url === '/api/auth/ok';
					response.writeHead(isOk ? 200 : 404, {
						'content-type': isOk ? 'application/json' : 'text/html',
					});
					response.end(isOk ? '{"ok":true}' : '');
					return true;
				},
			},
		},
	],
	[
		'every page fails',
		'app-broken',
		{
			between: {
				first: (_, response) => {
					response.writeHead(500, { 'content-type': 'text/html' });
					response.end('<html>500</html>');
					return true;
				},
			},
		},
	],
	[
		'no page to sign in on',
		'page-missing',
		{
			between: {
				first: (request, response) => {
					if (!/\/signin$/.test(request.url ?? '') || request.method !== 'GET') return false;
					response.writeHead(404, { 'content-type': 'text/html' });
					response.end('');
					return true;
				},
			},
		},
	],
	[
		'POST answers a page',
		'not-mounted',
		{
			between: {
				first: (request, response) => {
					if (request.method !== 'POST') return false;
					response.writeHead(200, { 'content-type': 'text/html' });
					response.end('<html></html>');
					return true;
				},
			},
		},
	],
]);

describe('the finding that has to come is the worst one', () => {
	test.each(broken)('$integration: $what is $code', async ({ integration, code, made }) => {
		const codes = await ask(integration, made);
		// Two servers that trust the host are told of that, too.
		expect(codes.filter((one) => one !== 'host-header-trusted' || code === one)[0], codes.join()).toBe(code);
	});

	test('SvelteKit takes itself for another address: every form is refused', async () => {
		expect(
			await ask('sveltekit', { settings: (origin) => ({ hostOrigin: origin.replace('http', 'https') }) }),
		).toEqual(['form-origin']);
	});

	test('a policy that holds the way to the provider back', async () => {
		const between = {
			added: {
				'content-security-policy': "default-src 'self'; form-action 'self'",
				'content-type': 'text/html',
			},
		};
		const only: Between = {
			first: (request, response) => {
				if (request.url !== '/auth/signin' || request.method !== 'GET') return false;
				response.writeHead(200, between.added);
				response.end('<form></form>');
				return true;
			},
		};
		expect(await ask('sveltekit', { between: only })).toEqual(['csp-form-action']);
	});
});

const takenForHttp = integrations.flatMap((integration) => [
	{ integration, what: 'AUTH_URL says so', env: { AUTH_SECRET: secret, AUTH_URL: 'http://app.example' } },
	{
		integration,
		what: 'the proxy does not say otherwise',
		env: { AUTH_SECRET: secret, AUTH_TRUST_HOST: 'true' },
	},
]);

describe('people come by https, and the application takes itself for http', () => {
	test.each(takenForHttp)('$integration: $what', async ({ integration, env }) => {
		const port = await freePort();
		const app = makeApplication(
			integration,
			{ providers: [password, github] },
			{ origin: 'http://app.example', env },
		);
		await serve([app], port);
		const { found } = await examineAddress(`http://127.0.0.1:${port}`, {
			context: undefined,
			origin: 'https://app.example',
		});
		const codes = codesOf(sortFindings(found).shown);
		// Whoever trusts the host is told of that, too.
		expect(codes.filter((code) => code !== 'host-header-trusted')[0], codes.join()).toBe('address-scheme');
	});
});

interface HealthyOne {
	what: string;
	settings: (address: string, integration: (typeof integrations)[number]) => Settings;
	more?: { config?: () => Promise<Config>; twice?: boolean };
}

const pathOf = { sveltekit: '/auth', 'solid-start': '/api/auth' };
const atHome = (address: string) => ({ origin: address, env: { AUTH_SECRET: secret, AUTH_URL: address } });
const behindTls = {
	...{ origin: 'https://app.example', hostOrigin: 'http://10.0.0.7:3000' },
	headers: { 'x-forwarded-host': 'app.example', 'x-forwarded-proto': 'https' },
};
const ways: HealthyOne[] = [
	{
		what: 'behind a proxy that speaks TLS',
		settings: () => ({
			...{ ...behindTls, hostOrigin: behindTls.origin },
			env: { AUTH_SECRET: secret, AUTH_URL: behindTls.origin },
		}),
	},
	{
		what: 'the same, and the proxy says which host was asked for',
		settings: () => ({
			...{ ...behindTls, checkOrigin: false },
			env: { AUTH_SECRET: secret, AUTH_TRUST_HOST: 'true' },
		}),
	},
	{
		what: 'below a base path',
		settings: (address, integration) => ({
			...{ origin: address, base: '/app' },
			env: { AUTH_SECRET: secret, AUTH_URL: `${address}/app${pathOf[integration]}` },
		}),
	},
	{
		what: 'sessions in a database',
		settings: atHome,
		more: { config: async () => ({ adapter: (await openDatabase()).adapter, providers: [github] }) },
	},
	{
		what: 'a preview, which signs in over production',
		settings: (_, integration) => ({
			...{ ...behindTls, origin: 'https://app-git-42.example', checkOrigin: false },
			headers: { ...behindTls.headers, 'x-forwarded-host': 'app-git-42.example' },
			env: {
				...{ AUTH_SECRET: secret, AUTH_TRUST_HOST: 'true' },
				AUTH_REDIRECT_PROXY_URL: `https://app.example${pathOf[integration]}`,
			},
		}),
	},
	{ what: 'two servers that share a secret', settings: atHome, more: { twice: true } },
];
const healthyOnes = ways.flatMap((way) => integrations.map((integration) => ({ ...way, integration })));

describe('healthy applications', () => {
	test.each(integrations)('%s: nothing, and what to register', async (integration) => {
		const port = await freePort();
		const origin = `http://127.0.0.1:${port}`;
		const app = makeApplication(
			integration,
			{ providers: [password, github] },
			{ origin, checkOrigin: integration === 'sveltekit', env: { AUTH_SECRET: secret, AUTH_URL: origin } },
		);
		await serve([app], port);
		const { found, unanswered } = await examineAddress(origin, { context: undefined });
		expect(codesOf(found)).toEqual([]);
		expect(found).toMatchObject([
			{ code: 'callback-url', mend: { snippet: `${app.origin}${app.basePath}/callback/github` } },
		]);
		expect(unanswered).toMatchObject([{ check: 'guards', state: 'skipped' }]);
		// No mail, no password; of all that it asked one line is in the log.
		const lines = app.logs.filter(({ level }) => level !== 'debug').map(({ text }) => text);
		expect(lines.filter((line) => !line.includes('A POST of https://doctor.invalid was refused'))).toEqual(
			[],
		);
		expect(app.answers.length).toBeLessThanOrEqual(25);
	});

	test.each(healthyOnes)('$integration: $what', async ({ integration, what, settings, more = {} }) => {
		const port = await freePort();
		const address = `http://127.0.0.1:${port}`;
		const given = settings(address, integration);
		const config = { providers: [password, github], ...(await more.config?.()) };
		const make = () =>
			makeApplication(integration, config, { checkOrigin: integration === 'sveltekit', ...given });
		await serve(more.twice ? [make(), make()] : [make()], port);
		const { found } = await examineAddress(address + (given.base ?? ''), {
			context: undefined,
			...(given.origin === address ? {} : { origin: given.origin }),
		});
		expect(codesOf(found), `${what}: ${JSON.stringify(found, null, 1)}`).toEqual([]);
		expect(found).toMatchObject([{ code: 'callback-url' }]);
	});
});

describe('with the project at hand', () => {
	async function contextOf(change: (root: string) => void = () => {}) {
		const root = await healthy('sveltekit3');
		change(root);
		const variables = { AUTH_SECRET: secret };
		return examined(await readHost(root), { production: false, variables });
	}

	const run = async (
		change: ((root: string) => void) | undefined,
		{ config = {}, between }: Made,
		forgeSession = false,
	) => {
		const port = await freePort();
		const origin = `http://127.0.0.1:${port}`;
		const app = makeApplication(
			'sveltekit',
			{ providers: [password, github], ...config },
			{ origin, checkOrigin: true, env: { AUTH_SECRET: secret, AUTH_URL: origin } },
		);
		await serve([app], port, between);
		const { found } = await examineAddress(origin, { context: await contextOf(change), forgeSession });
		return { found, codes: codesOf(sortFindings(found).shown) };
	};

	test('guarded pages are asked for as strangers spell them', async () => {
		expect((await run(undefined, {})).codes).toEqual([]);
		const first: Between['first'] = (request, response) => {
			if (request.url !== '/%64ashboard') return false;
			response.end('secret');
			return true;
		};
		const { found, codes } = await run(undefined, { between: { first } });
		expect(codes).toEqual(['guard-open']);
		expect(found.find(({ code }) => code === 'guard-open')?.evidence).toEqual([
			{ request: 'GET /%64ashboard', status: 200 },
		]);
	});

	test('a rule that does not run there', async () => {
		const first: Between['first'] = (request, response) => {
			if (!request.url?.includes('ashboard')) return false;
			response.end('secret');
			return true;
		};
		expect((await run(undefined, { between: { first } })).codes).toEqual(['guard-open']);
	});

	test('a session made by the secret here, and by another one', async () => {
		expect((await run(undefined, {}, true)).codes).toEqual([]);
		const { codes } = await run(
			(root) => edit(root, 'src/auth.ts', 'providers:', "session: { strategy: 'jwt' },\n\tproviders:"),
			{ config: { secret: otherSecret.AUTH_SECRET } },
			true,
		);
		expect(codes).toEqual(['app-secret']);
	});
});

describe('issuers', () => {
	async function issuerSays(path: string, body: object, headers: Record<string, string> = {}) {
		const port = await listen((request, response) => {
			if (request.url !== `${path}/.well-known/openid-configuration`)
				return void response.writeHead(404).end();
			response.writeHead(200, { 'content-type': 'application/json', ...headers });
			response.end(JSON.stringify(body));
		});
		return `http://127.0.0.1:${port}`;
	}

	const judge = async (issuer: string) => {
		const root = await healthy('sveltekit2');
		edit(
			root,
			'src/auth.ts',
			"import GitHub from '@auth/core/providers/github'",
			"import GitHub from '@auth/core/providers/keycloak'",
		);
		const env = {
			AUTH_SECRET: secret,
			AUTH_KEYCLOAK_ID: 'app',
			AUTH_KEYCLOAK_SECRET: 'hush',
			AUTH_KEYCLOAK_ISSUER: issuer,
		};
		const context = examined(await readHost(root), { production: false, variables: env });
		const port = await freePort();
		const origin = `http://127.0.0.1:${port}`;
		const app = makeApplication(
			'sveltekit',
			{ providers: [password, Keycloak] },
			{ origin, env: { ...env, AUTH_URL: origin } },
		);
		await serve([app], port);
		const { found } = await examineAddress(origin, { context });
		return codesOf(sortFindings(found).shown);
	};

	const endpoints = (issuer: string) => ({
		issuer,
		authorization_endpoint: `${issuer}/authorize`,
		token_endpoint: `${issuer}/token`,
		userinfo_endpoint: `${issuer}/me`,
	});

	test('nobody is there', async () => {
		const port = await freePort();
		expect(await judge(`http://127.0.0.1:${port}/realms/app`)).toEqual(['issuer-unreachable']);
	});

	test('another name, another path, and the right one', async () => {
		expect(await judge(await issuerSays('', endpoints('https://elsewhere.example')))).toContain(
			'issuer-other',
		);
		expect(await judge(`${await issuerSays('/right', {})}/wrong`)).toContain('issuer-other');
	});

	test('a clock that is behind', async () => {
		const body = { issuer: '' };
		const issuer = await issuerSays('', body, { date: new Date(Date.now() - 10 * 60_000).toUTCString() });
		Object.assign(body, endpoints(issuer));
		expect(await judge(issuer)).toEqual(['clock']);
	});
});

describe('bad input', () => {
	const refused = async (address: string) => {
		try {
			return await examineAddress(address, { context: undefined });
		} catch (error) {
			return error as { code: string; exitCode: number; message: string; hint: string };
		}
	};

	test.each([
		['nonsense', 'AG_ADDRESS_INVALID'],
		['example.com:3000', 'AG_ADDRESS_INVALID'],
		['ftp://example.com', 'AG_ADDRESS_INVALID'],
		['http://ada:hush@example.com', 'AG_ADDRESS_INVALID'],
		['http://', 'AG_ADDRESS_INVALID'],
	])('%s', async (address, code) => {
		const error = await refused(address);
		expect(error).toMatchObject({ code, exitCode: 2 });
		expect(JSON.stringify(error)).not.toContain('hush');
	});

	test('nobody listens there; one that never answers; one that speaks no HTTP', async () => {
		const port = await freePort();
		expect(await refused(`http://127.0.0.1:${port}`)).toMatchObject({
			code: 'AG_NOTHING_TO_ASK',
			exitCode: 2,
		});
		const silent = await listen(() => {});
		expect(await refused(`http://127.0.0.1:${silent}`)).toMatchObject({
			code: 'AG_NOTHING_TO_ASK',
			message: expect.stringContaining('in time'),
		});
		const plain = await listen((_, response) => void response.end('x'));
		expect(await refused(`https://127.0.0.1:${plain}`)).toMatchObject({
			code: 'AG_NOTHING_TO_ASK',
			exitCode: 2,
		});
	});

	test('an answer that never ends, and one of twenty megabytes', async () => {
		const endless = await listen((_, response) => {
			response.writeHead(200, { 'content-type': 'text/html' });
			const timer = setInterval(() => response.write('x'), 50);
			response.once('close', () => clearInterval(timer));
		});
		const large = await listen((_, response) => {
			response.writeHead(200, { 'content-type': 'application/json' });
			response.end('x'.repeat(20_000_000));
		});
		for (const port of [large, endless]) {
			const result = (await refused(`http://127.0.0.1:${port}`)) as { found?: { code: string }[] };
			expect(result.found?.map(({ code }) => code) ?? ['AG_NOTHING_TO_ASK']).toEqual([
				expect.stringMatching(/not-mounted|AG_NOTHING_TO_ASK/),
			]);
		}
	});

	test('it sends people to another host, or asks for a password', async () => {
		const away = await listen(
			(_, response) => void response.writeHead(302, { location: 'https://www.example.com/' }).end(),
		);
		expect(await refused(`http://127.0.0.1:${away}`)).toMatchObject({
			found: [{ code: 'address-host', severity: 'note' }],
		});
		const locked = await listen(
			(_, response) => void response.writeHead(401, { 'www-authenticate': 'Basic' }).end(),
		);
		expect(await refused(`http://127.0.0.1:${locked}`)).toMatchObject({
			found: [],
			unanswered: [{ state: 'unknown' }],
		});
	});
});

test('docs/doctor.md says how many they are', () => {
	// SvelteKit alone: forms that are refused, and the policy.
	const wrong = broken.length + takenForHttp.length + 2;
	const well = integrations.length + healthyOnes.length;
	expect(doctorFigures('test/conformance/doctor.test.ts')).toEqual(figuresOf(wrong, well));
	expect(doctorDocument()).toContain(`and the ${well} applications`);
});
