import { describe, expect, test } from 'vitest';
import { expectRefusal, graft } from './support/expect.ts';
import { makeHost } from './support/host.ts';

/*
 * Paths end up inside strings of generated code and decide what is guarded: only plain ones pass.
 */

const init = ['init', '--yes', '--no-install'];
/** Nothing of it may be touched, so all of these tests can share it. */
const host = makeHost();

const wrongPaths: [path: string, says: string | RegExp][] = [
	['', 'starts with "/"'],
	['dashboard', 'starts with "/"'],
	['./dashboard', 'starts with "/"'],
	['\\dashboard', 'starts with "/"'],
	['https://example.com/dashboard', 'starts with "/"'],
	['/dashboard?tab=1', 'no query'],
	['/dashboard#top', 'no fragment'],
	["/dash'board", 'not a path'],
	['/dash"board', 'not a path'],
	['/dash`board', 'not a path'],
	['/dash\\board', 'not a path'],
	['/dash board', 'not a path'],
	['/dash\nboard', 'not a path'],
	// biome-ignore lint/suspicious/noTemplateCurlyInString: a shell would have taken it for a variable.
	['/${x}', 'not a path'],
	['/a/../b', 'not a path'],
	['/..', 'not a path'],
	['/./a', 'not a path'],
	['//example.com', 'not a path'],
	['/a//b', 'not a path'],
	['/%64ashboard', 'not a path'],
];

describe.concurrent('--protect', () => {
	test.for([
		...wrongPaths,
		['/signin', '/signin has to stay open'],
		['/signin/', '/signin has to stay open'],
		['/signin/help', '/signin has to stay open'],
		['/signout', '/signout has to stay open'],
		['/auth', '/auth has to stay open'],
		['/auth/session', '/auth has to stay open'],
	] as [string, string][])('%j is refused', async ([path, says]) => {
		await expectRefusal(host, [...init, '--protect', path], {
			exit: 2,
			code: 'AG_PATH_INVALID',
			says: ['--protect', says],
		});
	});

	test('the auth base path is the one that --base-path names', async () => {
		await expectRefusal(host, [...init, '--base-path', '/shop/auth', '--protect', '/shop/auth/x'], {
			exit: 2,
			code: 'AG_PATH_INVALID',
			says: ['/shop/auth has to stay open'],
		});
		await graft(makeHost(), '--base-path', '/shop/auth', '--protect', '/auth');
	});

	test('one wrong path of several stops all', async () => {
		const args = [...init, '--protect', '/dashboard', '--protect', 'admin'];
		await expectRefusal(host, args, { exit: 2, code: 'AG_PATH_INVALID', says: ['Write --protect /admin'] });
	});

	test('good ones guard, each once', async () => {
		const good = ['/', '/dashboard/', '/dashboard', '/blog/[slug]', '/a-b.c_d~e', '/signing', '/authors'];
		const own = makeHost();
		await graft(own, ...good.flatMap((path) => ['--protect', path]));
		expect(own.read('src/hooks.server.ts')).toContain(
			"protect(['/', '/dashboard', '/blog/[slug]', '/a-b.c_d~e', '/signing', '/authors'])",
		);
	});
});

describe.concurrent('--base-path', () => {
	test.for([
		// The rules are those of --protect, so a few of its cases do.
		...wrongPaths.filter(([path]) => ['', 'dashboard', '/dashboard?tab=1', "/dash'board"].includes(path)),
		['/', 'of their own'],
		['/[lang]/auth', 'of their own'],
		['/signin', '/signin is a page'],
		['/signout/x', '/signout is a page'],
	] as [string, string][])('%j is refused', async ([path, says]) => {
		await expectRefusal(host, [...init, '--base-path', path], {
			exit: 2,
			code: 'AG_PATH_INVALID',
			says: ['--base-path', says],
		});
	});

	test('a good one is written, without its trailing slash', async () => {
		const own = makeHost();
		const { stderr } = await graft(own, '--base-path', '/api/auth/', '--providers', 'github');
		expect(own.read('src/auth.ts')).toContain("basePath: '/api/auth',");
		expect(stderr).toContain('http://localhost:5173/api/auth/callback/github');
	});
});

describe.concurrent('--sign-in-page and --sign-out-page', () => {
	test.for([
		[['--sign-in-page', '/'], 'a plain path of its own'],
		[['--sign-out-page', '/[lang]/logout'], 'a plain path of its own'],
		[['--sign-in-page', 'login'], 'Write --sign-in-page /login'],
		[['--sign-in-page', '/signout'], '/signout is said for both pages'],
		[['--sign-in-page', '/auth/login'], '/auth/login lies below /auth'],
		[['--base-path', '/login', '--sign-in-page', '/login/form'], '/login/form lies below /login'],
		[['--base-path', '/login/auth', '--sign-in-page', '/login'], '/login is a page'],
		[['--sign-in-page', '/login', '--protect', '/login'], '/login has to stay open'],
	] as [string[], string][])('%j is refused', async ([flags, says]) => {
		await expectRefusal(host, [...init, ...flags], { exit: 2, code: 'AG_PATH_INVALID', says: [says] });
	});

	test.for([
		['sveltekit3', ['src/routes/account/login/+page.svelte', 'src/routes/bye/+page.server.ts'], 'signin'],
		['sveltekit2', ['src/routes/account/login/+page.svelte', 'src/routes/bye/+page.server.ts'], 'signin'],
		['solidstart2', ['src/routes/account/login.tsx', 'src/routes/bye.tsx'], 'signin.tsx'],
		['solidstart1', ['src/routes/account/login.tsx', 'src/routes/bye.tsx'], 'signin.tsx'],
	] as const)('%s: the pages lie there, and every command knows', async ([fixture, files, usual]) => {
		const own = makeHost({ fixture });
		const pages = ['--sign-in-page', '/account/login', '--sign-out-page', '/bye'];
		const { stderr } = await graft(own, ...pages, '--protect', '/signin');
		expect(stderr).toMatch(/Open http:\/\/localhost:\d+\/account\/login/);
		expect(own.read('src/auth.ts').replaceAll('"', "'")).toContain(
			"pages: { signIn: '/account/login', signOut: '/bye', error: '/account/login' },",
		);
		for (const file of files) expect(own.exists(file), file).toBe(true);
		expect(own.exists(`src/routes/${usual}`)).toBe(false);

		const again = await own.run(...init);
		expect(again.stderr + again.stdout).toContain('Nothing to do');
		await expectRefusal(own, ['protect-route', '/account/login', '--yes'], {
			exit: 2,
			code: 'AG_PATH_INVALID',
			says: ['/account/login has to stay open'],
		});
	});

	test('another one than the auth module says is refused, and nothing is written', async () => {
		const own = makeHost();
		await graft(own);
		await expectRefusal(own, [...init, '--sign-in-page', '/login'], {
			exit: 1,
			code: 'AG_REFUSED',
			says: ['src/auth.ts has a shape that authgraft does not edit'],
		});
		const { stderr } = await own.run(...init, '--sign-in-page', '/login');
		expect(stderr).toContain('configures sign-in already, without pages.signIn /login');
		expect(own.exists('src/routes/login')).toBe(false);
	});
});
