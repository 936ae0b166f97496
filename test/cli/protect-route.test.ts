import { describe, expect, test } from 'vitest';
import { expectFailure, expectRefusal } from './support/expect.ts';
import { graftedHost } from './support/grafted.ts';
import { type Host, makeHost } from './support/host.ts';
import { keys, onTerminal, type Step } from './support/terminal.ts';

const pages = {
	'src/routes/dashboard/+page.svelte': '<h1>Dashboard</h1>\n',
	'src/routes/dashboard/+page.server.ts': `import { getOrders } from '../../lib/orders.remote';

export const load = async ({ params }) => {
	return { params, orders: await getOrders() };
};

export const actions = {
	default: async ({ request }) => ({ done: await request.formData() })
};
`,
	'src/routes/dashboard/deep/+page.svelte': '<h1>Deep</h1>\n',
	'src/routes/dashboard/api/+server.ts': "export const GET = () => new Response('secret');\n",
	'src/routes/(app)/admin/[id]/+page.svelte': '<h1>Admin</h1>\n',
	'src/routes/open/+page.svelte':
		"<script>\n\timport { getNews } from '$lib/news.remote';\n</script>\n\n{#await getNews() then news}{news}{/await}\n",
	'src/lib/orders.remote.ts': `import { query } from '$app/server';

export const getOrders = query(async () => {
	return ['order'];
});
`,
	'src/lib/news.remote.ts':
		"import { query } from '$app/server';\n\nexport const getNews = query(() => 'news');\n",
};

const grafted = (files: Record<string, string> = pages, fixture = 'sveltekit3') =>
	graftedHost(fixture, files);

const run = async (host: Host, ...args: string[]) => {
	const result = await host.run(...args, '--yes');
	expect(result.exit, result.stderr).toBe(0);
	return result;
};

