import { afterAll, beforeAll, describe } from 'vitest';
import { freePort } from '../../scripts/lib/process/free-port.ts';
import type { RunningServer } from '../../scripts/lib/process/server.ts';
import { type AccountsHost, makeAccountsHost } from '../support/accounts-host.ts';
import { launchBrowser, type TestBrowser } from '../support/browser.ts';
import { type Kind, solidStart1, solidStart2, svelteKit3 } from '../support/host-under-test.ts';
import { type ProxyServer, selfSigned, startProxy } from '../support/proxy.ts';
import { viteConfigHost } from '../support/sveltekit-kinds.ts';
import { belowBase } from './suites/accounts-base.ts';
import { describeAccountsWay } from './suites/accounts-way.ts';

/*
 * `init` and `add-accounts` on a fresh host, built and started as in production, with a real mail server, database and
 * OpenID provider: a person signs up, and does everything that an account page is for.
 */

const kinds: [Kind, string][] = [
	[svelteKit3, '/auth'],
	[viteConfigHost, '/auth'],
	[solidStart2, '/api/auth'],
	[solidStart1, '/api/auth'],
];

describe.each(kinds)('accounts on $name', (kind, authPath) => {
	let browser: TestBrowser;
	let made: AccountsHost;
	let server: RunningServer;

	beforeAll(async () => {
		[browser, made] = await Promise.all([launchBrowser(), makeAccountsHost(kind, { authPath })]);
		server = await made.host.startBuild(made.env);
	});
	afterAll(async () => {
		await server?.stop();
		await browser?.close();
		await made?.close();
	});
	describeAccountsWay(() => ({ made, browser, origin: made.host.origin, base: '' }));
});

const name = 'app.example.test';

describe.each([
	[svelteKit3, '/app', '/auth'],
	[solidStart2, '', '/api/auth'],
] as const)('accounts on $name behind a TLS proxy', (kind, base, path) => {
	let browser: TestBrowser;
	let made: AccountsHost;
	let server: RunningServer;
	let proxy: ProxyServer;
	let origin: string;

	beforeAll(async () => {
		const port = await freePort();
		origin = `https://${name}:${port}`;
		const certificate = await selfSigned(name);
		[browser, made] = await Promise.all([
			launchBrowser([name]),
			makeAccountsHost(belowBase(kind, base, origin), { authPath: `${base}${path}`, origin }),
		]);
		server = await made.host.startBuild({ ...made.env, AUTH_URL: origin });
		proxy = await startProxy({ target: server.origin, port, tls: { host: name, certificate } });
	});
	afterAll(async () => {
		await proxy?.close();
		await server?.stop();
		await browser?.close();
		await made?.close();
	});
	describeAccountsWay(() => ({ made, browser, origin, base }));
});
