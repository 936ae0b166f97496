import { afterAll, describe, expect, test } from 'vitest';
import { integrations, makeApplication } from '../support/application.ts';
import { password, right, whoIs } from '../support/fixtures.ts';
import { Page } from '../support/page.ts';
import { Person } from '../support/person.ts';

const page = new Page('subdomains');
afterAll(() => expect(page.left).toEqual([]));

const hosts = ['https://app.example.com', 'https://shop.example.com'] as const;

describe.each(integrations)('docs/needs/subdomains.md on %s', (integration) => {
	const make = async () => {
		const options = await page.options('src/auth.ts: options');
		const [app, shop] = hosts.map((origin) =>
			makeApplication(integration, { providers: [password], ...options }, { origin }),
		);
		if (!app || !shop) throw new Error('two hosts');
		const person = new Person(app, shop);
		const signIn = (callbackUrl: string) =>
			person.visit(`${app.basePath}/signin/credentials`, { form: { ...right, callbackUrl } });
		return { app, shop, person, signIn };
	};

	test('signed in on one, signed in on both; signed out on one, signed out on both', async () => {
		const { app, shop, person, signIn } = await make();
		await signIn('/');
		expect((await person.visit(`${hosts[1]}/`)).json()).toMatchObject({ user: { name: 'ada' } });
		await person.visit(`${shop.origin}${shop.basePath}/signout`, { form: {} });
		expect(await whoIs(person)).toBeNull();
		expect(person.cookies.names().filter((name) => name.includes('session'))).toEqual([]);
		expect(app.logs.filter(({ level }) => level === 'error')).toEqual([]);
	});

	test('whoever was signed in before is not in the way', async () => {
		const { person, signIn } = await make();
		person.cookies.set('__Secure-authjs.session-token', 'older', `${hosts[0]}/`);
		await signIn('/');
		expect(await whoIs(person)).toBe('ada');
	});

	test('people end on the other one, and on no third', async () => {
		const { signIn } = await make();
		expect((await signIn('https://shop.example.com/cart')).url).toBe('https://shop.example.com/cart');
		for (const elsewhere of ['https://evil.example/', 'https://shop.example.com.evil.example/'])
			expect((await signIn(elsewhere)).url).toBe('https://app.example.com/');
	});
});