describe.concurrent('protect-route on SvelteKit', () => {
	test('a path: one rule in the hook, and the guard in the functions that only its routes use', async () => {
		const host = await grafted();
		const { stderr } = await run(host, 'protect-route', '/dashboard');
		expect(host.read('src/hooks.server.ts')).toBe(`import { protect } from '@authgraft/runtime/sveltekit';
import { sequence } from '@sveltejs/kit/hooks';
import { handle as authHandle } from './auth';

export const handle = sequence(authHandle, protect(['/dashboard']));
`);
		expect(host.read('src/lib/orders.remote.ts')).toBe(`import { query, getRequestEvent } from '$app/server';
import { requireUser } from '@authgraft/runtime/sveltekit';

export const getOrders = query(async () => {
	await requireUser(getRequestEvent());
	return ['order'];
});
`);
		expect(host.read('src/lib/news.remote.ts')).toBe(pages['src/lib/news.remote.ts']);
		expect(host.read('src/routes/dashboard/+page.server.ts')).toBe(
			pages['src/routes/dashboard/+page.server.ts'],
		);
		expect(stderr).toContain('guards /dashboard');
		// Client-side navigation shows its markup.
		expect(stderr).toMatch(/\/dashboard\/deep.*--page/s);
	});

	test('again: nothing to do; and back: every byte as it was', async () => {
		const host = await grafted();
		const before = host.tree();
		await run(host, 'protect-route', '/dashboard', '--allow-dirty');
		const after = host.tree();
		const { stderr } = await run(host, 'protect-route', '/dashboard');
		expect(stderr).toContain('Nothing to do');
		expect(host.tree()).toEqual(after);
		await run(host, 'unprotect-route', '/dashboard');
		for (const file of ['src/lib/orders.remote.ts', 'src/routes/dashboard/+page.server.ts'])
			expect(host.read(file)).toBe(pages[file as keyof typeof pages]);
		expect(host.read('src/hooks.server.ts')).not.toContain('protect');
		const files = (tree: object) => Object.keys(tree).filter((path) => !path.startsWith('.authgraft/'));
		expect(files(host.tree())).toEqual(files(before));
	});

	test('a page: its load, its actions, and a load where there is none', async () => {
		const host = await grafted();
		await run(host, 'protect-route', '/dashboard', '/dashboard/deep', '/dashboard/api', '--page');
		expect(host.read('src/hooks.server.ts')).not.toContain('protect');
		expect(
			host.read('src/routes/dashboard/+page.server.ts'),
		).toBe(`import { getOrders } from '../../lib/orders.remote';
import { getRequestEvent } from '$app/server';
import { requireUser } from '@authgraft/runtime/sveltekit';

export const load = async ({ params }) => {
	await requireUser(getRequestEvent());
	return { params, orders: await getOrders() };
};

export const actions = {
	default: async ({ request }) => {
		await requireUser(getRequestEvent());
		return { done: await request.formData() };
	}
};
`);
		expect(host.read('src/routes/dashboard/deep/+page.server.ts')).toContain('await requireUser(event);');
		expect(host.read('src/routes/dashboard/api/+server.ts')).toContain('await requireUser(');
		const { stdout } = await host.run('routes', '--json');
		const { routes } = JSON.parse(stdout) as { routes: { kind: string; path: string; guard: string }[] };
		const guards = routes
			.filter(({ path }) => path.startsWith('/dashboard'))
			.map(({ kind, path, guard }) => `${kind} ${path} ${guard}`);
		expect(guards).toEqual([
			'page /dashboard page guard',
			'data request /dashboard page guard',
			'action /dashboard function guard',
			'endpoint /dashboard/api function guard',
			'page /dashboard/deep page guard',
			'data request /dashboard/deep page guard',
		]);
	});

	test('a role is a rule of its own, and 403 in functions too', async () => {
		const host = await grafted();
		await run(host, 'protect-route', '/dashboard', '--role', 'staff');
		await run(host, 'protect-route', '/admin');
		expect(host.read('src/hooks.server.ts')).toMatch(
			/sequence\(\s*authHandle,\s*protect\(\['\/dashboard'\], \{ allow: hasRole\('staff'\) \}\),\s*protect\(\['\/admin'\]\)\s*\)/,
		);
		expect(host.read('src/lib/orders.remote.ts')).toContain(
			"await requireUser(getRequestEvent(), { allow: hasRole('staff') });",
		);
	});

	test('a function by its name, and what is left to look at', async () => {
		const host = await grafted({
			...pages,
			'src/routes/open/+page.server.ts':
				"import { getOrders } from '../../lib/orders.remote';\nexport const load = () => getOrders();\n",
		});
		const { stderr } = await run(host, 'protect-route', '/dashboard');
		expect(host.read('src/lib/orders.remote.ts')).toBe(pages['src/lib/orders.remote.ts']);
		expect(stderr).toContain('authgraft protect-route --function src/lib/orders.remote.ts#getOrders');
		await run(host, 'protect-route', '--function', 'src/lib/orders.remote.ts#getOrders');
		expect(host.read('src/lib/orders.remote.ts')).toContain('await requireUser(getRequestEvent());');
	});

	test('many functions are told by file, and --json has every one', async () => {
		const file = (number: number) => `src/lib/part${number}.remote.ts`;
		const body =
			"import { query } from '$app/server';\n\nexport const getOne = query(() => 1);\nexport const getTwo = query(() => 2);\n";
		const numbers = Array.from({ length: 12 }, (_, index) => index + 11);
		const { 'src/routes/open/+page.svelte': _, 'src/lib/news.remote.ts': __, ...guarded } = pages;
		const host = await grafted({
			...guarded,
			...Object.fromEntries(numbers.map((number) => [file(number), body])),
		});
		const { stdout } = await host.run('protect-route', '/dashboard', '--dry-run', '--json');
		const { next } = JSON.parse(stdout) as { next: { left: { file: string }[]; commands: string[] } };
		expect(next.left).toHaveLength(24);
		expect(next.commands).toHaveLength(24);
		const { stderr } = await run(host, 'protect-route', '/dashboard');
		expect(stderr).toContain('24 functions in 12 files are called by their own address');
		expect(stderr).toContain(`${file(11)}: 2 (getOne and getTwo)\n`);
		expect(stderr).toContain('and 2 more files: authgraft routes lists them\n');
		expect(stderr).toContain(`authgraft protect-route --function ${file(11)}#getOne\n`);
		expect(stderr.match(/src\/lib\/part\d+/g)).toHaveLength(11);
		const listed = await host.run('routes');
		for (const number of numbers) expect(listed.stdout).toContain(file(number));
	});

	test('what a guarded route still uses stays guarded when another one is opened, and is told', async () => {
		const host = await grafted({
			...pages,
			'src/routes/team/+page.svelte': '<h1>Team</h1>\n',
			'src/routes/team/+page.server.ts':
				"import { getOrders } from '../../lib/orders.remote';\nexport const load = () => getOrders();\n",
		});
		await run(host, 'protect-route', '/dashboard', '/team');
		const guarded = host.read('src/lib/orders.remote.ts');
		expect(guarded).toContain('await requireUser(getRequestEvent());');
		const { stderr } = await run(host, 'unprotect-route', '/team');
		expect(host.read('src/hooks.server.ts')).toContain("protect(['/dashboard'])");
		expect(host.read('src/lib/orders.remote.ts')).toBe(guarded);
		expect(stderr).toContain('authgraft unprotect-route --function src/lib/orders.remote.ts#getOrders');
		await run(host, 'unprotect-route', '--function', 'src/lib/orders.remote.ts#getOrders');
		expect(host.read('src/lib/orders.remote.ts')).toBe(pages['src/lib/orders.remote.ts']);
	});

	test('everything except', async () => {
		const host = await grafted();
		await run(host, 'protect-route', '/', '--except', '/', '--except', '/open');
		expect(host.read('src/hooks.server.ts')).toContain("protect(['/'], { except: ['/', '/open'] })");
		const { stdout } = await host.run('routes', '--json');
		const { routes } = JSON.parse(stdout) as { routes: { kind: string; path: string; guard: string }[] };
		const open = routes.filter(({ kind, guard }) => kind === 'page' && guard === 'public');
		expect(open.map(({ path }) => path).sort()).toEqual(['/', '/open', '/signin', '/signout']);
	});
});

