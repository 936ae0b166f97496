import { describe, expect, test } from 'vitest';
import { integrations, makeApplication, secret } from './support/application.ts';
import { complaints, password, signedIn, whoIs } from './support/fixtures.ts';
import { Person } from './support/person.ts';

describe.each(integrations)('the function form on %s', (integration) => {
	test('fault 23: it gets the event, and the platform of that event supplies secret, trust and providers', async () => {
		const seen: string[] = [];
		const app = makeApplication(
			integration,
			async ({ request }) => {
				seen.push(new URL(request.url).pathname);
				return { secret, trustHost: true, providers: [password] };
			},
			{ env: {} },
		);
		const ada = await signedIn(app);
		expect(await whoIs(ada)).toBe('ada');
		expect(seen).toContain('/');
		expect((await ada.visit('/dashboard')).status).toBe(200);
	});

	test('a new object for each request does not flood the log', async () => {
		const app = makeApplication(integration, async () => ({ secret: 'short', providers: [password] }));
		for (let view = 0; view < 4; view++) await new Person(app).visit('/');
		expect(complaints(app)).toEqual(['MissingSecret']);
	});

	test('two tenants by host name do not see each other', async () => {
		const secretOf = (host: string) => `${host}-`.repeat(10);
		const app = makeApplication(integration, async ({ request }) => ({
			secret: secretOf(request.headers.get('x-tenant') ?? 'one'),
			providers: [password],
		}));
		const ada = await signedIn(app);
		const headers = { 'x-tenant': 'two' };
		expect((await ada.visit('/', { headers })).text).toBe('null');
	});

	test('a function that rejects: pages still work, signed out, guards are shut, endpoints say 500', async () => {
		const app = makeApplication(integration, async () => {
			throw new Error('The vault is sealed');
		});
		const ada = new Person(app);
		expect([(await ada.visit('/')).status, (await ada.visit('/')).text]).toEqual([200, 'null']);
		expect((await ada.visit('/dashboard', { follow: false })).status).toBe(500);
		expect((await ada.visit(`${app.basePath}/session`)).status).toBe(500);
		expect(JSON.stringify(app.logs)).toContain('The vault is sealed');
		expect(JSON.stringify(app.answers)).not.toContain('The vault is sealed');
	});
});
