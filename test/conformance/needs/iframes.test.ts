import { afterAll, describe, expect, test } from 'vitest';
import { integrations, makeApplication } from '../support/application.ts';
import { day, password, right, travel, whoIs } from '../support/fixtures.ts';
import { Page } from '../support/page.ts';
import { Person } from '../support/person.ts';

const page = new Page('iframes');
afterAll(() => expect(page.left).toEqual([]));

const name = '__Host-embedded.session';
const embedding = 'https://partner.example';

describe.each(integrations)('docs/needs/iframes.md on %s', (integration) => {
	const make = async () => {
		const options = await page.options('src/auth.ts: options');
		const origin = 'https://app.test.example';
		const app = makeApplication(integration, { providers: [password], ...options }, { origin });
		const person = new Person(app);
		await person.visit(`${app.basePath}/signin/credentials`, { form: right, follow: false });
		return { app, person };
	};

	test('the session reaches the frame, in the partition of whoever embeds it', async () => {
		const { person } = await make();
		const cookie = person.cookies.find(name);
		expect(cookie?.header).toMatch(/; Secure/);
		expect(cookie?.header).toMatch(/; SameSite=None/i);
		expect(cookie?.header).toMatch(/; Partitioned/);
		// What a frame of another site's page sends.
		const sent = person.cookies.header('https://app.test.example/', { method: 'GET', from: embedding });
		expect(sent).toContain(name);
		expect(await whoIs(person)).toBe('ada');
	});

	test('by actions, refreshes and at sign-out, too', async () => {
		const { app, person } = await make();
		const action = new Person(app);
		await action.visit(app.actions.signIn, { form: { ...right, providerId: 'credentials' } });
		expect(action.cookies.find(name)?.header).toMatch(/SameSite=None.*Partitioned/i);
		travel(2 * day);
		await person.visit('/');
		const lines = () =>
			app.answers.flatMap(({ headers }) =>
				headers.filter(([key, line]) => key === 'set-cookie' && line.startsWith(`${name}=`)),
			);
		expect(lines().at(-1)?.[1]).toMatch(/Partitioned/);
		await person.visit(`${app.basePath}/signout`, { form: {} });
		expect(lines().at(-1)?.[1]).toMatch(/Max-Age=0.*Partitioned/);
		expect(person.cookies.find(name)).toBeUndefined();
	});

	test('the embedding page signs nobody in or out, though the cookie comes along', async () => {
		const { app, person } = await make();
		const headers = { 'sec-fetch-site': 'cross-site' };
		const tries: [string, Record<string, string>][] = [
			[`${app.basePath}/signout`, {}],
			[app.actions.signOut, {}],
			[`${app.basePath}/signin/credentials`, { ...right, username: 'mallory' }],
			[app.actions.signIn, { ...right, username: 'mallory', providerId: 'credentials' }],
		];
		for (const [path, form] of tries) {
			await person.visit(path, { form, from: embedding, headers, follow: false });
			await person.visit(path, { form, from: embedding, follow: false });
			expect(await whoIs(person)).toBe('ada');
		}
	});
});

test('the policy is one', async () => {
	const { mayEmbed } = await page.module<{ mayEmbed: string }>('src/frames.ts');
	expect(mayEmbed).toMatch(/^frame-ancestors( 'self')?( https:\/\/[\w.-]+)+$/);
});
