import { describe, expect, test } from 'vitest';
import { expectFailure } from './support/expect.ts';
import { graftedHost } from './support/grafted.ts';
import { type Host, makeHost } from './support/host.ts';

const files = {
	'src/routes/dashboard/+page.svelte': '<h1>Dashboard</h1>\n',
	'src/routes/dashboard/+page.server.ts':
		'export const load = () => ({ a: 1 });\nexport const actions = { save: () => {} };\n',
	'src/routes/(app)/reports/[year=int]/+page.svelte': '<h1>Report</h1>\n',
	'src/routes/api/export/+server.ts':
		"import { requireUser } from '@authgraft/runtime/sveltekit';\n\nexport const GET = async (event) => {\n\tawait requireUser(event);\n\treturn new Response('x');\n};\nexport const POST = () => new Response('x');\n",
	'src/routes/about/+page.svelte': '<h1>About</h1>\n',
	'src/routes/about/+page.ts': 'export const prerender = true;\n',
	'src/lib/orders.remote.ts':
		"import { command, query } from '$app/server';\nimport { getRequestEvent } from '$app/server';\nimport { requireUser } from '@authgraft/runtime/sveltekit';\n\nexport const getOrders = query(async () => {\n\tawait requireUser(getRequestEvent());\n\treturn [];\n});\n\nexport const pay = command(async () => {\n\trequireUser(getRequestEvent());\n});\n",
};

const audited = (more: Record<string, string> = {}, ...flags: string[]) =>
	graftedHost('sveltekit3', { ...files, ...more }, ...flags);

interface Row {
	kind: string;
	path: string;
	name?: string;
	guard: string;
	note?: string;
	signIn?: true;
}

async function rows(host: Host): Promise<Row[]> {
	const { stdout, exit, stderr } = await host.run('routes', '--json');
	expect(exit, stderr).toBe(0);
	return (JSON.parse(stdout) as { routes: Row[] }).routes;
}

const line = ({ kind, path, name, guard }: Row): string =>
	[kind, path, name, '->', guard].filter(Boolean).join(' ');

