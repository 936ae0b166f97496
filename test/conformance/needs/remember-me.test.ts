import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formsOf } from '../../../scripts/lib/demo/forms.ts';
import { grace, type IdentityProvider } from '../../support/identity-provider.ts';
import { type Config, integrations, makeApplication } from '../support/application.ts';
import { openDatabase } from '../support/database.ts';
import { complaints, day, lifetime, password, right, travel, whoIs } from '../support/fixtures.ts';
import { keycloak, signInAtProvider, startProvider } from '../support/oidc.ts';
import { Page } from '../support/page.ts';
import { Person } from '../support/person.ts';
import { changedSignInPage, renderSignInPage } from '../support/sign-in-page.ts';

const page = new Page('remember-me');
afterAll(() => expect(page.left).toEqual([]));

let provider: IdentityProvider;
beforeAll(async () => {
	provider = await startProvider();
});
afterAll(() => provider?.close());

const hours = 60 * 60;
const session = 'authjs.session-token';
/** How the box is put into the page that `init` writes: its title, and how many lines say where. */
const boxes = {
	sveltekit: ['src/routes/signin/+page.svelte', 1],
	'solid-start': ['src/routes/signin.tsx', 2],
} as const;
/** What the box of the page sends when it is ticked. */
function ticked(integration: keyof typeof boxes): Record<string, string> {
	const [, name = '', value = ''] = /name="(\w+)" value="(\w+)"/.exec(page.text(boxes[integration][0])) ?? [];
	return { [name]: value };
}

async function make(integration: (typeof integrations)[number], config: Config = {}) {
	const options = await page.options('src/auth.ts: options');
	const app = makeApplication(integration, {
		providers: [password, keycloak(provider)],
		...options,
		...config,
	});
	return { app, person: new Person(app) };
}

describe.each(integrations)('docs/needs/remember-me.md on %s', (integration) => {
	test('the box stands in each form of the page that init writes', async () => {
		const [title, anchors] = boxes[integration];
		const code = changedSignInPage(integration, page.text(title), anchors);
		const fields = [
			{ name: 'username', label: 'Name', type: 'text', autocomplete: 'username', required: true },
		];
		const providers = [
			{ id: 'credentials', name: 'Password', type: 'credentials', fields, people: [] },
			{ id: 'keycloak', name: 'Keycloak', type: 'oidc', fields: [], people: [] },
			{
				id: 'development',
				name: 'Test',
				type: 'credentials',
				fields: [],
				people: [{ id: '1', name: 'Ada' }],
			},
		];
		const html = await renderSignInPage(integration, code, { providers, redirectTo: '/' });
		const forms = formsOf(html);
		expect(forms).toHaveLength(providers.length);
		for (const form of forms) expect(form.fields).toMatchObject(ticked(integration));
		expect(html.match(/type="checkbox"/g)).toHaveLength(providers.length);
		expect(html.match(/<label style="display: block"/g)).toHaveLength(providers.length);
	});

	const ways = ['endpoint', 'action', 'script'] as const;
	test.each(ways)(
		'by %s: ticked for thirty days, else until the browser is closed, and twelve hours',
		async (way) => {
			for (const fields of [ticked(integration), {}, { remember: 'false' }]) {
				const { app, person } = await make(integration);
				const form = { ...right, ...fields };
				if (way === 'action')
					await person.visit(app.actions.signIn, {
						form: { ...form, providerId: 'credentials' },
						follow: false,
					});
				else if (way === 'script')
					await person.visit(`${app.basePath}/signin/credentials`, {
						json: { ...form, remember: fields.remember === 'true' },
						follow: false,
					});
				else await person.visit(`${app.basePath}/signin/credentials`, { form, follow: false });
				const isLong = fields.remember === 'true';
				expect(person.cookies.find(session)?.expires !== undefined).toBe(isLong);
				travel((isLong ? 29 * day : 11 * hours) - 1);
				expect(await whoIs(person)).toBe('ada');
				travel(isLong ? 31 * day : 2 * hours);
				expect(await whoIs(person)).toBeNull();
			}
		},
	);

	test('a short one is made longer by nothing: not by an update, nor by being used', async () => {
		const { app, person } = await make(integration, { session: { maxAge: 30 * day, updateAge: hours } });
		await person.visit(`${app.basePath}/signin/credentials`, { form: right, follow: false });
		await person.visit(`${app.basePath}/session`, { json: { data: {} } });
		travel(2 * hours);
		expect(await whoIs(person)).toBe('ada');
		expect(person.cookies.find(session)?.expires).toBeUndefined();
		await person.visit(`${app.basePath}/session`, { json: { data: {} } });
		expect(person.cookies.find(session)?.expires).toBeUndefined();
		travel(13 * hours);
		expect(await whoIs(person)).toBeNull();
	});

	test.each(['jwt', 'database'] as const)('over a provider, sessions by %s', async (strategy) => {
		const database = strategy === 'database' ? await openDatabase() : undefined;
		const config = {
			providers: [keycloak(provider)],
			session: { strategy, maxAge: 30 * day, updateAge: hours },
			...(database && { adapter: database.adapter }),
		};
		const { app, person } = await make(integration, config);
		await signInAtProvider(person, app, grace, { fields: ticked(integration) });
		expect(complaints(app)).toEqual([]);
		expect(lifetime(person)).toBeGreaterThan(29 * day);
		expect(person.cookies.names().filter((name) => name.includes('authgraft'))).toEqual([]);

		const other = new Person(app);
		await signInAtProvider(other, app);
		expect(other.cookies.find(session)?.expires).toBeUndefined();
		for (let count = 0; count < 3; count++) {
			travel(4 * hours);
			expect(await whoIs(other)).toBe(grace.name);
			expect(other.cookies.find(session)?.expires).toBeUndefined();
		}
		travel(13 * hours);
		expect(await whoIs(other)).toBeNull();
		expect(await whoIs(person)).toBe(grace.name);
	});

	test('a tick that was begun and given up counts for no other sign-in', async () => {
		const { app, person } = await make(integration);
		const away = { follow: false, form: ticked(integration) };
		await person.visit(`${app.basePath}/signin/keycloak`, away);
		expect(person.cookies.names()).toContain('authgraft.start');
		await signInAtProvider(person, app);
		expect(person.cookies.find(session)?.expires).toBeUndefined();
		await person.visit(`${app.basePath}/signin/keycloak`, away);
		await person.visit(`${app.basePath}/signin/credentials`, { form: right, follow: false });
		expect(person.cookies.find(session)?.expires).toBeUndefined();
		expect(person.cookies.names()).not.toContain('authgraft.start');
	});

	test('without the option nothing is short', async () => {
		const app = makeApplication(integration, { providers: [password] });
		const person = new Person(app);
		await person.visit(`${app.basePath}/signin/credentials`, { form: right, follow: false });
		expect(lifetime(person)).toBeGreaterThan(29 * day);
	});

	test.each([40 * day, 0, Number.NaN])('shortSession: %d is refused', async (shortSession) => {
		const { app, person } = await make(integration, { shortSession });
		expect((await person.visit(`${app.basePath}/providers`)).status).toBe(500);
		expect(app.logs.map(({ text }) => text).join()).toContain('shortSession');
	});
});
