import { decode as coreDecode, encode as coreEncode } from '@auth/core/jwt';
import { describe, expect, test } from 'vitest';
import { type Config, integrations, makeApplication, type Settings, secret } from './support/application.ts';
import { password, right, signedIn, travel, whoIs } from './support/fixtures.ts';
import { Person } from './support/person.ts';

describe.each(integrations)('callbacks, tokens and pages on %s', (integration) => {
	const make = (config: Config = {}, settings: Settings = {}) =>
		makeApplication(integration, { providers: [password], ...config }, settings);

	test('callbacks.redirect decides where people may go; by default the own origin alone', async () => {
		const signIn = async (callbackUrl: string, config: Config = {}) => {
			const app = make(config);
			const form = { ...right, callbackUrl };
			const options = { form, follow: false };
			return (await new Person(app).visit(`${app.basePath}/signin/credentials`, options)).redirects[0];
		};
		expect(await signIn('/dashboard?a=1#b')).toBe('http://localhost:3000/dashboard?a=1#b');
		expect(await signIn('https://other.example/x')).toBe('http://localhost:3000/');
		const told: unknown[] = [];
		const callbacks: Config['callbacks'] = {
			redirect: ({ url, baseUrl }) => {
				told.push([url, baseUrl]);
				return url.startsWith('https://other.example/') ? url : `${baseUrl}/mine`;
			},
		};
		expect(await signIn('https://other.example/x', { callbacks })).toBe('https://other.example/x');
		expect(await signIn('/dashboard', { callbacks })).toBe('http://localhost:3000/mine');
		expect(told).toContainEqual(['http://localhost:3000/dashboard', 'http://localhost:3000']);
	});

	test('callbacks.redirect that leads elsewhere works from a form action, too', async () => {
		const app = make({ callbacks: { redirect: () => 'https://other.example/x' } });
		const form = { ...right, providerId: 'credentials' };
		const visit = await new Person(app).visit(app.actions.signIn, { form, follow: false });
		expect([visit.status, visit.redirects]).toEqual([303, ['https://other.example/x']]);
	});

	test('callbacks.signIn gets user, account and what was typed', async () => {
		const told: unknown[] = [];
		const app = make({ callbacks: { signIn: (params) => Boolean(told.push(params)) } });
		await signedIn(app);
		expect(told).toEqual([
			{
				user: { id: '1', name: 'ada', email: 'ada@test.example' },
				account: { providerAccountId: '1', type: 'credentials', provider: 'credentials' },
				credentials: expect.objectContaining(right),
			},
		]);
	});

	test('callbacks.jwt and callbacks.session at sign-in and at a page view', async () => {
		const told: string[] = [];
		const app = make({
			callbacks: {
				jwt: ({ token, user, account, trigger }) => {
					told.push(`jwt ${trigger ?? 'read'} ${user?.id ?? '-'} ${account?.provider ?? '-'}`);
					return { ...token, role: 'admin' };
				},
				session: ({ session, token }) => {
					told.push(`session ${token.role}`);
					return { ...session, role: token.role };
				},
			},
		});
		const ada = await signedIn(app);
		expect((await ada.visit('/')).json()).toMatchObject({ role: 'admin', user: { name: 'ada' } });
		expect(told).toEqual(['jwt signIn 1 credentials', 'jwt read - -', 'session admin']);
	});

	test('jwt.encode and jwt.decode: tokens of the application own making', async () => {
		const encode = async ({ token }: { token?: object }) =>
			Buffer.from(JSON.stringify(token)).toString('base64url');
		const decode = async ({ token = '' }: { token?: string }) =>
			JSON.parse(Buffer.from(token, 'base64url').toString());
		const ada = await signedIn(make({ jwt: { encode, decode } as never }));
		expect(await decode({ token: ada.cookies.find('authjs.session-token')?.value ?? '' })).toMatchObject({
			sub: '1',
		});
		expect(await whoIs(ada)).toBe('ada');
	});

	test('jwt.maxAge: the token alone is over earlier', async () => {
		travel(0);
		const app = make({ jwt: { maxAge: 600 } });
		const ada = await signedIn(app);
		const { value = '' } = ada.cookies.find('authjs.session-token') ?? {};
		const token = await coreDecode({ token: value, secret, salt: 'authjs.session-token' });
		expect((token?.exp ?? 0) - (token?.iat ?? 0)).toBe(600);
		travel(600 + 16);
		expect(await whoIs(ada)).toBe(null);
	});

	test('jwt: half of it is refused with its name', async () => {
		const app = make({ jwt: { encode: coreEncode } });
		await new Person(app).visit('/');
		expect(app.logs[0]?.text).toContain('jwt.encode and jwt.decode go together');
	});

	test('theme: colours, logo and scheme of the built-in pages', async () => {
		const theme = {
			colorScheme: 'dark',
			logo: '/logo.png',
			brandColor: '#bada55',
			buttonText: '#c0ffee',
		} as const;
		const page = async (config: Config) => {
			const app = make(config);
			return (await new Person(app).visit(`${app.basePath}/signin`)).text;
		};
		const themed = await page({ theme });
		for (const text of ['__next-auth-theme-dark', 'src="/logo.png"', '#bada55', '#c0ffee']) {
			expect(themed).toContain(text);
		}
		expect(await page({})).toContain('__next-auth-theme-auto');
	});

	test('pages: built-in ones by default, own ones where they are named, with the base of the host', async () => {
		const pages = {
			signIn: '/in',
			signOut: '/out',
			error: '/oops',
			verifyRequest: '/look',
			newUser: '/welcome',
		};
		const app = make({ pages }, { base: '/app' });
		const person = new Person(app);
		const to = async (path: string) =>
			(await person.visit(`${app.basePath}/${path}`, { follow: false })).redirects[0]?.split('?')[0];
		expect(await Promise.all(['signin', 'signout', 'error', 'verify-request'].map(to))).toEqual(
			['in', 'out', 'oops', 'look'].map((page) => `http://localhost:3000/app/${page}`),
		);
		const guarded = await person.visit('/app/dashboard', { follow: false });
		expect(guarded.redirects).toEqual(['http://localhost:3000/app/in?redirectTo=%2Fapp%2Fdashboard']);
	});

	test.each(['signIn', 'signOut', 'error', 'verifyRequest'])(
		'fault 10: pages.%s at the endpoint itself does not redirect for ever',
		async (key) => {
			const path = { signIn: 'signin', signOut: 'signout', error: 'error', verifyRequest: 'verify-request' }[
				key
			];
			const base = integration === 'sveltekit' ? '/auth' : '/api/auth';
			const app = make({ pages: { [key]: `${base}/${path}` } });
			const visit = await new Person(app).visit(`${base}/${path}`);
			expect([visit.status, visit.redirects]).toEqual([200, []]);
		},
	);

	if (integration === 'sveltekit') {
		test('fault 10: a page of the application below the endpoints is shown', async () => {
			const app = make({ pages: { signIn: '/auth/signin' } }, { ownPages: ['/auth/signin', '/auth/error'] });
			const person = new Person(app);
			expect((await person.visit('/auth/signin')).text).toBe('page /auth/signin');
			expect((await person.visit('/auth/error?error=AccessDenied')).text).toBe('page /auth/error');
			expect((await person.visit('/auth/session')).text).toBe('null');
			expect(await whoIs(await signedIn(app))).toBe('ada');
		});
	}
});