describe.concurrent('routes', () => {
	test('lists everything that can be asked for, with its guard', async () => {
		const host = await audited({}, '--protect', '/dashboard');
		const before = host.tree();
		expect((await rows(host)).map(line)).toEqual([
			'page / -> public',
			'data request / -> public',
			'page /about -> cannot be guarded (prerendered)',
			'data request /about -> cannot be guarded (prerendered)',
			'endpoint /api/export GET -> function guard',
			'endpoint /api/export POST -> public',
			'page /dashboard -> path rule',
			'data request /dashboard -> path rule',
			'action /dashboard save -> path rule',
			'page /reports/[year=int] -> public',
			'data request /reports/[year=int] -> public',
			'page /signin -> public',
			'data request /signin -> public',
			'action /signin default -> public',
			'page /signout -> public',
			'data request /signout -> public',
			'action /signout default -> public',
			'remote function src/lib/orders.remote.ts getOrders -> function guard',
			'remote function src/lib/orders.remote.ts pay -> public',
		]);
		const all = await rows(host);
		expect(all.filter(({ signIn }) => signIn).map(({ path }) => path)).toContain('/signin');
		expect(all.find(({ name }) => name === 'pay')?.note).toContain('not awaited');
		expect(host.tree()).toEqual(before);
	});

	test('as a table on stdout, and what there is to say on stderr', async () => {
		const host = await audited({}, '--protect', '/dashboard');
		const { stdout, stderr, exit } = await host.run('routes');
		expect(exit).toBe(0);
		expect(stdout.split('\n')[0]).toMatch(/^KIND\s+ROUTE\s+GUARD\s+WHERE$/);
		expect(stdout).toMatch(/^page +\/dashboard +path rule +src\/hooks\.server\.ts:5$/m);
		expect(stdout).toMatch(
			/^endpoint +\/api\/export GET +function guard +src\/routes\/api\/export\/\+server\.ts:4$/m,
		);
		expect(stderr).toContain('not awaited');
	});

	test('what is said of several stands on one line, and of many lines ten', async () => {
		const numbers = Array.from({ length: 12 }, (_, index) => index + 10);
		const files = numbers.flatMap((number) => [
			[`src/routes/made${number}/+page.svelte`, '<h1>Made</h1>\n'],
			[`src/routes/made${number}/+page.ts`, "export const prerender = 'auto';\n"],
		]);
		const host = await audited(Object.fromEntries(files));
		const { stderr } = await host.run('routes');
		const notes = stderr.split('\n').filter((line) => line.startsWith('Note: '));
		expect(notes.filter((line) => line.includes('may be prerendered'))).toHaveLength(1);
		expect(stderr).toMatch(/Note: page \/made10, .* and \d+ more: it may be prerendered/);
		expect(notes.filter((line) => line.includes(' while building'))).toHaveLength(10);
		expect(stderr).toContain('Note: and 3 more: --json has all of them\n');
		const { stdout } = await host.run('routes', '--json');
		const { notes: all } = JSON.parse(stdout) as { notes: string[] };
		expect(all.filter((line) => line.includes(' while building'))).toHaveLength(13);
	});

	test('a pattern of one value guards no route, and is told', async () => {
		const host = await audited({}, '--protect', '/reports/2026');
		const row = (await rows(host)).find(({ path, kind }) => kind === 'page' && path.startsWith('/reports'));
		expect(row?.guard).toBe('public');
		expect(row?.note).toContain('covers some of its addresses only');
	});

	test('remote functions closed in one place', async () => {
		const hooks = `import { protect } from '@authgraft/runtime/sveltekit';
import { sequence } from '@sveltejs/kit/hooks';
import { handle as authHandle } from './auth';

export const handle = sequence(authHandle, protect([], { remoteFunctions: 'deny' }));
`;
		const host = await audited();
		host.write({ 'src/hooks.server.ts': hooks });
		const functions = (await rows(host)).filter(({ kind }) => kind === 'remote function');
		expect(functions.map(line)).toEqual([
			'remote function src/lib/orders.remote.ts getOrders -> function guard',
			'remote function src/lib/orders.remote.ts pay -> path rule',
		]);
	});

	test('a rule leaves the sign-in page open that it names itself', async () => {
		const hooks = `import { protect } from '@authgraft/runtime/sveltekit';
import { sequence } from '@sveltejs/kit/hooks';
import { handle as authHandle } from './auth';

export const handle = sequence(authHandle, protect(['/'], { signInPage: '/about?from=guard' }));
`;
		const host = await audited({ 'src/routes/about/+page.ts': '' });
		host.write({ 'src/hooks.server.ts': hooks });
		const pages = (await rows(host)).filter(({ kind, guard }) => kind === 'page' && guard === 'public');
		expect(pages.map(({ path }) => path)).toEqual(['/about', '/signin', '/signout']);
	});

	test('a rule that does not run counts as none', async () => {
		const host = await audited();
		const hooks = `import { protect } from '@authgraft/runtime/sveltekit';
export { handle } from './auth';

export const guard = protect(['/dashboard']);
`;
		host.write({ 'src/hooks.server.ts': hooks });
		expect((await rows(host)).find(({ path }) => path === '/dashboard')?.guard).toBe('public');
		const { stderr } = await host.run('routes');
		expect(stderr).toContain('src/hooks.server.ts:4');
	});

	test('guards that people wrote by hand: named, with a request to try, and not counted', async () => {
		const host = await audited();
		const hooks = `import { redirect } from '@sveltejs/kit';
import { sequence } from '@sveltejs/kit/hooks';
import { handle as authHandle } from './auth';

const guard = async ({ event, resolve }) => {
	if (event.url.pathname.startsWith('/dashboard') && !(await event.locals.auth())?.user) {
		redirect(303, '/signin');
	}
	return resolve(event);
};

export const handle = sequence(authHandle, guard);
`;
		host.write({ 'src/hooks.server.ts': hooks });
		const { stdout } = await host.run('routes', '--json');
		const { findings } = JSON.parse(stdout) as {
			findings: { code: string; line: number; message: string }[];
		};
		expect(findings.map(({ code, line: at }) => `${code} ${at}`)).toEqual(
			expect.arrayContaining(['pathname-check 6', 'thrown-redirect 7']),
		);
		expect(findings[0]?.message).toContain('%64ashboard');
	});

	test('a host without sign-in is listed as open', async () => {
		const host = makeHost({ files });
		const guards = (await rows(host)).filter(({ kind }) => kind === 'page').map(({ guard }) => guard);
		expect(new Set(guards)).toEqual(new Set(['public', 'cannot be guarded (prerendered)']));
	});
});

describe.concurrent('routes --fail-on', () => {
	test.each([
		['/dashboard', 0],
		['/api', 1],
		['/api/*', 1],
		['/**/export', 1],
		['/about', 1],
		['/reports', 1],
		['/nothing', 0],
		['src/lib', 1],
		['src/lib/orders.remote.ts#getOrders', 0],
		['/signin', 0],
	])('%s: exit %i', async (pattern, code) => {
		const host = await audited({}, '--protect', '/dashboard');
		const result = await host.run('routes', '--fail-on', pattern);
		if (code === 0) expect(result.exit, result.stderr).toBe(0);
		else expectFailure(result, { exit: 1, code: 'AG_ROUTES_PUBLIC', says: ['protect-route'] });
		const json = await host.run('routes', '--fail-on', pattern, '--json');
		expect(json.exit).toBe(code);
		expect(JSON.parse(json.stdout)).toMatchObject({ schema: 1, command: 'routes', exitCode: code });
	});

	test.each(['', 'not a path', '/a?b'])('%j is wrong usage', async (pattern) => {
		const host = makeHost({ files });
		const result = await host.run('routes', '--fail-on', pattern);
		expectFailure(result, { exit: 2, code: 'AG_PATH_INVALID', says: ['--fail-on'] });
	});
});
