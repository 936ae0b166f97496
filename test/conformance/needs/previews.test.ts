import { parseEnv } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { grace, type IdentityProvider } from '../../support/identity-provider.ts';
import { integrations, makeApplication } from '../support/application.ts';
import { complaints, whoIs } from '../support/fixtures.ts';
import { goToProvider, keycloak, startProvider, typePassword } from '../support/oidc.ts';
import { Page } from '../support/page.ts';
import { Person } from '../support/person.ts';

const page = new Page('previews');
afterAll(() => expect(page.left).toEqual([]));

let provider: IdentityProvider;
beforeAll(async () => {
	provider = await startProvider();
});
afterAll(() => provider?.close());

const preview = 'https://preview.test.example';

describe.each(integrations)('docs/needs/previews.md on %s', (integration) => {
	const path = integration === 'sveltekit' ? '/auth' : '/api/auth';
	/** As the page says it, for the hosts that the provider of these tests knows. */
	const envOf = (title: string) =>
		parseEnv(
			page
				.text(title)
				.replaceAll('app.example.com/auth', `app.test.example${path}`)
				.replace('app.example.com', 'app.test.example'),
		) as Record<string, string>;
	const make = (origin: string, env: Record<string, string>) =>
		makeApplication(integration, { providers: [keycloak(provider)], basePath: path }, { origin, env });

	test('a preview signs in with the one callback URL that the provider knows', async () => {
		const known = make('https://app.test.example', envOf('environment of the one that the provider knows'));
		const app = make(preview, envOf('environment of the previews'));
		const person = new Person(app, known);
		const asked = await goToProvider(person, app, 'keycloak', '/dashboard');
		expect(new URL(asked.redirects[0] ?? '').searchParams.get('redirect_uri')).toBe(
			`https://app.test.example${path}/callback/keycloak`,
		);
		const done = await person.visit(await typePassword(person, asked));
		expect(done.url).toBe(`${preview}/dashboard`);
		expect(await whoIs(person)).toBe(grace.name);
		expect([...complaints(app), ...complaints(known)]).toEqual([]);
	});
});
