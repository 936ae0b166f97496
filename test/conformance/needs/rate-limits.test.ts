import { afterAll, describe, expect, test } from 'vitest';
import { integrations, makeApplication } from '../support/application.ts';
import { complaints, travel, whoIs } from '../support/fixtures.ts';
import { Page } from '../support/page.ts';
import { Person } from '../support/person.ts';

const page = new Page('rate-limits');
afterAll(() => expect(page.left).toEqual([]));

describe.each(integrations)('docs/needs/rate-limits.md on %s', (integration) => {
	const make = async () => {
		const looked: string[] = [];
		const findUser = async (email: string, password: string) => {
			looked.push(password);
			return password === 'right' ? { id: email, name: email } : null;
		};
		const attempts = await page.module('src/attempts.ts');
		const modules = { './attempts': attempts, './users': { findUser } };
		const options = await page.options('src/auth.ts: options', modules);
		const app = makeApplication(integration, { pages: { signIn: '/signin', error: '/signin' }, ...options });
		const person = new Person(app);
		const attempt = async (password: string, email = 'ada@test.example') => {
			const path = `${app.basePath}/signin/credentials`;
			const { redirects } = await person.visit(path, { form: { email, password }, follow: false });
			return new URL(redirects[0] ?? '').searchParams.get('code');
		};
		return { app, person, attempt, looked };
	};

	test('after five attempts not even the right password is looked at; later it is', async () => {
		const { app, person, attempt, looked } = await make();
		for (let count = 0; count < 5; count++) expect(await attempt('wrong')).toBe('credentials');
		expect(await attempt('right')).toBe('too-many-attempts');
		expect(looked).toHaveLength(5);
		expect(await attempt('right', 'ADA@test.example')).toBe('too-many-attempts');
		expect(await whoIs(person)).toBeNull();
		expect(await attempt('right', 'bob@test.example')).toBeNull();
		travel(16 * 60);
		expect(await attempt('right')).toBeNull();
		expect(await whoIs(person)).toBe('ada@test.example');
		expect(complaints(app).filter((type) => type !== 'CredentialsSignin')).toEqual([]);
	});

	test('whoever gets in is counted anew', async () => {
		const { attempt } = await make();
		for (let count = 0; count < 4; count++) await attempt('wrong');
		expect(await attempt('right')).toBeNull();
		expect(await attempt('wrong')).toBe('credentials');
		expect(await attempt('wrong')).toBe('credentials');
	});

	test('the page is told the code, without JavaScript and with it', async () => {
		const { app, person, attempt } = await make();
		for (let count = 0; count < 5; count++) await attempt('wrong');
		const fields = { providerId: 'credentials', email: 'ada@test.example', password: 'right' };
		const headers = app.javaScript;
		const { text } = await person.visit(app.actions.signIn, { form: fields, headers });
		expect(text).toContain('too-many-attempts');
		expect(
			(await person.visit('/signin?error=CredentialsSignin&code=too-many-attempts')).json(),
		).toMatchObject({
			error: { code: 'too-many-attempts' },
		});
	});
});
