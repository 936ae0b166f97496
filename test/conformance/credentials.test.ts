import Credentials from '@auth/core/providers/credentials';
import { describe, expect, test } from 'vitest';
import {
	AuthError as SolidAuthError,
	CredentialsSignin as SolidSignin,
} from '../../runtime/src/solid-start/index.ts';
import { CredentialsSignin } from '../../runtime/src/sveltekit/index.ts';
import { type Config, integrations, makeApplication } from './support/application.ts';
import { openDatabase } from './support/database.ts';
import { asClient, github, password, right, signedIn, whoIs } from './support/fixtures.ts';
import { Person } from './support/person.ts';

const message = 'These details do not match an account. Check them and try again.';
/** What is typed, what `authorize` does with it, and the code that people see. */
const mistakes = [
	['wr0ng-and-typed', 'returns null', 'credentials'],
	['locked', 'throws a code of its own', 'locked'],
] as const;

describe.each(integrations)('credentials on %s', (integration) => {
	const make = (config: Config = {}) => {
		const app = makeApplication(integration, { providers: [password], ...config });
		return { app, person: new Person(app), form: { ...right, providerId: 'credentials' } };
	};

	test.each(mistakes)(
		'CredentialsSignin at the endpoint (%s: authorize %s): to the sign-in page',
		async (typed, _, code) => {
			const { app, person } = make({ pages: { signIn: '/signin' } });
			const visit = await person.visit(`${app.basePath}/signin/credentials`, {
				form: { ...right, password: typed, callbackUrl: '/dashboard' },
				follow: false,
			});
			expect([visit.status, visit.redirects]).toEqual([
				302,
				[`http://localhost:3000/signin?error=CredentialsSignin&code=${code}&redirectTo=%2Fdashboard`],
			]);
			expect(person.cookies.find('authjs.session-token')).toBe(undefined);
			expect(app.logs.map(({ type }) => type)).toEqual(['CredentialsSignin']);
			const page = await person.visit(visit.redirects[0] ?? '');
			expect(page.json()).toMatchObject({
				error: { error: 'CredentialsSignin', code, message },
				redirectTo: '/dashboard',
			});
		},
	);

	test.each(mistakes)(
		'CredentialsSignin for the JSON client (%s: authorize %s): 401',
		async (typed, _, code) => {
			const { app, person } = make();
			const visit = await person.visit(`${app.basePath}/signin/credentials`, {
				form: { ...right, password: typed },
				headers: asClient,
			});
			expect([visit.status, visit.json()]).toEqual([
				401,
				{
					url: `http://localhost:3000${app.basePath}/signin?error=CredentialsSignin&code=${code}`,
					error: 'CredentialsSignin',
					code,
					message,
				},
			]);
		},
	);

	test.each(mistakes)(
		'fault 8: CredentialsSignin in a form action (%s: authorize %s): a value',
		async (typed, _, code) => {
			const { app, person, form } = make();
			const visit = await person.visit(app.actions.signIn, {
				form: { ...form, password: typed },
				headers: app.javaScript,
			});
			const value = { error: 'CredentialsSignin', code, message, providerId: 'credentials' };
			const wanted =
				integration === 'sveltekit' ? { type: 'failure', status: 400, data: value } : { ok: false, ...value };
			expect([visit.status, visit.json()]).toEqual([200, wanted]);
			expect(visit.text).not.toContain(typed === 'locked' ? 'ada' : typed);
		},
	);

	test.each(mistakes)(
		'fault 8: a form action without JavaScript (%s: authorize %s)',
		async (typed, _, code) => {
			const { app, person, form } = make({ pages: { signIn: '/signin' } });
			const visit = await person.visit(app.actions.signIn, {
				form: { ...form, password: typed, redirectTo: '/dashboard' },
				follow: false,
			});
			// SolidStart would put a returned value into a cookie, together with the password that was typed.
			const wanted =
				integration === 'sveltekit'
					? [400, []]
					: [
							303,
							[`http://localhost:3000/signin?error=CredentialsSignin&code=${code}&redirectTo=%2Fdashboard`],
						];
			expect([visit.status, visit.redirects]).toEqual(wanted);
			expect(person.cookies.names()).toEqual([]);
		},
	);

	test('fault 42: a form action signs in, sets every cookie and goes where the person wanted to', async () => {
		const { app, person, form } = make();
		const visit = await person.visit(app.actions.signIn, { form: { ...form, redirectTo: '/dashboard' } });
		expect([visit.url, visit.json()]).toEqual([
			'http://localhost:3000/dashboard',
			{ dashboard: { name: 'ada', email: 'ada@test.example' } },
		]);
		expect(person.cookies.names()).toEqual(['authjs.callback-url', 'authjs.session-token']);
		expect(person.cookies.find('authjs.session-token')).toMatchObject({
			httpOnly: true,
			sameSite: 'lax',
			path: '/',
		});
	});

	test('a form action signs out', async () => {
		const { app } = make();
		const ada = await signedIn(app);
		const visit = await ada.visit(app.actions.signOut, { form: { redirectTo: '/' } });
		expect([visit.url, visit.text]).toEqual(['http://localhost:3000/', 'null']);
		expect(ada.cookies.find('authjs.session-token')).toBe(undefined);
	});

	test.each(['broken', 'down'])(
		'fault 9: authorize throws something else (%s): logged, and not told',
		async (typed) => {
			const { app, person, form } = make();
			const endpoint = { form: { ...right, password: typed }, follow: false };
			const visit = await person.visit(`${app.basePath}/signin/credentials`, endpoint);
			expect(visit.redirects).toEqual([`http://localhost:3000${app.basePath}/error?error=Configuration`]);
			const client = await person.visit(`${app.basePath}/signin/credentials`, {
				...endpoint,
				headers: asClient,
			});
			expect([client.status, client.json()]).toEqual([
				500,
				{
					url: `http://localhost:3000${app.basePath}/error?error=Configuration`,
					error: 'Configuration',
					message: 'There is a problem with the server configuration. Its log says more.',
				},
			]);
			const action = await person.visit(app.actions.signIn, {
				form: { ...form, password: typed },
				headers: app.javaScript,
			});
			expect(action.text).toContain('"error":"Configuration"');
			const errors = app.logs.filter(({ level }) => level === 'error');
			expect(errors.map(({ type }) => type)).toEqual(Array(3).fill('CallbackRouteError'));
			if (typed === 'broken') {
				for (const { text } of errors) expect(text).toContain('The table of users is away');
				expect(JSON.stringify(app.answers)).not.toContain('The table of users is away');
			}
		},
	);

	test('fault 45: a credentials provider with an id of its own signs in, also at its sign-in endpoint', async () => {
		const pin = Credentials({ id: 'pin', name: 'PIN', authorize: () => ({ id: '7', name: 'pin person' }) });
		const { app, person } = make({ providers: [pin] });
		await person.visit(`${app.basePath}/signin/pin`, { form: { code: '1' } });
		expect(await whoIs(person)).toBe('pin person');
	});

	test('authorize gets what was typed and the request', async () => {
		const seen: unknown[] = [];
		const provider = Credentials({
			credentials: { word: {} },
			authorize(given, request) {
				seen.push(given, request.headers.get('user-agent'), request.method);
				return { id: '1' };
			},
		});
		const { app, person } = make({ providers: [provider] });
		const headers = { 'user-agent': 'a browser' };
		await person.visit(app.actions.signIn, {
			form: { providerId: 'credentials', word: 'x', redirectTo: '/' },
			headers,
		});
		expect(seen).toEqual([{ word: 'x', callbackUrl: '/' }, 'a browser', 'POST']);
	});

	test.each([
		['action', 'nobody', 'UnknownProvider'],
		['action', 'constructor', 'UnknownProvider'],
	])('fault 56: an unknown provider in a form %s ("%s") is a value', async (_, providerId, error) => {
		const { app, person } = make();
		const visit = await person.visit(app.actions.signIn, { form: { providerId }, headers: app.javaScript });
		expect(visit.text).toContain(`"error":"${error}"`);
		expect(app.logs).toEqual([]);
	});

	test('fault 47: without a target people do not land on the sign-in page again', async () => {
		const { app, person, form } = make();
		const headers = { referer: 'http://localhost:3000/signin' };
		const visit = await person.visit(app.actions.signIn, { form, headers, follow: false });
		expect(new URL(visit.redirects[0] ?? '').pathname).toBe('/');
	});

	test('fault 7: credentials with an adapter are refused at start, with the fix', async () => {
		const { adapter } = await openDatabase();
		const { app, person } = make({ adapter });
		const visit = await person.visit(`${app.basePath}/signin/credentials`, {
			form: right,
			headers: asClient,
		});
		expect(visit.status).toBe(500);
		expect(app.logs).toHaveLength(1);
		expect(app.logs[0]).toMatchObject({ level: 'error', type: 'UnsupportedStrategy' });
		expect(app.logs[0]?.text).toContain("Set session: { strategy: 'jwt' }");
	});

	test('fault 7: beside a provider that works they are left out, and say why in the log', async () => {
		const { adapter } = await openDatabase();
		const { app, person } = make({ adapter, providers: [password, github] });
		const visit = await person.visit(`${app.basePath}/signin/credentials`, {
			form: right,
			headers: asClient,
		});
		expect([visit.status, JSON.parse(visit.text).error]).toEqual([500, 'Configuration']);
		expect(app.logs).toMatchObject([{ level: 'warn', text: expect.stringContaining('JWT sessions only') }]);
		const listed = await person.visit(`${app.basePath}/providers`);
		expect(Object.keys(JSON.parse(listed.text))).toEqual(['github']);
		const started = await person.visit(`${app.basePath}/signin/github`, { form: {}, headers: asClient });
		expect(JSON.parse(started.text).url).toMatch(/^https:\/\/github\.com\/login/);
	});

	test('fault 7: with the fix they work beside an adapter', async () => {
		const { adapter, rows } = await openDatabase();
		const { app } = make({ adapter, session: { strategy: 'jwt' } });
		expect(await whoIs(await signedIn(app))).toBe('ada');
		expect(await rows('session')).toEqual([]);
	});

	test('the error classes are exported, and have the code', () => {
		const error = new CredentialsSignin();
		expect(error).toMatchObject({ code: 'credentials', name: 'CredentialsSignin' });
		expect([CredentialsSignin.type, (CredentialsSignin as { kind?: string }).kind]).toEqual([
			'CredentialsSignin',
			'signIn',
		]);
		expect(SolidSignin).toBe(CredentialsSignin);
		expect(error).toBeInstanceOf(SolidAuthError);
	});
});
