import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { createSessionCookie } from '../../../runtime/src/testing/index.ts';
import { textOf } from '../../../scripts/lib/demo/forms.ts';
import { exec } from '../../../scripts/lib/process/exec.ts';
import { freePort } from '../../../scripts/lib/process/free-port.ts';
import { startServer } from '../../../scripts/lib/process/server.ts';
import { findChromium } from '../../../scripts/lib/test/chromium.ts';
import { ada } from '../../support/ada.ts';
import { grace } from '../../support/identity-provider.ts';
import { runDockerfile } from '../../support/needs/dockerfile.ts';
import { app, type Running, servePage, typePassword } from '../../support/needs/running.ts';
import { Person } from '../../support/people.ts';

/** Pages of docs/needs about programs, and about where an application is built, tested and put. */
export function describeNeedsOfPrograms(get: () => Running): void {
	test('bearer-tokens: an app signs in over the browser, and asks with its token', async () => {
		await get().serve('', ['app.example.com']);
		const person = get().town.newPerson('app.example.com');
		const phone = get().town.newPerson('app.example.com');
		const verifier = randomBytes(32).toString('base64url');
		const path = `/mobile?challenge=${createHash('sha256').update(verifier).digest('base64url')}`;
		const asked = new URL((await person.visit(path)).url);
		expect([asked.pathname, asked.searchParams.get('redirectTo')]).toEqual(['/signin', path]);
		await get().signIn(person);
		const { redirects } = await person.visit(path, { follow: false });
		expect(redirects[0]).toMatch(/^com\.example\.app:\/signed-in\?code=/);
		const code = new URL(redirects[0] ?? '').searchParams.get('code');
		const redeem = (json: object) => phone.visit('/mobile/token', { json, from: null });
		expect((await redeem({ code, verifier: 'another' })).status).toBe(401);
		const { token } = (await redeem({ code, verifier })).json<{ token: string }>();

		const ask = async (authorization: string, by = phone) => {
			const headers = { accept: 'application/json', ...(authorization && { authorization }) };
			const { status, text } = await by.visit('/api/me', { headers });
			return [status, JSON.parse(text).who];
		};
		expect(await ask(`Bearer ${token}`)).toEqual([200, ada.email]);
		expect(await ask('')).toEqual([401, undefined]);
		expect(await ask(`Bearer ${code}`)).toEqual([401, undefined]);
		expect(await ask('', person)).toEqual([401, undefined]);
		phone.cookies.set('__Secure-authjs.session-token', `${token}; Secure`, app);
		expect(await get().whoIs(phone)).toBe('nobody');
	});

	test('playwright: tests start signed in', async () => {
		await get().serve('playwright', ['app.example.com']);
		const { host, town, secret } = get();
		const cli = join(host.folder, 'node_modules/@playwright/test/cli.js');
		const { code, output } = await exec(process.execPath, [cli, 'test', '--config', 'here.config.ts'], {
			cwd: host.folder,
			env: {
				...{ AUTH_SECRET: secret, TESTED: app, CHROME_PATH: findChromium() ?? '' },
				SWITCHES: JSON.stringify(town.switches),
			},
		});
		expect(code, output).toBe(0);
		expect(output).toMatch(/\b2 passed/);
	});

	test('docker: built without a variable, it gets them when it starts', async () => {
		const { host, town, secret } = get();
		const folder = await mkdtemp(join(tmpdir(), 'authgraft-image-'));
		onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
		const ignored = host.built(host.blocks.file('docker', '.dockerignore')).split('\n').filter(Boolean);
		const image = await runDockerfile(host.built(host.blocks.file('docker', 'Dockerfile')), {
			...{ context: host.folder, ignored, folder },
		});
		const start = async (env: Record<string, string>) => {
			const port = await freePort();
			const origin = `http://127.0.0.1:${port}`;
			const [, ...args] = image.command;
			const all = { HOST: '127.0.0.1', PORT: String(port), ...env };
			const server = await startServer({ cwd: image.folder, args, origin, env: all });
			onTestFinished(() => server.stop());
			town.lead('app.example.com', origin);
			return server;
		};
		const said = [...host.blocks.file('docker', 'start').matchAll(/--env (\w+)(?:=(\S+))?/g)];
		const env = Object.fromEntries(said.map(([, name = '', value]) => [name, value ?? secret]));
		expect(Object.keys(env)).toEqual(['AUTH_SECRET', 'AUTH_URL']);
		const person = town.newPerson('app.example.com');
		const { AUTH_SECRET: _, ...without } = env;
		const bare = await start({ ...without, ...keycloak(get()) });
		expect(textOf((await person.visit('/')).text)).toContain('nobody');
		expect((await person.visit('/dashboard', { follow: false })).status).toBeGreaterThan(300);
		expect(bare.output()).toContain('AUTH_SECRET is not set');
		await bare.stop();
		const server = await start({ ...env, ...keycloak(get()) });
		await get().signIn(person);
		expect(await get().whoIs(person)).toBe(ada.name);
		expect(server.output()).not.toMatch(/error/i);
	});

	test('previews: one callback URL for all of them', async () => {
		const { blocks, authPath } = get().host;
		const known = parseEnv(blocks.file('previews', 'environment of the one that the provider knows'));
		const preview = parseEnv(blocks.file('previews', 'environment of the previews'));
		await get().serve('', ['app.example.com'], known as Record<string, string>);
		await get().serve('', ['preview-7.test'], preview as Record<string, string>);
		const { page, faults } = await get().open();
		let callback = '';
		page.on('request', (request) => {
			callback ||= new URL(request.url()).searchParams.get('redirect_uri') ?? '';
		});
		const origin = 'https://preview-7.test';
		await page.goto(`${origin}/dashboard`);
		await new Person(page, origin).continueAtProvider();
		expect(page.url()).toBe(`${origin}/dashboard`);
		await page.getByTestId('secret').waitFor();
		expect(callback).toBe(`${app}${authPath}/callback/keycloak`);
		await page.goto(`${origin}/`);
		expect(await page.getByTestId('who').textContent()).toBe(grace.name);
		expect(faults).toEqual([]);
	});

	// The last one: on SolidStart it takes another build.
	test('websockets: a socket knows who opened it, and strangers get none', async () => {
		const server = await get().serveSockets();
		const config = { env: { AUTH_SECRET: get().secret, AUTH_TRUST_HOST: 'true' }, providers: [] };
		const cookie = await createSessionCookie(config, { id: '1', name: 'Ada' }, { url: app });
		// The first of all, before anybody has asked for a page.
		expect(await upgrade(server.origin, '/chat', { cookie, origin: app })).toBe(101);
		expect(await upgrade(server.origin, '/chat', { cookie, origin: 'https://evil.test' })).toBe(401);
		expect(await upgrade(server.origin, '//', { cookie, origin: app })).toBe(401);
		expect(server.isRunning()).toBe(true);
		get().town.lead('shop.example.com', await servePage('Shop'));
		const { page, context, faults } = await get().open();
		await page.goto(`${app}/signin`);
		expect(await socketOf(page)).toBe('refused');
		await typePassword(page);
		expect(await socketOf(page)).toBe(ada.name);
		expect(faults.filter((fault) => !fault.includes('WebSocket'))).toEqual([]);
		// Of the same site, so that the cookie comes along.
		const other = await context.newPage();
		await other.goto('https://shop.example.com/');
		expect(await socketOf(other)).toBe('refused');
	});
}

