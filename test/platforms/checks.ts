import { expect, test } from 'vitest';
import { attack, describeRequest } from '../../scripts/lib/attack/run.ts';
import { type Framework, prepare, readTable } from '../../scripts/lib/attack/table.ts';
import { isDecodable } from '../../scripts/lib/attack/variants.ts';
import type { RunningServer } from '../../scripts/lib/process/server.ts';
import { Person } from '../conformance/support/person.ts';
import { ada, wrongPassword } from '../support/ada.ts';
import { grace } from '../support/identity-provider.ts';
import { rawRequest } from '../support/raw-request.ts';
import { dashboardSecret } from '../support/sveltekit-pages.ts';
import { describeLookUp, type LookUpCost } from './look-up.ts';
import { describeRefresh } from './refresh.ts';

export type Variables = Record<string, string>;

export interface UnderTest {
	origin: string;
	/** Ends what runs, and starts the build with these variables besides those that it needs. */
	start(variables: Variables): Promise<RunningServer>;
}

export interface CheckOptions {
	framework: Framework;
	ownBodyLimit: boolean;
	/**
	 * What stands before it loses an early answer now and then: `wrangler dev` does so to a Worker of one line, too, that answers
	 * before it has read the body.
	 */
	losesEarlyAnswers: boolean;
	/** The one that a server without more variables has. */
	secret: string;
	keepCost(cost: LookUpCost): void;
}

