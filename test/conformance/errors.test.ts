import type { Adapter } from '@auth/core/adapters';
import * as coreErrors from '@auth/core/errors';
import Passkey from '@auth/core/providers/passkey';
import { describe, expect, test } from 'vitest';
import * as solid from '../../runtime/src/solid-start/index.ts';
import * as svelte from '../../runtime/src/sveltekit/index.ts';
import { type Config, integrations, makeApplication, type Settings } from './support/application.ts';
import { openDatabase } from './support/database.ts';
import { asClient, complaints, github, linkProvider, password, right, signedIn } from './support/fixtures.ts';
import { Person } from './support/person.ts';

/** The core leaves the first parameter's further forms out of its types. */
type Constructor = new (message?: string | ErrorOptions | Error, options?: ErrorOptions) => svelte.AuthError;
const AuthError = svelte.AuthError as Constructor;

describe('error classes (specification 2.6)', () => {
	test('both integrations export the core classes', () => {
		for (const { AuthError: Base, CredentialsSignin } of [solid, svelte]) {
			expect(Base).toBe(coreErrors.AuthError);
			expect(CredentialsSignin).toBe(coreErrors.CredentialsSignin);
		}
	});

	test('AuthError: message, name, stack, cause and type; the constructor takes a message, options or both', () => {
		const err = new Error('the reason');
		const both = new AuthError('what happened', { cause: { err } });
		expect(both).toBeInstanceOf(Error);
		expect(both).toMatchObject({ name: 'AuthError', type: 'AuthError' });
		expect(both.message).toContain('what happened');
		expect(both.stack).toContain('errors.test.ts');
		expect(both.cause).toEqual({ err });
		expect(new AuthError(err).cause).toEqual({ err });
		const options = new AuthError({ cause: { err, provider: 'x' } });
		expect(options.cause).toMatchObject({ err, provider: 'x' });
		expect(new AuthError().type).toBe('AuthError');
	});

	test('CredentialsSignin: the same, with code, kind and type; a subclass sets its code', () => {
		class Locked extends svelte.CredentialsSignin {
			override code = 'locked';
		}
		const error = new Locked('no');
		expect(error).toBeInstanceOf(svelte.AuthError);
		expect([error.code, error.type, (Locked as { kind?: string }).kind, Locked.type]).toEqual([
			'locked',
			'CredentialsSignin',
			'signIn',
			'CredentialsSignin',
		]);
		expect(new svelte.CredentialsSignin().code).toBe('credentials');
	});
});

const passkeys = { providers: [Passkey], experimental: { enableWebAuthn: true } };
const without = (adapter: Adapter, ...names: (keyof Adapter)[]) =>
	Object.fromEntries(Object.entries(adapter).filter(([name]) => !names.includes(name as keyof Adapter)));

