import { describe, expect, test } from 'vitest';
import { type Config, integrations, makeApplication } from './support/application.ts';
import { openDatabase } from './support/database.ts';
import { askForLink, complaints, confirm, linkProvider, password, signedIn } from './support/fixtures.ts';
import { Person } from './support/person.ts';

type Told = [kind: string, message: Record<string, unknown>];
const kinds = ['signIn', 'signOut', 'createUser', 'updateUser', 'linkAccount', 'session'] as const;

/** Handlers for every kind of event, which write down what they are told. */
function listening(told: Told[]): NonNullable<Config['events']> {
	const handlers = kinds.map((kind) => [
		kind,
		async (message: Record<string, unknown>) => void told.push([kind, message]),
	]);
	return Object.fromEntries(handlers);
}

describe.each(integrations)('events on %s', (integration) => {
	async function byLink(config: Config = {}) {
		const told: Told[] = [];
		const links: { to: string; url: string }[] = [];
		const { adapter, rows } = await openDatabase();
		const providers = [linkProvider(links)];
		const app = makeApplication(integration, { adapter, providers, events: listening(told), ...config });
		const signIn = async () => {
			const person = new Person(app);
			await askForLink(app, person, 'ada@test.example');
			await confirm(person, links.at(-1)?.url ?? '');
			return person;
		};
		return { app, told, rows, signIn };
	}
	const named = (told: Told[], wanted: string) =>
		told.filter(([kind]) => kind === wanted).map(([, message]) => message);

	test('signIn with a password: user and account', async () => {
		const told: Told[] = [];
		await signedIn(makeApplication(integration, { providers: [password], events: listening(told) }));
		expect(named(told, 'signIn')).toEqual([
			{
				user: { id: '1', name: 'ada', email: 'ada@test.example' },
				account: { providerAccountId: '1', type: 'credentials', provider: 'credentials' },
			},
		]);
	});

	test('session with JWT: the public session and the token', async () => {
		const told: Told[] = [];
		const ada = await signedIn(
			makeApplication(integration, { providers: [password], events: listening(told) }),
		);
		told.length = 0;
		await ada.visit('/');
		expect(told).toEqual([
			[
				'session',
				{
					session: { user: { name: 'ada', email: 'ada@test.example' }, expires: expect.any(String) },
					token: expect.objectContaining({ sub: '1', name: 'ada', exp: expect.any(Number) }),
				},
			],
		]);
	});

	test('signOut with JWT: the token', async () => {
		const told: Told[] = [];
		const app = makeApplication(integration, { providers: [password], events: listening(told) });
		const ada = await signedIn(app);
		await ada.visit(app.actions.signOut, { form: {} });
		expect(named(told, 'signOut')).toEqual([{ token: expect.objectContaining({ sub: '1', name: 'ada' }) }]);
	});

	test('createUser, signIn and session with a database, the first time', async () => {
		const { told, rows, signIn, app } = await byLink();
		await signIn();
		const [user] = await rows('user');
		const stored = { id: user?.id, email: 'ada@test.example', emailVerified: expect.any(Date) };
		expect(named(told, 'createUser')).toEqual([{ user: expect.objectContaining(stored) }]);
		expect(named(told, 'signIn')).toEqual([
			{
				user: expect.objectContaining(stored),
				account: {
					providerAccountId: 'ada@test.example',
					userId: user?.id,
					type: 'email',
					provider: 'link',
				},
				isNewUser: true,
			},
		]);
		expect(named(told, 'session')).toEqual([
			{
				session: {
					user: { name: null, email: 'ada@test.example', image: null },
					expires: expect.any(String),
				},
			},
		]);
		expect(complaints(app)).toEqual([]);
	});

	test('updateUser: the same person by another link', async () => {
		const { told, rows, signIn } = await byLink();
		await signIn();
		told.length = 0;
		await signIn();
		const [user] = await rows('user');
		expect(named(told, 'updateUser')).toEqual([
			{ user: expect.objectContaining({ id: user?.id, emailVerified: expect.any(Date) }) },
		]);
		expect(named(told, 'createUser')).toEqual([]);
	});

	test('signOut with a database: the session that was deleted', async () => {
		const { told, rows, signIn, app } = await byLink();
		const ada = await signIn();
		const [session] = await rows('session');
		await ada.visit(app.actions.signOut, { form: {} });
		expect(named(told, 'signOut')).toEqual([
			{
				session: { sessionToken: session?.sessionToken, userId: session?.userId, expires: expect.any(Date) },
			},
		]);
	});

	test.each(kinds.filter((kind) => kind !== 'linkAccount'))(
		'%s: a handler that rejects stops nobody',
		async (kind) => {
			const events = {
				[kind]: async () => {
					throw new Error('The audit log is full');
				},
			};
			const { app, signIn } = await byLink({ events });
			await signIn();
			const ada = await signIn();
			expect((await ada.visit('/')).json()).toMatchObject({ user: { email: 'ada@test.example' } });
			await ada.visit(app.actions.signOut, { form: {} });
			expect((await ada.visit('/')).text).toBe('null');
			expect(new Set(complaints(app))).toEqual(new Set(['EventError']));
			expect(app.logs.find(({ level }) => level === 'error')?.text).toContain('The audit log is full');
		},
	);

	test('what handlers return is looked at by nobody', async () => {
		const events = { signIn: () => false, session: () => null } as never;
		const ada = await signedIn(makeApplication(integration, { providers: [password], events }));
		expect((await ada.visit('/')).json()).toMatchObject({ user: { name: 'ada' } });
	});
});