/** What has to hold wherever an application runs. In order: a server is started with the first test that asks for it. */
export function describeChecks(get: () => UnderTest, options: CheckOptions): void {
	const authPath = options.framework === 'sveltekit' ? '/auth' : '/api/auth';
	let server: RunningServer | undefined;
	const running = async () => {
		server ??= await get().start({});
		return server;
	};
	const session = async (person: Person) =>
		(await person.visit(`${get().origin}${authPath}/session`)).json<{ user?: { name: string } } | null>();
	const enter = async (person: Person, password: string = ada.password) => {
		const page = await person.visit(`${get().origin}/signin`);
		return person.submit(page, /^Sign in$/, { email: ada.email, password });
	};

	test('shows its pages, and nobody is signed in', async () => {
		await running();
		const person = new Person();
		const home = await person.visit(`${get().origin}/`);
		expect(home.status, server?.output()).toBe(200);
		const page = await person.visit(`${get().origin}/signin`);
		expect(page.status, server?.output()).toBe(200);
		expect(page.text).toContain('Sign in with Keycloak');
		expect(await session(person), server?.output()).toBeNull();
		expect(person.cookies.names()).toEqual([]);
	});

	test('refuses a wrong password, and the form of another site', async () => {
		await running();
		const { origin } = get();
		const person = new Person();
		const refused = await enter(person, wrongPassword);
		expect(refused.text).not.toContain(wrongPassword);
		expect(await session(person)).toBeNull();
		const target = options.framework === 'sveltekit' ? '/signin' : '/api/auth/signin/credentials';
		const form = { providerId: 'credentials', email: ada.email, password: ada.password };
		const foreign = await person.visit(`${origin}${target}`, {
			form,
			from: 'https://evil.example',
			follow: false,
		});
		expect(foreign.headers.getSetCookie().join()).not.toMatch(/session-token=[^;]/);
		expect(await session(person)).toBeNull();
	});

	test('signs in with a password, shows what is guarded, and signs out', async () => {
		await running();
		const { origin } = get();
		const person = new Person();
		const stopped = await person.visit(`${origin}/dashboard?tab=2`, { follow: false });
		expect(stopped.redirects, server?.output()).toEqual([
			`${origin}/signin?redirectTo=%2Fdashboard%3Ftab%3D2`,
		]);
		expect(stopped.text).not.toContain(dashboardSecret);
		const entered = await enter(person);
		expect(entered.status, server?.output()).toBe(200);
		expect(await session(person), server?.output()).toMatchObject({ user: { name: ada.name } });
		expect((await person.visit(`${origin}/dashboard`)).text).toContain(dashboardSecret);
		const left = await person.submit(await person.visit(`${origin}/signout`), /^Sign out$/);
		expect(left.status, server?.output()).toBe(200);
		expect(await session(person)).toBeNull();
		expect((await person.visit(`${origin}/dashboard`)).text).not.toContain(dashboardSecret);
	});

	test('signs in at an OpenID provider', async () => {
		await running();
		const { origin } = get();
		const person = new Person();
		const page = await person.visit(`${origin}/signin?redirectTo=%2Fdashboard`);
		const asked = await person.submit(page, /^Sign in with Keycloak$/);
		const { username, password } = grace;
		const back = await person.submit(asked, /^Continue$/, { username, password });
		expect(back.url, server?.output()).toBe(`${origin}/dashboard`);
		expect(back.text).toContain(dashboardSecret);
		expect(await session(person)).toMatchObject({ user: { name: grace.name } });
	});

	test('tells a stranger nothing of what is guarded, however it is asked', async () => {
		await running();
		const target = { origin: get().origin, secrets: [dashboardSecret] };
		const places = { path: '/dashboard', values: { origin: get().origin, open: '/signin' }, functions: [] };
		let asked = 0;
		for (const row of readTable(options.framework).rows) {
			const prepared = prepare(row, places);
			if (typeof prepared === 'string') continue;
			for (const { request } of prepared) {
				// Some servers never answer what cannot be decoded; nobody waits long for that.
				const timeout = isDecodable(request.target) ? 10_000 : 1_000;
				const { leaks, crash, answer } = await attack({ ...target, timeout }, request);
				const what = `${row.id} ${describeRequest(request)} ${answer.status}`;
				expect({ leaks, crash }, what).toEqual({ leaks: [], crash: false });
				asked++;
			}
		}
		expect(asked).toBeGreaterThan(30);
	});

	test('believes no host that is made up', async () => {
		await running();
		const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
		for (const path of ['/dashboard', `${authPath}/signin`, `${authPath}/providers`]) {
			const answer = await rawRequest(get().origin, path, { headers: { ...headers, accept: 'text/html' } });
			expect(JSON.stringify(answer), path).not.toContain('evil.example');
		}
	});

	test('reads no body that is too large, and goes on', async () => {
		await running();
		const { origin } = get();
		const body = `a=${'x'.repeat(2 * 1024 * 1024)}`;
		const place = `${authPath}/callback/credentials`;
		// As browsers do: with `close` a server may hang up behind its answer, while the rest is still being sent, and who sends
		// it hears of that before the answer.
		const headers = {
			...{ origin, 'content-type': 'application/x-www-form-urlencoded' },
			connection: 'keep-alive',
		};
		const send = () =>
			rawRequest(origin, place, { method: 'POST', headers, body }).then(
				({ status, text }) => (text.includes('Network connection lost') ? 'lost' : status),
				() => 'cut off',
			);
		const isLost = (status: unknown) => options.losesEarlyAnswers && typeof status === 'string';
		let status = await send();
		for (let again = 0; again < 9 && isLost(status); again++) status = await send();
		expect(options.ownBodyLimit ? [413, 'cut off'] : [413], server?.output()).toContain(status);
		expect(await session(new Person())).toBeNull();
	});

	describeRefresh(async () => {
		await running();
		return get().origin;
	});

	describeLookUp(
		async () => {
			await running();
			return get().origin;
		},
		options.secret,
		options.keepCost,
	);

	test('keeps people signed in while the secret is rotated, and ends that with the old one', async () => {
		await running();
		const { origin, start } = get();
		const person = new Person();
		await enter(person);
		const headers = { cookie: person.cookies.header(origin, { method: 'GET', from: origin }) };
		const old = async () => (await new Person().visit(`${origin}${authPath}/session`, { headers })).json();
		expect(await old(), server?.output()).toMatchObject({ user: { name: ada.name } });
		const fresh = 'another-secret-of-a-platform-0123456789ab';
		const rotated = await start({ AUTH_SECRET_1: fresh });
		expect(await old(), rotated.output()).toMatchObject({ user: { name: ada.name } });
		const other = new Person();
		await enter(other);
		const after = await start({ AUTH_SECRET: fresh });
		expect(await session(other), after.output()).toMatchObject({ user: { name: ada.name } });
		expect(await old(), after.output()).toBeNull();
	});
}
