import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe } from 'vitest';
import { freePort } from '../../../scripts/lib/process/free-port.ts';
import type { RunningServer } from '../../../scripts/lib/process/server.ts';
import type { Row } from '../../conformance/support/database.ts';
import { Person } from '../../conformance/support/person.ts';
import { launchBrowser, type TestBrowser } from '../../support/browser.ts';
import { type ConformanceHost, type Dressing, makeConformanceHost } from '../../support/conformance/host.ts';
import { secureFetch } from '../../support/conformance/secure-fetch.ts';
import type { Kind } from '../../support/host-under-test.ts';
import { type IdentityProvider, startIdentityProvider } from '../../support/identity-provider.ts';
import { type Certificate, type ProxyServer, selfSigned, startProxy } from '../../support/proxy.ts';
import { thorough } from '../../support/thorough.ts';
import { describeEmail } from './conformance-email.ts';
import { describeLeaks } from './conformance-leaks.ts';
import { describeOidc } from './conformance-oidc.ts';
import { describePasskeys } from './conformance-passkeys.ts';

/** A running host behind the proxy, and everybody around it. */
export interface Conformance extends ConformanceHost {
	browser: TestBrowser;
	provider: IdentityProvider;
	proxy: ProxyServer;
	server: RunningServer;
	/** What the running server must never tell, by name; flows add what they come by. */
	secrets: Map<string, string>;
	/** Where people see the host: `https://shop.test:4000`. */
	origin: string;
	base: string;
	/** `https://shop.test:4000/app/auth` */
	endpoints: string;
	/** Somebody without a browser. */
	newPerson(): Person;
	/** The sessions of a person, as the database has them. */
	sessionsOf(email: string): Promise<Row[]>;
}

interface Place {
	/** Name under which the proxy is seen, at a port of its own. */
	name: string;
	base: string;
	/** How the server gets to know it. */
	env(origin: string): Record<string, string>;
}

/** Another name, port and scheme than the server's; how it learns of them, and where it lies, differ. */
const allPlaces: Place[] = [
	{ name: 'below.test', base: '/app', env: () => ({ AUTH_TRUST_HOST: 'true' }) },
	{ name: 'shop.test', base: '', env: (origin) => ({ AUTH_URL: origin }) },
];

/**
 * Everything that both integrations promise, in a real host with real parts, as its people see it.
 * @param name of the place, where not all are tried
 */
export function describeConformance(kind: Kind, dressing: Dressing, name: string): void {
	const places = allPlaces.filter((place) => thorough || place.name === name);
	let host: ConformanceHost;
	let browser: TestBrowser;
	let provider: IdentityProvider;
	let certificate: Certificate;
	/** By the name of the place. */
	const ports = new Map<string, number>();

	beforeAll(async () => {
		for (const { name } of places) ports.set(name, await freePort());
		const callbacks = places.map(
			({ name, base }) => `https://${name}:${ports.get(name)}${base}${dressing.authPath}/callback/keycloak`,
		);
		[host, browser, provider, certificate] = await Promise.all([
			makeConformanceHost(kind, dressing),
			launchBrowser(places.map(({ name }) => name)),
			startIdentityProvider(callbacks),
			selfSigned(...places.map(({ name }) => name)),
		]);
	});
	afterAll(async () => {
		await browser?.close();
		await provider?.close();
		await host?.remove();
	});

	describe.each(places)('behind a TLS proxy, at $name with the base "$base"', ({ name, base, env }) => {
		let running: Conformance;

		beforeAll(async () => {
			const port = ports.get(name) ?? 0;
			const origin = `https://${name}:${port}`;
			const { clientId, clientSecret, issuer } = provider;
			const secret = randomBytes(33).toString('base64');
			const server = await host.start(
				{ origin, base },
				{
					...{ AUTH_SECRET: secret, AUTH_KEYCLOAK_ID: clientId, AUTH_KEYCLOAK_SECRET: clientSecret },
					...{ AUTH_KEYCLOAK_ISSUER: issuer, ...env(origin) },
				},
			);
			const proxy = await startProxy({ target: server.origin, port, tls: { host: name, certificate } });
			const fetch = secureFetch(certificate.cert);
			running = {
				...{ ...host, browser, provider, proxy, server, origin, base },
				endpoints: `${origin}${base}${host.authPath}`,
				secrets: new Map([
					['AUTH_SECRET', secret],
					['the client secret', clientSecret],
					['the password of the mail server', host.mail.server.auth.pass],
				]),
				newPerson: () => new Person({ origin, fetch }),
				async sessionsOf(email) {
					const [user] = (await host.database.rows('user')).filter((row) => row.email === email);
					return (await host.database.rows('session')).filter(({ userId }) => userId === user?.id);
				},
			};
		});
		afterAll(async () => {
			await running?.proxy.close();
			await running?.server.stop();
		});

		describeOidc(() => running);
		describeEmail(() => running);
		describePasskeys(() => running);
		describeLeaks(() => running);
	});
}
