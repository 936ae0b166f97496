import { afterAll, describe, expect, test } from 'vitest';
import { createSessionCookie } from '../../../runtime/src/testing/index.ts';
import { type Config, goodEnv, integrations, makeApplication } from '../support/application.ts';
import { Page } from '../support/page.ts';
import { Person } from '../support/person.ts';

const page = new Page('tenants');
afterAll(() => expect(page.left).toEqual([]));

type ConfigFor = (event: { request: Request }) => Promise<Config>;

describe.each(integrations)('docs/needs/tenants.md on %s', (integration) => {
	const make = async (host: string) => {
		const { authConfig } = await page.module<{ authConfig: ConfigFor }>('src/auth.ts');
		const basePath = integration === 'sveltekit' ? '/auth' : '/api/auth';
		const app = makeApplication(integration, authConfig, { origin: `https://${host}`, basePath });
		return { app, person: new Person(app), authConfig };
	};

	test('each has providers of its own', async () => {
		for (const tenant of ['acme', 'globex']) {
			const { app, person } = await make(`${tenant}.example.com`);
			const visit = await person.visit(`${app.basePath}/signin/github`, { form: {}, follow: false });
			expect(new URL(visit.redirects[0] ?? '').searchParams.get('client_id')).toBe(`id-of-${tenant}`);
		}
	});

	test('a session of one is none at another', async () => {
		const names = [];
		for (const host of ['acme.example.com', 'globex.example.com']) {
			const { person, authConfig } = await make(host);
			const config = {
				env: goodEnv,
				providers: [],
				...(await authConfig({ request: new Request(`https://acme.example.com/`) })),
			};
			const cookie = await createSessionCookie(
				config,
				{ id: '1', name: 'Ada' },
				{ url: 'https://acme.example.com/' },
			);
			names.push(
				(await person.visit('/', { headers: { cookie } })).json<{ user?: { name: string } } | null>()?.user
					?.name,
			);
		}
		expect(names).toEqual(['Ada', undefined]);
	});

	test('a host that is nobody’s: nobody is signed in, guards are shut, endpoints fail', async () => {
		const { app, person } = await make('unknown.example.com');
		expect((await person.visit('/')).json()).toBeNull();
		expect((await person.visit('/dashboard', { follow: false })).status).toBe(500);
		expect((await person.visit(`${app.basePath}/providers`)).status).toBe(500);
	});
});
