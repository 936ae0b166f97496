import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import * as solidClient from '../../../runtime/src/solid-start/client.ts';
import * as kitClient from '../../../runtime/src/sveltekit/client.ts';
import { formsOf } from '../../../scripts/lib/demo/forms.ts';
import { integrations, makeApplication } from '../support/application.ts';
import { openBrowser } from '../support/browser.ts';
import { Page } from '../support/page.ts';
import { Person } from '../support/person.ts';
import { world } from '../support/world.ts';

const page = new Page('authorization-params');
afterAll(() => expect(page.left).toEqual([]));

const issuer = 'https://id.example/realms/one';
const env = {
	...{ AUTH_SECRET: 's'.repeat(40), AUTH_TRUST_HOST: 'true' },
	...{ AUTH_KEYCLOAK_ID: 'id', AUTH_KEYCLOAK_SECRET: 'secret', AUTH_KEYCLOAK_ISSUER: issuer },
};
const forms = {
	sveltekit: { title: 'src/routes/signin/+page.svelte', action: '/signin', client: kitClient },
	'solid-start': { title: 'src/routes/signin.tsx', action: '', client: solidClient },
};

describe.each(integrations)('docs/needs/authorization-params.md on %s', (integration) => {
	const make = async () => {
		world(issuer);
		onTestFinished(() => void vi.unstubAllGlobals());
		const app = makeApplication(integration, await page.options('src/auth.ts: options'), { env });
		return { app, person: new Person(app) };
	};

	test('by the form', async () => {
		const { app, person } = await make();
		const { title, action } = forms[integration];
		const [form] = formsOf(page.text(title));
		const { redirects } = await person.visit(form?.action || action, {
			form: form?.fields ?? {},
			follow: false,
		});
		const { searchParams } = new URL(redirects[0] ?? '');
		expect(Object.fromEntries(searchParams)).toMatchObject({
			...{ login_hint: 'ada@example.com', ui_locales: 'de', scope: 'openid profile email' },
			...{ client_id: 'id', redirect_uri: `${app.origin}${app.basePath}/callback/keycloak` },
		});
	});

	test('by a script', async () => {
		const { app, person } = await make();
		const { client } = forms[integration];
		const { signInAs } = await page.module<{ signInAs(hint: string): Promise<unknown> }>(
			'src/lib/sign-in-as.ts',
			{ '@authgraft/runtime/sveltekit/client': client },
		);
		const { opened } = openBrowser(app, person);
		await signInAs('ada@example.com');
		expect(new URL(opened[0] ?? '').searchParams.get('login_hint')).toBe('ada@example.com');
	});

	test('what makes a sign-in safe cannot be said by a form', async () => {
		const { app, person } = await make();
		const names = ['state', 'nonce', 'redirect_uri', 'client_id', 'response_type', 'code_challenge'];
		const form = Object.fromEntries(names.map((name) => [`authorizationParams-${name}`, 'forged']));
		const query = new URLSearchParams(names.map((name) => [name, 'forged']));
		const sent = [
			person.visit(app.actions.signIn, { form: { ...form, providerId: 'keycloak' }, follow: false }),
			person.visit(`${app.basePath}/signin/keycloak?${query}`, { form: {}, follow: false }),
		];
		for (const { redirects } of await Promise.all(sent)) {
			expect(redirects[0]).toContain(issuer);
			expect(redirects[0]).not.toContain('forged');
		}
	});
});
