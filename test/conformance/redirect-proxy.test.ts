import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { grace, type IdentityProvider } from '../support/identity-provider.ts';
import { type Config, integrations, makeApplication } from './support/application.ts';
import { complaints, whoIs } from './support/fixtures.ts';
import { goToProvider, keycloak, startProvider, typePassword } from './support/oidc.ts';
import { Person } from './support/person.ts';

let provider: IdentityProvider;
beforeAll(async () => {
	provider = await startProvider();
});
afterAll(() => provider?.close());

const production = 'https://app.test.example';
const preview = 'https://preview.test.example';

describe.each(integrations)('redirectProxyUrl on %s', (integration) => {
	const path = integration === 'sveltekit' ? '/auth' : '/api/auth';
	const proxy = production + path;
	/** PKCE alone, so that the option itself has to add `state`. */
	const providers = () => [keycloak(provider, { checks: ['pkce'] })];
	const make = (origin: string, config: Config = {}, env: Record<string, string> = {}) =>
		makeApplication(
			integration,
			{ providers: providers(), ...config },
			{ origin, env: { AUTH_TRUST_HOST: 'true', AUTH_SECRET: 's'.repeat(40), ...env } },
		);

	test.each([
		['the option', { redirectProxyUrl: proxy }, {}],
		['AUTH_REDIRECT_PROXY_URL', {}, { AUTH_REDIRECT_PROXY_URL: proxy }],
	])(
		'fault 27: by %s: a preview signs in over production, which hands the answer on',
		async (_, config, env) => {
			const apps = [make(production, config, env), make(preview, config, env)] as const;
			const person = new Person(...apps);
			const page = await goToProvider(
				person,
				{ ...apps[1], basePath: preview + path },
				'keycloak',
				`${preview}/dashboard`,
			);
			const asked = new URL(page.redirects[0] ?? '').searchParams;
			expect(asked.get('redirect_uri')).toBe(`${proxy}/callback/keycloak`);
			expect(asked.get('state')).toMatch(/^[\w.-]{20,}$/);
			const done = await person.visit(await typePassword(person, page));
			expect(done.redirects[0]).toContain(`${preview}${path}/callback/keycloak?`);
			expect([done.url, done.json()]).toEqual([
				`${preview}/dashboard`,
				{ dashboard: { name: grace.name, email: grace.email } },
			]);
			const sessions = person.cookies.all.filter(({ name }) => name === '__Secure-authjs.session-token');
			expect(sessions.map(({ domain }) => domain)).toEqual(['preview.test.example']);
			for (const app of apps) expect(complaints(app)).toEqual([]);
		},
	);

	test('production itself signs in as ever', async () => {
		const app = make(production, { redirectProxyUrl: proxy });
		const person = new Person(app);
		const page = await goToProvider(person, app);
		await person.visit(await typePassword(person, page));
		expect(await whoIs(person)).toBe(grace.name);
	});

	test('a provider of its own value wins over the option', async () => {
		const own = keycloak(provider, { redirectProxyUrl: `${preview}${path}` } as never);
		const app = make('http://localhost:3000', { redirectProxyUrl: proxy, providers: [own] });
		const page = await goToProvider(new Person(app), app);
		expect(new URL(page.redirects[0] ?? '').searchParams.get('redirect_uri')).toBe(
			`${preview}${path}/callback/keycloak`,
		);
	});

	test('a preview with another secret is not handed anything', async () => {
		const config = { redirectProxyUrl: proxy };
		const apps = [make(production, config, { AUTH_SECRET: 'o'.repeat(40) }), make(preview, config)] as const;
		const person = new Person(...apps);
		const page = await goToProvider(person, { ...apps[1], basePath: preview + path });
		const visit = await person.visit(await typePassword(person, page));
		expect(visit.redirects.every((url) => url.startsWith(production))).toBe(true);
		expect(person.cookies.names().filter((name) => name.includes('session-token'))).toEqual([]);
	});

	test('a value that is no URL is refused with its name', async () => {
		const app = make(production, { redirectProxyUrl: '/auth' });
		await new Person(app).visit('/');
		expect(app.logs).toHaveLength(1);
		expect(app.logs[0]?.text).toContain('redirectProxyUrl is "/auth"');
	});
});
