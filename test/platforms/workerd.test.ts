import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Person } from '../conformance/support/person.ts';
import { bundleWorker } from './smoke/bundle.ts';
import { type Miniflare, startMiniflare, type Worker } from './smoke/miniflare.ts';

/*
 * The runtime in Cloudflare's own workerd, without a framework around it, in the ways in which variables come and go there.
 * The frameworks' own builds are asked by the other files.
 */

/** What a Worker has of Node is decided by its date and flags. */
const modes = [
	{
		name: "today, with Node's modules",
		compatibilityDate: '2026-07-01',
		compatibilityFlags: ['nodejs_compat'],
		process: true,
		inProcess: true,
	},
	{
		name: 'a process without variables',
		compatibilityDate: '2024-12-01',
		compatibilityFlags: ['nodejs_compat'],
		process: true,
		inProcess: false,
	},
	{
		// The oldest date with which the runtime works, and SvelteKit: before it no one can read what cookies an answer sets.
		name: 'of 2023, without a process',
		compatibilityDate: '2023-03-01',
		compatibilityFlags: [],
		process: false,
		inProcess: false,
	},
];
const frameworks = [
	['sveltekit', '/auth'],
	['solid-start', '/api/auth'],
] as const;

const [old, fresh] = ['the-old-secret-of-at-least-32-characters', 'a-fresh-secret-of-at-least-32-characters'];
const origin = 'http://localhost:3000';

/** Each is a Worker of its own. */
const variables: Record<string, Record<string, string>> = {
	first: { AUTH_TRUST_HOST: 'true', AUTH_SECRET: old },
	rotated: { AUTH_TRUST_HOST: 'true', AUTH_SECRET: old, AUTH_SECRET_1: fresh },
	later: { AUTH_TRUST_HOST: 'true', AUTH_SECRET: fresh },
	untold: { AUTH_SECRET: old },
};

const nameOf = (mode: string, framework: string, which: string) =>
	`${mode} ${framework} ${which}`.toLowerCase().replace(/[^a-z]+/g, '-');
let miniflare: Miniflare;

beforeAll(async () => {
	const contents = await bundleWorker();
	const workers = modes.flatMap(({ name, compatibilityDate, compatibilityFlags }) =>
		frameworks.flatMap(([framework]) =>
			Object.entries(variables).map(
				([which, own]): Worker => ({
					...{ name: nameOf(name, framework, which), compatibilityDate, compatibilityFlags },
					modules: [{ type: 'ESModule', path: 'worker.js', contents }],
					bindings: { FRAMEWORK: framework, ...own },
				}),
			),
		),
	);
	miniflare = await startMiniflare(workers);
	// It begins to start when it is first asked for.
	await miniflare.getWorker(workers[0]?.name ?? '');
}, 300_000);
afterAll(() => miniflare?.dispose());

describe.each(modes)('$name', ({ name, process, inProcess }) => {
	describe.each(frameworks)('%s', (framework, authPath) => {
		/** An application that a person can visit. */
		const application = (which: string) => ({
			origin,
			async fetch(request: Request) {
				const { method, headers } = request;
				const body = method === 'GET' ? undefined : await request.text();
				const worker = await miniflare.getWorker(nameOf(name, framework, which));
				return worker.fetch(request.url, {
					...{ method, headers: [...headers], redirect: 'manual' },
					...(body !== undefined && { body }),
				});
			},
		});
		const session = async (person: Person, headers = {}) =>
			(await person.visit(`${authPath}/session`, { headers })).json();
		const enter = (person: Person, password: string) =>
			person.visit(`${authPath}/callback/credentials`, {
				form: { username: 'ada', password, callbackUrl: '/dashboard' },
				follow: false,
			});

		test('has of Node what was expected', async () => {
			const there = await new Person(application('first')).visit('/platform');
			expect(there.json()).toMatchObject({ process });
			expect(there.json<{ variables: string[] }>().variables.includes('AUTH_SECRET')).toBe(inProcess);
		});

		test('stops a stranger, and a wrong password', async () => {
			const stranger = new Person(application('first'));
			const refused = await stranger.visit('/dashboard', { follow: false });
			expect([refused.status, refused.redirects[0]]).toEqual([303, expect.stringContaining('/signin?')]);
			const wrong = await enter(stranger, 'wrong');
			expect(wrong.redirects[0], wrong.text).toContain('error=CredentialsSignin');
			expect(await session(stranger)).toBeNull();
		});

		test('signs in, reads, guards, signs out, and takes older secrets along', async () => {
			const person = new Person(application('first'));
			const entered = await enter(person, 'secret');
			expect([entered.status, entered.redirects], entered.text).toEqual([302, [`${origin}/dashboard`]]);
			expect(await session(person)).toMatchObject({ user: { name: 'ada' } });
			expect((await person.visit('/dashboard')).json()).toMatchObject({ dashboard: { name: 'ada' } });

			const headers = { cookie: person.cookies.header(`${origin}/`, { method: 'GET', from: origin }) };
			const there = (which: string) => session(new Person(application(which)), headers);
			expect(await there('rotated')).toMatchObject({ user: { name: 'ada' } });
			expect(await there('later')).toBeNull();

			const left = await person.visit(`${authPath}/signout`, { form: {}, follow: false });
			expect(left.status, left.text).toBe(302);
			expect(await session(person)).toBeNull();
		});

		test('believes no host that is made up, although the Host header is trusted', async () => {
			const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
			const stranger = new Person(application('first'));
			for (const path of [`${authPath}/signin`, `${authPath}/providers`, '/dashboard']) {
				const answer = await stranger.visit(path, { headers, follow: false });
				expect(JSON.stringify([answer.text, ...answer.headers]), path).not.toContain('evil.example');
			}
		});

		test('refuses to work where nobody says what it is called', async () => {
			const stranger = new Person(application('untold'));
			expect((await stranger.visit(`${authPath}/session`)).status).toBe(500);
		});
	});
});