describe.concurrent('protect-route refuses', () => {
	test.each([
		[['/dashboad'], 'AG_ROUTE_UNKNOWN', '/dashboard'],
		[['/'], 'AG_PATH_INVALID', '--except'],
		[['dashboard'], 'AG_PATH_INVALID', '/dashboard'],
		[[''], 'AG_PATH_INVALID', '/'],
		[['/dashboard?tab=1'], 'AG_PATH_INVALID', '/dashboard'],
		[['https://example.com/dashboard'], 'AG_PATH_INVALID', '/dashboard'],
		[['\\dashboard'], 'AG_PATH_INVALID', '/dashboard'],
		[['/dashboard/**'], 'AG_PATH_INVALID', '/dashboard'],
		[['/a/**/b'], 'AG_PATH_INVALID', '['],
		[['/^\\/admin/'], 'AG_PATH_INVALID', '/admin'],
		[['/signin'], 'AG_PATH_INVALID', 'sign in'],
		[['/auth/callback'], 'AG_PATH_INVALID', 'sign in'],
		[[], 'AG_MISSING_ANSWER', 'protect-route /dashboard'],
		[['/dashboard', '--role', 'a b'], 'AG_CONDITION_INVALID', 'role'],
		[['/dashboard', '--when', 'session.user.role = "x"'], 'AG_CONDITION_INVALID', '==='],
		[['/dashboard', '--role', 'a', '--when', 'session'], 'AG_CONDITION_INVALID', '--when'],
		[['--function', 'src/lib/none.ts'], 'AG_FUNCTION_UNKNOWN', 'src/lib/orders.remote.ts#getOrders'],
	] as const)('%j: %s', async (args, code, says) => {
		const host = await grafted();
		await expectRefusal(host, ['protect-route', ...args, '--yes'], { exit: 2, code, says: [says] });
	});

	test('a host without sign-in', async () => {
		const host = makeHost({ files: pages });
		const failure = { exit: 1, code: 'AG_NOT_SET_UP', says: ['authgraft init'] } as const;
		await expectRefusal(host, ['protect-route', '/dashboard', '--yes'], failure);
	});

	test('a hook that was edited since into something unknown', async () => {
		const host = await grafted();
		const hooks = "import { handles } from './own';\n\nexport const handle = handles.all;\n";
		host.write({ 'src/hooks.server.ts': hooks });
		const result = await host.run('protect-route', '/dashboard', '--yes');
		expectFailure(result, { exit: 1, code: 'AG_REFUSED' });
		expect(result.stderr).toContain("protect(['/dashboard'])");
		expect(host.read('src/hooks.server.ts')).toBe(hooks);
		expect(host.read('src/lib/orders.remote.ts')).toBe(pages['src/lib/orders.remote.ts']);
	});

	test('a page that is prerendered', async () => {
		const host = await grafted({
			...pages,
			'src/routes/report/+page.svelte': '<h1>Report</h1>\n',
			'src/routes/report/+page.ts': 'export const prerender = true;\n',
		});
		const result = await host.run('protect-route', '/report', '--page', '--yes');
		expectFailure(result, { exit: 1, code: 'AG_REFUSED' });
		expect(result.stderr).toContain('prerender');
		const path = await run(host, 'protect-route', '/report');
		expect(path.stderr).toMatch(/report.*prerender/s);
		const { stdout } = await host.run('routes', '--json');
		const { routes } = JSON.parse(stdout) as { routes: { path: string; guard: string }[] };
		expect(routes.find(({ path: own }) => own === '/report')?.guard).toBe('cannot be guarded (prerendered)');
	});
});

describe.concurrent('protect-route on a terminal', () => {
	const question = 'What is for people who are signed in?';

	test('no route named: the list, narrowed by typing', async () => {
		const host = await grafted();
		const steps: Step[] = [
			[question, 'dashboard/d'],
			['1 match', keys.tab],
			['deep', keys.enter],
			['Write these changes?', keys.enter],
		];
		const { exit, screen } = await onTerminal(host, ['protect-route'], steps);
		expect(exit, screen).toBe(0);
		expect(host.read('src/hooks.server.ts')).toContain("protect(['/dashboard/deep'])");
	});

	test('a path that no route has is asked about; "no", and Ctrl-C, leave everything as it was', async () => {
		const host = await grafted();
		const before = host.tree();
		const asked = await onTerminal(host, ['protect-route', '/dashboad'], [['Did you mean /dashboard', 'n']]);
		expect(asked.exit, asked.screen).toBe(130);
		const cancelled = await onTerminal(host, ['protect-route'], [[question, keys.ctrlC]]);
		expect(cancelled.exit, cancelled.screen).toBe(130);
		const late = await onTerminal(
			host,
			['protect-route', '/dashboard'],
			[['Write these changes?', keys.ctrlC]],
		);
		expect(late.exit, late.screen).toBe(130);
		expect(host.tree()).toEqual(before);
	});
});