/** A configuration, the type of error it is refused with, and words of the fix. */
type Refusal = [string, (adapter: Adapter) => Config, string, string, Settings?];
const refusals: Refusal[] = [
	['no trust', () => ({ trustHost: false }), 'UntrustedHost', 'AUTH_URL'],
	['no secret', () => ({}), 'MissingSecret', 'AUTH_SECRET is not set', { env: { AUTH_TRUST_HOST: 'true' } }],
	[
		'an e-mail provider without an adapter',
		() => ({ providers: [linkProvider([])] }),
		'MissingAdapter',
		'"link"',
	],
	[
		'database sessions without an adapter',
		() => ({ session: { strategy: 'database' } }),
		'MissingAdapter',
		'`adapter`',
	],
	[
		'an adapter without e-mail tokens',
		(adapter) => ({ adapter: without(adapter, 'useVerificationToken'), providers: [linkProvider([])] }),
		'MissingAdapterMethods',
		'useVerificationToken',
	],
	[
		'an adapter without sessions',
		(adapter) => ({ adapter: without(adapter, 'getSessionAndUser'), providers: [github] }),
		'MissingAdapterMethods',
		'getSessionAndUser',
	],
	[
		'an adapter without passkeys',
		(adapter) => ({ ...passkeys, adapter: without(adapter, 'getAuthenticator') }),
		'MissingAdapterMethods',
		'getAuthenticator',
	],
	[
		'credentials without authorize',
		() => ({ providers: [{ ...password, options: {}, authorize: undefined } as never] }),
		'MissingAuthorize',
		'authorize',
	],
	[
		'credentials and database sessions',
		(adapter) => ({ adapter, providers: [password] }),
		'UnsupportedStrategy',
		"strategy: 'jwt'",
	],
	[
		'passkeys that are not switched on',
		(adapter) => ({ adapter, providers: [Passkey] }),
		'ExperimentalFeatureNotEnabled',
		'enableWebAuthn: true',
	],
	['passkeys without an adapter', () => passkeys, 'MissingAdapter', '`adapter`'],
	[
		'two providers with conditional UI',
		(adapter) => ({ ...passkeys, adapter, providers: [Passkey, Passkey({ id: 'second' })] }),
		'DuplicateConditionalUI',
		'enableConditionalUI',
	],
	[
		'conditional UI without its field',
		(adapter) => ({
			...passkeys,
			adapter,
			providers: [Passkey({ formFields: { email: { label: 'E-mail' } } })],
		}),
		'MissingWebAuthnAutocomplete',
		'autocomplete',
	],
	['two providers of one id', () => ({ providers: [github, { ...github }] }), 'InvalidProvider', '"github"'],
	['something that is no provider', () => ({ providers: [{} as never] }), 'InvalidProvider', 'number 1'],
];

describe.each(integrations)('configuration errors on %s', (integration) => {
	test.each(refusals)(
		'%s: refused before anything runs, once, with the fix',
		async (_, config, type, words, more) => {
			const { adapter } = await openDatabase();
			const app = makeApplication(integration, config(adapter), more);
			const ada = new Person(app);
			expect((await ada.visit('/')).text).toBe('null');
			expect((await ada.visit(`${app.basePath}/session`)).status).toBe(500);
			expect((await ada.visit('/dashboard', { follow: false })).status).toBe(303);
			const { level, text = '' } = app.logs[0] ?? {};
			expect([level, complaints(app).filter((name) => !name.startsWith('experimental'))]).toEqual([
				'error',
				[type],
			]);
			expect(text).toContain(words);
			expect(text).not.toContain('npx auth ');
		},
	);

	test('an unfinished OAuth provider does not stop the others', async () => {
		const unfinished = { id: 'later', name: 'Later', type: 'oidc' as const, clientId: 'x' };
		const app = makeApplication(integration, { providers: [password, unfinished] });
		const ada = await signedIn(app);
		expect((await ada.visit('/')).json()).toMatchObject({ user: { name: 'ada' } });
		expect(complaints(app)).toEqual([expect.stringContaining('AUTH_LATER_ISSUER')]);
		const visit = await ada.visit(`${app.basePath}/signin/later`, { form: {}, headers: asClient });
		expect([visit.status, visit.json()]).toEqual([500, expect.objectContaining({ error: 'Configuration' })]);
	});

	test('fault 48: one broken configuration does not poison the others of the process', async () => {
		const { adapter } = await openDatabase();
		const mails = makeApplication(integration, { adapter, providers: [linkProvider([])] });
		await new Person(mails).visit(`${mails.basePath}/signin`);
		const broken = makeApplication(integration, { providers: [linkProvider([])] });
		expect((await new Person(broken).visit(`${broken.basePath}/csrf`)).status).toBe(500);
		const good = makeApplication(integration, { providers: [github, password] });
		const ada = await signedIn(good);
		expect((await ada.visit(`${good.basePath}/csrf`)).status).toBe(200);
		expect(complaints(good)).toEqual([]);
	});

	test('fault 50: a broken configuration in a form action is a value with the name', async () => {
		const app = makeApplication(integration, { secret: 'short', providers: [password] });
		const form = { ...right, providerId: 'credentials' };
		const visit = await new Person(app).visit(app.actions.signIn, { form, headers: app.javaScript });
		expect(visit.text).toContain('"error":"Configuration"');
		expect(visit.text).not.toContain('short');
		expect(complaints(app)).toEqual(['MissingSecret']);
	});
});

