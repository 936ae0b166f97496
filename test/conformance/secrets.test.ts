import { describe, expect, test } from 'vitest';
import { type Config, goodEnv, integrations, makeApplication, type Settings } from './support/application.ts';
import { openDatabase } from './support/database.ts';
import {
	askForLink,
	complaints,
	confirm,
	linkProvider,
	password,
	signedIn,
	whoIs,
} from './support/fixtures.ts';
import { Person } from './support/person.ts';

const first = 'one-'.repeat(10);
const second = 'two-'.repeat(10);
const third = 'three-'.repeat(10);
const fourth = 'four-'.repeat(10);
const trust = { AUTH_TRUST_HOST: 'true' };

describe.each(integrations)('secrets on %s', (integration) => {
	const make = (config: Config, env: Settings['env'] = trust) =>
		makeApplication(integration, { providers: [password], ...config }, { env });
	/** The same browser at the same address, where another configuration runs by now. */
	const moved = (person: Person, config: Config, env?: Settings['env']) => {
		const app = make(config, env);
		const next = new Person(app);
		for (const { header } of person.cookies.all) next.cookies.keep(app.origin, [header]);
		return { app, person: next };
	};

	test.each([
		['secret as a string', { secret: first }, trust],
		['secret as a list', { secret: [first, second] }, trust],
		['AUTH_SECRET', {}, { ...trust, AUTH_SECRET: first }],
		['AUTH_SECRET_1', {}, { ...trust, AUTH_SECRET: second, AUTH_SECRET_1: first }],
		['AUTH_SECRET_2', {}, { ...trust, AUTH_SECRET: second, AUTH_SECRET_1: third, AUTH_SECRET_2: first }],
		[
			'AUTH_SECRET_3',
			{},
			{ ...trust, AUTH_SECRET: second, AUTH_SECRET_1: third, AUTH_SECRET_2: fourth, AUTH_SECRET_3: first },
		],
		['secret before AUTH_SECRET', { secret: first }, { ...trust, AUTH_SECRET: second, AUTH_SECRET_1: third }],
	] as [string, Config, Record<string, string>][])('%s signs new sessions', async (_, config, env) => {
		const ada = await signedIn(make(config, env));
		expect(await whoIs(moved(ada, { secret: first }).person)).toBe('ada');
		expect(await whoIs(moved(ada, { secret: 'another-'.repeat(6) }).person)).toBe(null);
	});

	test.each([
		['a list', { secret: [second, first] }, trust],
		['AUTH_SECRET_1', {}, { ...trust, AUTH_SECRET: first, AUTH_SECRET_1: second }],
	] as [string, Config, Record<string, string>][])(
		'rotation by %s: old sessions go on, new ones are signed with the new secret',
		async (_, config, env) => {
			const ada = await signedIn(make({ secret: first }));
			const { app, person } = moved(ada, config, env);
			expect(await whoIs(person)).toBe('ada');
			const grace = await signedIn(app, { username: 'grace' });
			expect(await whoIs(moved(grace, { secret: second }).person)).toBe('grace');
			expect(await whoIs(moved(grace, { secret: first }).person)).toBe(null);
			expect(complaints(app)).toEqual([]);
		},
	);

	test('an old session is signed with the new secret when it is refreshed', async () => {
		const ada = await signedIn(make({ secret: first }));
		const { person } = moved(ada, { secret: [second, first], session: { updateAge: 0 } });
		await person.visit('/');
		expect(await whoIs(moved(person, { secret: second }).person)).toBe('ada');
	});

	test('fault 25: a secret that was taken out of the list reads nothing any more, quietly', async () => {
		const ada = await signedIn(make({ secret: first }));
		const { app, person } = moved(ada, { secret: second });
		expect(await whoIs(person)).toBe(null);
		expect(complaints(app)).toEqual([]);
		expect(person.cookies.find('authjs.session-token')).toBe(undefined);
	});

	test('rotation while a sign-in page is open: the form still works', async () => {
		const before = make({ secret: first });
		const ada = new Person(before);
		const page = await ada.visit(`${before.basePath}/signin`);
		const { person } = moved(ada, { secret: [second, first] });
		const done = await person.submit(page, /credentials/i, { username: 'ada', password: 'secret' });
		expect(done.json()).toMatchObject({ user: { name: 'ada' } });
	});

	test('links that were sent before a rotation still work after it', async () => {
		const { adapter } = await openDatabase();
		const links: { to: string; url: string }[] = [];
		const config = { adapter, providers: [linkProvider(links)] };
		const before = make({ ...config, secret: first });
		const ada = new Person(before);
		await askForLink(before, ada, 'ada@test.example');
		const { app, person } = moved(ada, { ...config, secret: [second, first] });
		const done = await confirm(person, links[0]?.url ?? '');
		expect(done.json()).toMatchObject({ user: { email: 'ada@test.example' } });
		expect(complaints(app)).toEqual([]);
	});

	test.each([
		['none', {}, trust, 'AUTH_SECRET is not set'],
		['an empty one', {}, { ...trust, AUTH_SECRET: '' }, 'AUTH_SECRET is not set'],
		['31 characters', { secret: 'x'.repeat(31) }, trust, 'AUTH_SECRET is too short'],
		['a short one before a long one', { secret: ['new', first] }, trust, 'AUTH_SECRET is too short'],
	] as [string, Config, Record<string, string>, string][])(
		'fault 24: %s: refused before anything runs, once, with the fix; guards stay shut',
		async (_, config, env, words) => {
			const app = make(config, env);
			const ada = new Person(app);
			expect((await ada.visit('/')).text).toBe('null');
			expect((await ada.visit('/dashboard', { follow: false })).status).toBe(303);
			expect((await ada.visit(`${app.basePath}/session`)).status).toBe(500);
			expect(complaints(app)).toEqual(['MissingSecret']);
			expect(app.logs[0]?.text).toContain(words);
			expect(app.logs[0]?.text).toContain('npx authgraft secret');
		},
	);

	test('a short one of before goes on reading, and makes nothing new', async () => {
		const ada = await signedIn(make({ secret: 'short', allowShortSecret: true }));
		const { app, person } = moved(ada, { secret: [first, 'short'], session: { updateAge: 0 } });
		expect(await whoIs(person)).toBe('ada');
		await person.visit('/');
		expect(await whoIs(moved(person, { secret: first }).person)).toBe('ada');
		const grace = await signedIn(app, { username: 'grace' });
		expect(await whoIs(moved(grace, { secret: 'short', allowShortSecret: true }).person)).toBe(null);
		expect(app.logs).toMatchObject([
			{ level: 'warn', text: expect.stringContaining('An old secret is shorter') },
		]);
	});

	test('32 characters are enough', async () => {
		expect(await whoIs(await signedIn(make({ secret: 'x'.repeat(32) })))).toBe('ada');
	});

	test('fault 6: BETTER_AUTH_SECRET alone is told apart', async () => {
		const app = make({}, { ...trust, BETTER_AUTH_SECRET: first });
		await new Person(app).visit('/');
		expect(complaints(app)).toEqual(['MissingSecret', expect.stringContaining('Rename it to AUTH_SECRET')]);
	});

	test('the secret is in no answer and in no line of the log', async () => {
		const app = make({ debug: true }, goodEnv);
		const ada = await signedIn(app);
		await ada.visit(`${app.basePath}/signin/credentials`, { form: { password: 'broken' } });
		const said = JSON.stringify([app.answers, app.logs]);
		expect(said).toContain('CallbackRouteError');
		expect(said).not.toContain(goodEnv.AUTH_SECRET);
	});
});
