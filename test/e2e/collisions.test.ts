import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CookieJar } from '../../scripts/lib/demo/cookie-jar.ts';
import { textOf } from '../../scripts/lib/demo/forms.ts';
import { copyFixtureHost } from '../../scripts/lib/make-host.ts';
import { execOk, npm } from '../../scripts/lib/process/exec.ts';
import { freePort } from '../../scripts/lib/process/free-port.ts';
import { startServer, viteDev } from '../../scripts/lib/process/server.ts';
import { ada, adasForm, signInAsAda } from '../support/ada.ts';
import { knowAda } from '../support/authorize.ts';
import { type HostUnderTest, type Kind, makeHostUnderTest } from '../support/host-under-test.ts';
import { SharedPackages } from '../support/shared-packages.ts';
import { thorough } from '../support/thorough.ts';
import { treeHash } from '../support/tree-hash.ts';

/*
 * The kinds of applications in which `init` once said "done" and something was worse than before: built and asked before and
 * after. What was answered is answered, and a person can sign in; where that takes a change of the host's own code, `init`
 * has named the line, and the change is made as it says.
 */

interface Case {
	/** Folder in test/fixtures/cases. */
	name: string;
	what: string;
	flags?: string[];
	/** Variables that its build wants. */
	env?: Record<string, string>;
	/** Addresses besides `/` and `/about`. */
	asked?: [method: string, path: string][];
	/** What `init` says, and the change of the host's own file that does it. */
	told?: { says: string; file: string; from: string; to: string };
	/** The same without flags writes nothing. */
	refusedPlain?: boolean;
	/** Left to `npm run test:all`: the words are tested in test/cli/cases.test.ts, the way out is theirs. */
	again?: boolean;
	/** A cookie that its own gate wants. */
	cookie?: string;
}

const cases: Case[] = [
	{ name: 'locals-replaced', what: 'a hook behind ours makes `locals` anew' },
	{
		name: 'own-auth-routes',
		again: true,
		what: 'routes of its own lie below /auth',
		flags: ['--base-path', '/api/auth'],
		refusedPlain: true,
		asked: [
			['GET', '/auth/callback?code=1'],
			['GET', '/auth/callback/gitlab'],
			['POST', '/auth/signout'],
		],
	},
	{ name: 'root-prerender', what: 'every page is prerendered', again: true },
	{
		name: 'explicit-env',
		again: true,
		what: 'variables have to be declared',
		env: { GREETING: 'hello' },
	},
	{
		name: 'sign-in-behind-own-gate',
		again: true,
		what: 'a gate of its own sends strangers to /login',
		asked: [['GET', '/login']],
		cookie: 'person=1',
		told: {
			says: 'let /signin',
			file: 'src/hooks.server.ts',
			from: "['/login', '/about']",
			to: "['/login', '/about', '/signin', '/signout']",
		},
	},
	{
		name: 'set-cookie-overwritten',
		again: true,
		what: 'a hook behind ours replaces the cookies',
		told: {
			says: 'src/hooks.server.js:4',
			file: 'src/hooks.server.js',
			from: "headers.set('set-cookie'",
			to: "headers.append('set-cookie'",
		},
	},
];

const packages = new SharedPackages('cases');
const kindOf = ({ name, what }: Case): Kind => ({
	name: `SvelteKit 2 where ${what}`,
	make: (folder) => copyFixtureHost(`../cases/${name}`, folder),
	pages: {},
	typeCheck: 'check',
	start: ['build'],
	startEnv: (origin) => ({ ORIGIN: origin }),
	packages,
});

/** What somebody sees who is not signed in. */
interface Seen {
	status: number;
	location: string | null;
	text: string;
}

describe.each(cases.filter(({ again = false }) => thorough || !again))(
	'an application in which $what',
	(one) => {
		const { flags = [], env = {}, asked = [], told, refusedPlain = false, cookie } = one;
		let host: HostUnderTest;
		let before: Record<string, Seen>;

		const look = async (origin: string): Promise<Record<string, Seen>> => {
			const seen: Record<string, Seen> = {};
			for (const [method, path] of [['GET', '/'], ['GET', '/about'], ...asked]) {
				const headers = { accept: 'text/html', origin, ...(cookie === undefined ? {} : { cookie }) };
				const response = await fetch(origin + path, { method: method ?? '', headers, redirect: 'manual' });
				seen[`${method} ${path}`] = {
					status: response.status,
					location: response.headers.get('location'),
					// Scripts have names that each build makes up.
					text: textOf((await response.text()).replace(/<script[\s\S]*?<\/script>/g, '')),
				};
			}
			return seen;
		};
		const built = async () => {
			const { code, output } = await host.build();
			expect(code, output).toBe(0);
			return host.startBuild({ ...env, AUTH_SECRET: 'a-secret-of-more-than-32-characters-0' });
		};

		/** What a build answers, too, in a third of the time. */
		const developed = async () => {
			const port = await freePort();
			await execOk(...npm('exec', '--', 'svelte-kit', 'sync'), { cwd: host.folder });
			return startServer({ cwd: host.folder, args: viteDev(port), origin: `http://127.0.0.1:${port}`, env });
		};

		beforeAll(async () => {
			Object.assign(process.env, env);
			host = await makeHostUnderTest(kindOf(one));
			await execOk(...npm('install', '--no-audit', '--no-fund'), { cwd: host.folder, timeout: 300_000 });
			const server = thorough ? await built() : await developed();
			before = await look(server.origin).finally(() => server.stop());
			expect(Object.values(before).every(({ status }) => status < 400)).toBe(true);
		});
		afterAll(async () => {
			for (const variable of Object.keys(env)) delete process.env[variable];
			await host?.remove();
		});

		test.runIf(refusedPlain)('nothing is written without a word about them', async () => {
			const tree = await treeHash(host.folder);
			const { code } = await host.graft('init', '--yes', '--no-install');
			expect(code).toBe(1);
			expect(await treeHash(host.folder)).toEqual(tree);
		});

		test('answers as before, and people sign in', async () => {
			const { code, output } = await host.graft('init', '--yes', '--providers', 'credentials', ...flags);
			expect(code, output).toBe(0);
			if (told) {
				expect(output).toContain(told.says);
				const own = await host.read(told.file);
				expect(own).toContain(told.from);
				await host.write({ [told.file]: own.replace(told.from, told.to) });
			}
			await knowAda(join(host.folder, `src/auth.${told?.file.endsWith('.js') ? 'js' : 'ts'}`));
			const server = await built();
			try {
				expect(await look(server.origin)).toEqual(before);
				const endpoints = { session: `${flags[1] ?? '/auth'}/session`, signIn: '/signin' };
				const { jar } = await signInAsAda(server.origin, {}, endpoints);
				await jar.visit(`${server.origin}/signout`, { form: {} });
				expect((await jar.visit(server.origin + endpoints.session)).text).toBe('null');
				const wrong = new CookieJar();
				await wrong.visit(`${server.origin}/signin`, {
					form: { ...adasForm, password: `not ${ada.password}` },
				});
				expect((await wrong.visit(server.origin + endpoints.session)).text).toBe('null');
			} finally {
				await server.stop();
			}
		});
	},
);