describe.each(integrations)('errors of a sign-in on %s', (integration) => {
	test('AccessDenied: callbacks.signIn says no', async () => {
		const app = makeApplication(integration, { providers: [password], callbacks: { signIn: () => false } });
		const ada = new Person(app);
		const options = { form: right, follow: false };
		const visit = await ada.visit(`${app.basePath}/signin/credentials`, options);
		expect(visit.redirects).toEqual([`http://localhost:3000${app.basePath}/error?error=AccessDenied`]);
		expect((await ada.visit(visit.redirects[0] ?? '')).status).toBe(403);
		const client = await ada.visit(`${app.basePath}/signin/credentials`, { ...options, headers: asClient });
		expect([client.status, client.json().error]).toEqual([403, 'AccessDenied']);
		const form = { ...right, providerId: 'credentials' };
		const action = await ada.visit(app.actions.signIn, { form, headers: app.javaScript });
		expect(action.text).toContain('"error":"AccessDenied"');
		expect(complaints(app)).toEqual(Array(3).fill('AccessDenied'));
	});

	test('callbacks.signIn that answers with a path sends people there, signed out', async () => {
		const app = makeApplication(integration, {
			providers: [password],
			callbacks: { signIn: () => '/banned' },
		});
		const ada = new Person(app);
		const visit = await ada.visit(`${app.basePath}/signin/credentials`, { form: right, follow: false });
		expect(visit.redirects).toEqual(['http://localhost:3000/banned']);
		expect(ada.cookies.find('authjs.session-token')).toBe(undefined);
	});

	test('Verification: a link that never was', async () => {
		const { adapter } = await openDatabase();
		const app = makeApplication(integration, { adapter, providers: [linkProvider([])] });
		const ada = new Person(app);
		const page = await ada.visit(`${app.basePath}/callback/link?token=x&email=ada@test.example`);
		const done = await ada.submit(page, /sign in/i);
		expect([done.status, done.url]).toEqual([
			403,
			`http://localhost:3000${app.basePath}/error?error=Verification`,
		]);
		expect(complaints(app)).toEqual(['Verification']);
	});

	test('InvalidCheck: a callback without its cookie is told and not signed in', async () => {
		const app = makeApplication(integration, { providers: [github] });
		const ada = new Person(app);
		await ada.visit(`${app.basePath}/callback/github?code=x`, { follow: false });
		expect(complaints(app)).toEqual(['InvalidCheck']);
		expect(ada.cookies.find('authjs.session-token')).toBe(undefined);
	});

	test('AdapterError: the database fails in the middle of a sign-in', async () => {
		const { adapter } = await openDatabase();
		const links: { to: string; url: string }[] = [];
		const createVerificationToken = async () => {
			throw new Error('disk full: password hunter2');
		};
		const app = makeApplication(integration, {
			adapter: { ...adapter, createVerificationToken },
			providers: [linkProvider(links)],
		});
		const visit = await new Person(app).visit(`${app.basePath}/signin/link`, {
			form: { email: 'ada@test.example' },
			headers: asClient,
		});
		expect([visit.status, visit.json().error]).toEqual([500, 'Configuration']);
		expect(complaints(app)).toContain('AdapterError');
		expect(JSON.stringify(app.answers)).not.toContain('hunter2');
	});

	test('EventError: a handler that throws is logged and stops nobody', async () => {
		const events = {
			signIn: () => {
				throw new Error('The audit log is full');
			},
		};
		const app = makeApplication(integration, { providers: [password], events });
		const ada = new Person(app);
		const visit = await ada.visit(`${app.basePath}/signin/credentials`, { form: right });
		expect(visit.status).toBe(200);
		expect(complaints(app)).toEqual(['EventError']);
	});
});
