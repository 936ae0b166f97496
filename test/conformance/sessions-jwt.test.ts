import { decode, encode } from '@auth/core/jwt';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { getSession } from '../../runtime/src/solid-start/index.ts';
import { type Config, goodEnv, integrations, makeApplication, secret } from './support/application.ts';
import { complaints, day, lifetime, password, signedIn, travel, whoIs } from './support/fixtures.ts';
import { Person } from './support/person.ts';

const cookie = 'authjs.session-token';
const month = 30 * day;

describe.each(integrations)('JWT sessions on %s', (integration) => {
	const make = (config: Config = {}) => makeApplication(integration, { providers: [password], ...config });
	const tokenOf = ({ cookies }: Person) =>
		decode({ token: cookies.find(cookie)?.value ?? '', secret, salt: cookie });

	beforeEach(() => travel(0));

	test('session.strategy: jwt without an adapter, an encrypted token in the cookie', async () => {
		const ada = await signedIn(make());
		const value = ada.cookies.find(cookie)?.value ?? '';
		expect(JSON.parse(Buffer.from(value.split('.')[0] ?? '', 'base64url').toString())).toMatchObject({
			alg: 'dir',
			enc: 'A256CBC-HS512',
		});
		expect(await tokenOf(ada)).toMatchObject({ sub: '1', name: 'ada', email: 'ada@test.example' });
	});

	test.each([
		[undefined, month],
		[3600, 3600],
	])('session.maxAge %s: cookie, token and session are over after %i seconds', async (maxAge, expected) => {
		const ada = await signedIn(make({ session: { ...(maxAge && { maxAge }) } }));
		expect(lifetime(ada)).toBe(expected);
		const { exp = 0, iat = 0 } = (await tokenOf(ada)) ?? {};
		expect(exp - iat).toBe(expected);
		const { expires } = (await ada.visit('/')).json<{ expires: string }>();
		expect(Date.parse(expires)).toBe(exp * 1000);
	});

	test('a token that is over: no session, even if the browser keeps the cookie, and it is removed', async () => {
		const app = make({ session: { maxAge: 3600 } });
		const ada = await signedIn(app);
		const { value = '' } = ada.cookies.find(cookie) ?? {};
		travel(3600 + 16);
		expect(ada.cookies.find(cookie)).toBe(undefined);
		ada.cookies.set(cookie, value);
		expect(await whoIs(ada)).toBe(null);
		expect(ada.cookies.names()).toEqual(['authjs.callback-url']);
		expect(complaints(app)).toEqual([]);
	});

	test('a token that was read before, and is over since: no session', async () => {
		const app = make({ session: { maxAge: 3600, updateAge: 7200 } });
		const ada = await signedIn(app);
		const { value = '' } = ada.cookies.find(cookie) ?? {};
		for (const after of [0, 3000, 600]) {
			travel(after);
			ada.cookies.set(cookie, value);
			expect(await whoIs(ada)).toBe('ada');
		}
		travel(15);
		ada.cookies.set(cookie, value);
		expect(await whoIs(ada)).toBe(null);
	});

	test('sessionCache: a cookie is decrypted once, or each time when it is off; by another secret not at all', async () => {
		const opened = vi.spyOn(TextDecoder.prototype, 'decode');
		onTestFinished(() => void opened.mockRestore());
		/** How many claims are decrypted while the same cookie comes five times. */
		const decrypted = async (config: object) => {
			const ada = await signedIn(make(config as Config));
			opened.mockClear();
			for (let view = 0; view < 5; view++) expect(await whoIs(ada)).toBe('ada');
			return opened.mock.results.filter(({ value }) => String(value).includes('"sub":"1"')).length;
		};
		expect(await decrypted({})).toBe(1);
		expect(await decrypted({ sessionCache: { entries: 1 } })).toBe(1);
		expect(await decrypted({ sessionCache: false })).toBe(5);

		const ada = await signedIn(make());
		const other = new Person(make({ secret: 'another-secret-of-at-least-thirty-two-characters' }));
		other.cookies.set(cookie, ada.cookies.find(cookie)?.value ?? '');
		expect(await whoIs(other)).toBe(null);
		expect(await whoIs(ada)).toBe('ada');
	});

	test('what a callback does to a token is not in the next one that is read', async () => {
		const seen: unknown[] = [];
		const callbacks: Config['callbacks'] = {
			jwt({ token, account }) {
				if (account) return { ...token, list: ['a'] };
				(token.list as string[]).push('b');
				seen.push(token.list);
				return { ...token, list: ['a'] };
			},
		};
		const ada = await signedIn(make({ callbacks }));
		for (let view = 0; view < 3; view++) expect(await whoIs(ada)).toBe('ada');
		expect(seen).toEqual(Array(3).fill(['a', 'b']));
	});

	test('fault 31: session.updateAge, by default a day: no cookie on page views before, one after', async () => {
		const ada = await signedIn(make());
		travel(day - 10);
		expect((await ada.visit('/')).headers.getSetCookie()).toEqual([]);
		expect(lifetime(ada)).toBe(month - day + 10);
		travel(20);
		const visit = await ada.visit('/');
		expect(visit.headers.getSetCookie()).toHaveLength(1);
		expect(lifetime(ada)).toBe(month);
		expect(Date.parse(visit.json<{ expires: string }>().expires)).toBeCloseTo(Date.now() + month * 1000, -4);
		expect(await whoIs(ada)).toBe('ada');
	});

	test('session.updateAge 600', async () => {
		const ada = await signedIn(make({ session: { updateAge: 600 } }));
		travel(595);
		expect((await ada.visit('/')).headers.getSetCookie()).toEqual([]);
		travel(10);
		expect((await ada.visit('/')).headers.getSetCookie()).toHaveLength(1);
	});

	test('session.updateAge 0: every time', async () => {
		const ada = await signedIn(make({ session: { updateAge: 0 } }));
		for (let view = 0; view < 2; view++) {
			const before = ada.cookies.find(cookie)?.value;
			expect((await ada.visit('/')).headers.getSetCookie()).toHaveLength(1);
			expect(ada.cookies.find(cookie)?.value).not.toBe(before);
		}
	});

	test('fault 14: a refreshed cookie of the session endpoint is not lost', async () => {
		const app = make({ session: { updateAge: 0 } });
		const ada = await signedIn(app);
		const before = ada.cookies.find(cookie)?.value;
		await ada.visit(`${app.basePath}/session`);
		expect(ada.cookies.find(cookie)?.value).not.toBe(before);
	});

	test('fault 12: three questions in one request decode once', async () => {
		let decoded = 0;
		const counting: typeof decode = (params) => {
			decoded++;
			return decode(params);
		};
		const ada = await signedIn(make({ jwt: { encode, decode: counting } }));
		expect(await whoIs(ada)).toBe('ada');
		expect(decoded).toBe(1);
	});

	test('fault 32: somebody asks after the response has left: the session, and nothing breaks', async () => {
		const app = make({ session: { updateAge: 0 } });
		const ada = await signedIn(app);
		const visit = await ada.visit('/streamed', { headers: { accept: '*/*', 'sec-fetch-dest': 'empty' } });
		expect(visit.headers.getSetCookie()).toEqual([]);
		expect([visit.status, visit.json()]).toEqual([200, expect.objectContaining({ user: expect.anything() })]);
		expect(complaints(app)).toEqual([]);
	});

	if (integration === 'solid-start') {
		test('fault 43: getSession reads from any request, wherever the endpoints are', async () => {
			const config = { basePath: '/login', env: goodEnv, providers: [password] };
			const ada = await signedIn(makeApplication(integration, config));
			const headers = { cookie: `${cookie}=${ada.cookies.find(cookie)?.value}` };
			const url = 'http://localhost:3000/_server?id=a-server-function';
			expect(await getSession(new Request(url, { headers }), config)).toEqual({
				user: { name: 'ada', email: 'ada@test.example' },
				expires: new Date(Date.now() + month * 1000).toISOString(),
			});
			expect(await getSession(new Request(url), config)).toBe(null);
		});
	}

	if (integration === 'sveltekit') {
		test('fault 33: a request of the server to itself', async () => {
			const app = make({ session: { updateAge: 0 } });
			const ada = await signedIn(app);
			const visit = await ada.visit('/sub');
			expect(visit.json()).toMatchObject({ user: { name: 'ada' } });
			expect(complaints(app)).toEqual([]);
		});
	}

	test('callbacks.jwt that answers null ends the session', async () => {
		let ended = false;
		const app = make({ callbacks: { jwt: ({ token }) => (ended ? null : token) } });
		const ada = await signedIn(app);
		expect(await whoIs(ada)).toBe('ada');
		ended = true;
		expect(await whoIs(ada)).toBe(null);
		expect(ada.cookies.find(cookie)).toBe(undefined);
		expect(complaints(app)).toEqual([]);
	});

	test('callbacks.jwt that throws: logged, signed out for now, the cookie stays', async () => {
		let broken = false;
		const app = make({
			callbacks: {
				jwt: ({ token }) => {
					if (broken) throw new Error('The roles are away');
					return token;
				},
			},
		});
		const ada = await signedIn(app);
		broken = true;
		expect(await whoIs(ada)).toBe(null);
		expect(complaints(app)).toEqual(['JWTSessionError']);
		broken = false;
		expect(await whoIs(ada)).toBe('ada');
	});

	test('fault 52: an absolute lifetime by callbacks.jwt, however active somebody is', async () => {
		const app = make({
			session: { updateAge: 0 },
			callbacks: {
				jwt: ({ token, trigger }) => {
					if (trigger === 'signIn') return { ...token, since: Date.now() };
					return Date.now() - Number(token.since) < 8 * 3600_000 ? token : null;
				},
			},
		});
		const ada = await signedIn(app);
		for (let hours = 0; hours < 7; hours++) {
			travel(3600);
			expect(await whoIs(ada)).toBe('ada');
		}
		travel(3600);
		expect(await whoIs(ada)).toBe(null);
	});

	test('fault 15: POST session updates it: callbacks.jwt is told, and the next page shows it', async () => {
		const told: unknown[] = [];
		const app = make({
			callbacks: {
				jwt: ({ token, trigger, session }) => {
					told.push(trigger);
					return trigger === 'update' ? { ...token, name: session.name } : token;
				},
			},
		});
		const ada = await signedIn(app);
		const visit = await ada.visit(`${app.basePath}/session`, { json: { data: { name: 'countess' } } });
		expect([visit.status, visit.json()]).toEqual([
			200,
			{ user: { name: 'countess', email: 'ada@test.example' }, expires: expect.any(String) },
		]);
		expect(lifetime(ada)).toBe(month);
		expect(await whoIs(ada)).toBe('countess');
		expect(told).toContain('update');
		expect(told[0]).toBe('signIn');
		expect(complaints(app)).toEqual([]);
	});

	test('without callbacks.jwt nobody can write into the token by POST session', async () => {
		const app = make();
		const ada = await signedIn(app);
		await ada.visit(`${app.basePath}/session`, { json: { data: { name: 'root', sub: '2' } } });
		expect(await tokenOf(ada)).toMatchObject({ sub: '1', name: 'ada' });
	});

	test('fault 30: the session shows name, e-mail and image, and what callbacks.session adds', async () => {
		const callbacks: Config['callbacks'] = {
			jwt: ({ token }) => ({ ...token, access_token: 'SECRET-ACCESS-TOKEN', role: 'admin' }),
		};
		const plain = await (await signedIn(make({ callbacks }))).visit('/');
		expect(plain.json()).toEqual({
			user: { name: 'ada', email: 'ada@test.example' },
			expires: expect.any(String),
		});
		const app = make({
			callbacks: {
				...callbacks,
				session: ({ session, token }) => ({
					...session,
					role: token.role,
					user: { ...session.user, id: token.sub },
				}),
			},
		} as Config);
		expect((await (await signedIn(app)).visit('/')).json()).toEqual({
			user: { name: 'ada', email: 'ada@test.example', id: '1' },
			expires: expect.any(String),
			role: 'admin',
		});
		expect(JSON.stringify(app.answers)).not.toContain('SECRET-ACCESS-TOKEN');
	});

	test('fault 29: session.user.id by a callback of one line', async () => {
		const callbacks: Config['callbacks'] = {
			session: ({ session, token }) => ({ ...session, user: { ...session.user, id: String(token.sub) } }),
		};
		expect((await (await signedIn(make({ callbacks }))).visit('/')).json()).toMatchObject({
			user: { id: '1' },
		});
	});

	test('fault 40: a large token goes into several cookies, is read again, and is warned of once', async () => {
		const app = make({
			session: { updateAge: 0 },
			callbacks: { jwt: ({ token }) => ({ ...token, permissions: 'p'.repeat(7000), other: 'o'.repeat(50) }) },
		});
		const ada = await signedIn(app);
		expect(ada.cookies.names()).toEqual(['authjs.callback-url', `${cookie}.0`, `${cookie}.1`, `${cookie}.2`]);
		expect(await whoIs(ada)).toBe('ada');
		expect(complaints(app)).toEqual([expect.stringContaining('Largest claims: "permissions", "other"')]);
		await ada.visit(`${app.basePath}/signout`, { form: {} });
		expect(ada.cookies.names()).toEqual(['authjs.callback-url']);
	});

	test('session.strategy and maxAge that are none are refused with their name', async () => {
		for (const [option, session] of [
			['session.maxAge', { maxAge: Number.NaN }],
			['session.updateAge', { updateAge: -1 }],
			['session.strategy', { strategy: 'cookie' }],
		] as const) {
			const app = make({ session } as Config);
			expect((await new Person(app).visit('/')).text).toBe('null');
			expect(app.logs).toHaveLength(1);
			expect(app.logs[0]?.text).toContain(option);
		}
	});
});