/** The provider that this host has besides. */
const keycloak = ({ provider }: Running) => ({
	AUTH_KEYCLOAK_ID: provider.clientId,
	AUTH_KEYCLOAK_SECRET: provider.clientSecret,
	AUTH_KEYCLOAK_ISSUER: provider.issuer,
});

/** The status of the answer to a request for a socket. */
const upgrade = (origin: string, path: string, headers: Record<string, string>) =>
	new Promise<number | undefined>((resolve, reject) => {
		const { hostname, port } = new URL(origin);
		const key = { 'sec-websocket-key': randomBytes(16).toString('base64'), 'sec-websocket-version': '13' };
		const asked = request({
			...{ hostname, port, path },
			headers: { ...headers, ...key, connection: 'Upgrade', upgrade: 'websocket' },
		});
		asked.on('upgrade', ({ statusCode }, socket) => {
			socket.destroy();
			resolve(statusCode);
		});
		asked.on('response', (response) => {
			response.resume();
			resolve(response.statusCode);
		});
		asked.on('error', reject).end();
	});

/** Opens a socket of the application on a page: what it says first, or that there is none. */
const socketOf = (page: Page): Promise<string> =>
	page.evaluate(
		(address) =>
			new Promise<string>((resolve) => {
				const socket = new WebSocket(address);
				socket.onmessage = ({ data }) => resolve(String(data));
				socket.onerror = () => resolve('refused');
			}),
		`${app.replace('https', 'wss')}/chat`,
	);
