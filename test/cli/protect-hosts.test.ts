import { describe, expect, test } from 'vitest';
import { matrixHosts } from '../support/matrix.ts';
import { expectFailure, expectRefusal } from './support/expect.ts';
import { graftedHost } from './support/grafted.ts';
import type { Files, Host } from './support/host.ts';

/*
 * The way there and back on every kind of host, with pages as people write them, and hosts in which a guard could be
 * believed to hold although it does not.
 */

type Extension = 'ts' | 'js';

const kitPages = (extension: Extension): Files => ({
	'src/routes/dashboard/+page.svelte': '<h1>Dashboard</h1>\n',
	[`src/routes/dashboard/+page.server.${extension}`]: `import { orders } from '../../lib/orders';

export const load = async ({ params }) => {
	return { orders: await orders(params) };
};

export const actions = {
	save: async ({ request }) => {
		return { form: await request.formData() };
	}
};
`,
	[`src/routes/dashboard/api/+server.${extension}`]:
		'export async function POST({ request }) {\n\treturn new Response(await request.text());\n}\n',
	'src/routes/(g)/[[lang]]/team/+page.svelte': '<h1>Team</h1>\n',
	[`src/lib/orders.${extension}`]: 'export const orders = async (all) => [all];\n',
});

const solidPages = (extension: Extension): Files => ({
	[`src/routes/dashboard.${extension}x`]: `import { createAsync, query } from '@solidjs/router';

const getOrders = query(async () => {
	'use server';
	return ['order'];
}, 'orders');

export default function Dashboard() {
	const orders = createAsync(() => getOrders());
	return <p>{orders()}</p>;
}
`,
	[`src/routes/(g)/[[lang]]/team.${extension}x`]:
		'export default function Team() {\n\treturn <h1>Team</h1>;\n}\n',
	[`src/routes/dashboard/api.${extension}`]:
		'export async function POST({ request }) {\n\treturn new Response(await request.text());\n}\n',
	[`src/routes/settings.${extension}x`]:
		"import { save } from '../lib/save';\n\nexport default function Settings() {\n\tvoid save();\n\treturn <h1>Settings</h1>;\n}\n",
	[`src/lib/save.${extension}`]: "'use server';\n\nexport async function save() {\n\treturn 1;\n}\n",
});

const pagesOf = (fixture: string, extension: Extension): Files =>
	fixture.startsWith('solid') ? solidPages(extension) : kitPages(extension);

interface Row {
	kind: string;
	path: string;
	name?: string;
	guard: string;
	signIn?: true;
}

async function rows(host: Host): Promise<Row[]> {
	const { stdout, stderr, exit } = await host.run('routes', '--json');
	expect(exit, stderr).toBe(0);
	return (JSON.parse(stdout) as { routes: Row[] }).routes;
}

const guardsAt = async (host: Host, path: RegExp): Promise<string[]> =>
	(await rows(host))
		.filter((row) => path.test(row.path))
		.map(({ kind, path: at, name, guard }) => [kind, at, name, guard].filter(Boolean).join(' '));

/** Paths of the files that differ, without what authgraft keeps for `undo`. */
function changedFiles(before: object, after: object): string[] {
	const [was, is] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
	return [...new Set([...was.keys(), ...is.keys()])]
		.filter((path) => !path.startsWith('.authgraft') && `${was.get(path)}` !== `${is.get(path)}`)
		.sort();
}

async function run(host: Host, ...args: string[]) {
	const result = await host.run(...args, '--yes');
	expect(result.exit, result.stderr).toBe(0);
	return result;
}

describe.concurrent.each(matrixHosts)('$name, $language', ({ fixture, language }) => {
	const extension = language === 'TypeScript' ? 'ts' : 'js';
	const pages = pagesOf(fixture, extension);

	test('what protect-route guards, routes sees; once; and back', async () => {
		const host = await graftedHost(fixture, pages);
		const before = host.tree();
		const dry = await host.run('protect-route', '/dashboard', '/team', '--yes', '--dry-run', '--json');
		expect(changedFiles(before, host.tree())).toEqual([]);
		const plan = JSON.parse(dry.stdout) as { changes: { kind: string; path: string }[] };
		expect(plan.changes.filter(({ kind }) => kind === 'refuse')).toEqual([]);
		const planned = plan.changes.filter(({ kind }) => kind !== 'skip').map(({ path }) => path);

		await run(host, 'protect-route', '/dashboard', '/team');
		const after = host.tree();
		expect(changedFiles(before, after)).toEqual(planned.sort());
		const all = await rows(host);
		const named = all.filter(({ path }) => /dashboard|team/.test(path));
		expect(named.length).toBeGreaterThanOrEqual(3);
		expect(named.filter(({ guard }) => guard !== 'path rule' && guard !== 'function guard')).toEqual([]);
		const others = all.filter(({ path }) => ['/', '/about', '/signin'].includes(path));
		expect(others.length).toBeGreaterThanOrEqual(2);
		expect(others.filter(({ guard }) => guard !== 'public')).toEqual([]);

		const again = await run(host, 'protect-route', '/team', '/dashboard');
		expect(again.stderr).toContain('Nothing to do');
		expect(changedFiles(after, host.tree())).toEqual([]);

		await run(host, 'unprotect-route', '/dashboard', '/team');
		for (const [path, text] of Object.entries(pages)) expect(host.read(path), path).toBe(text);
		const left = changedFiles(before, host.tree());
		expect(
			left.filter(
				(path) => !/^src\/(?:hooks\.server|middleware|middleware\/index|guarded)\.[jt]sx?$/.test(path),
			),
		).toEqual([]);
		for (const path of left) expect(host.read(path), path).not.toContain('protect(');
	});
});

test.each(['sveltekit2-svelte4', 'solidstart1-js'])(
	'%s: undo after it gives every byte back',
	async (fixture) => {
		const host = await graftedHost(fixture, pagesOf(fixture, 'js'));
		const before = host.tree();
		await run(host, 'protect-route', '/dashboard', '--role', 'staff');
		const guards = await guardsAt(host, /dashboard/);
		expect(guards.length).toBeGreaterThanOrEqual(2);
		expect(guards.filter((guard) => guard.endsWith('public'))).toEqual([]);
		await run(host, 'undo');
		expect(changedFiles(before, host.tree())).toEqual([]);
	},
);

describe('the habits of a file stay', () => {
	const styles = {
		'CRLF and a byte order mark': (text: string) => `\ufeff${text.replaceAll('\n', '\r\n')}`,
		'no semicolons, two spaces': (text: string) => text.replaceAll(/;$/gm, '').replaceAll('\t', '  '),
	};
	describe.each(Object.entries(styles))('%s', (name, write) => {
		test.each([
			['sveltekit3', ['/dashboard', '/dashboard/api', '--page', '--path'], 2],
			['solidstart2', ['/dashboard', '/settings'], 3],
		] as const)('%s', async (fixture, args, edited) => {
			const pages = Object.entries(pagesOf(fixture, 'ts')).map(([path, text]) => [path, write(`${text}`)]);
			const host = await graftedHost(fixture, Object.fromEntries(pages));
			await run(host, 'protect-route', ...args);
			const texts = pages.map(([path = '', before = '']) => ({ before, after: host.read(path) }));
			const changed = texts.filter(({ before, after }) => before !== after);
			expect(changed).toHaveLength(edited);
			for (const { after } of changed) {
				if (name.startsWith('CRLF')) {
					expect(after).toMatch(/^\ufeff(?!.*\ufeff)/s);
					expect(after).not.toMatch(/[^\r]\n/);
				} else {
					expect(after).not.toMatch(/;$|\t/m);
				}
			}
		});
	});
});

describe.concurrent('guards that would be believed to hold', () => {
	test('--page for a path that no page has itself: refused, on both frameworks, even with --force', async () => {
		const kit = await graftedHost('sveltekit3', {
			'src/routes/shop/cart/+page.svelte': '<h1>Cart</h1>\n',
		});
		const solid = await graftedHost('solidstart2', {
			'src/routes/shop/cart.tsx': 'export default () => <h1>Cart</h1>;\n',
		});
		for (const host of [kit, solid])
			await expectRefusal(host, ['protect-route', '/shop', '--page', '--yes', '--force'], {
				exit: 2,
				code: 'AG_ROUTE_UNKNOWN',
				says: ['/shop/cart', 'protect-route /shop'],
			});
	});

	test('--page for the home page is about that page alone', async () => {
		const host = await graftedHost('sveltekit3');
		await run(host, 'protect-route', '/', '--page');
		expect(host.read('src/hooks.server.ts')).not.toContain('protect');
		expect(await guardsAt(host, /^\/(?:about)?$/)).toEqual([
			'page / page guard',
			'data request / page guard',
		]);
	});

	test("--page for SolidStart's endpoint says that only a rule guards it", async () => {
		const host = await graftedHost('solidstart2', solidPages('ts'));
		const result = await host.run('protect-route', '/dashboard/api', '--page', '--yes');
		expectFailure(result, { exit: 1, code: 'AG_REFUSED' });
		expect(result.stderr).toContain('authgraft protect-route /dashboard/api');
		expect(await guardsAt(host, /api$/)).toEqual(['endpoint /dashboard/api POST public']);
	});

	test('--page of one SolidStart page leaves the functions of its neighbours, and takes back what it did', async () => {
		const pages = solidPages('ts');
		const { 'src/routes/settings.tsx': _, ...others } = pages;
		const host = await graftedHost('solidstart2', {
			...others,
			'src/routes/settings/deep.tsx':
				"import { deep } from '../../lib/deep';\n\nexport default () => <p>{String(deep)}</p>;\n",
			'src/routes/settings/(index).tsx':
				"import { save } from '../../lib/save';\n\nexport default () => <p>{String(save)}</p>;\n",
			'src/lib/deep.ts': "'use server';\n\nexport async function deep() {\n\treturn 1;\n}\n",
		});
		const deep = host.read('src/lib/deep.ts');
		await run(host, 'protect-route', '/settings', '--page');
		expect(host.read('src/lib/deep.ts')).toBe(deep);
		expect(host.read('src/lib/save.ts')).toContain('await requireUser(');
		await run(host, 'unprotect-route', '/settings', '--page');
		expect(host.read('src/lib/save.ts')).toBe(pages['src/lib/save.ts']);
	});

	test('an endpoint whose methods come from elsewhere is listed, and fails a check', async () => {
		const host = await graftedHost('sveltekit3', {
			'src/routes/export/+server.ts': "export * from '../../lib/handlers';\n",
			'src/routes/bare/+page.server.ts': 'export const load = () => ({ secret: 1 });\n',
		});
		expect(await guardsAt(host, /export|bare/)).toEqual([
			'page /bare public',
			'data request /bare public',
			'endpoint /export public',
		]);
		for (const path of ['/export', '/bare']) {
			const result = await host.run('routes', '--fail-on', path);
			expectFailure(result, { exit: 1, code: 'AG_ROUTES_PUBLIC' });
		}
		await run(host, 'protect-route', '/export', '/bare');
		expect((await host.run('routes', '--fail-on', '/export', '--fail-on', '/bare')).exit).toBe(0);
	});

	test('the data of a layout, which a guard in the page does not keep', async () => {
		const layout = (guard: string) => `import { requireUser } from '@authgraft/runtime/sveltekit';

export const load = async (event) => {
	${guard}
	return { secret: 1 };
};
`;
		const host = await graftedHost('sveltekit3', {
			...kitPages('ts'),
			'src/routes/dashboard/+layout.server.ts': layout('void event;'),
		});
		const says = 'src/routes/dashboard/+layout.server.ts';
		expect((await run(host, 'protect-route', '/dashboard', '--page')).stderr).toContain(`${says} loads data`);
		expect((await host.run('routes')).stderr).toContain(`the data of ${says} can be had without it`);
		host.write({ [says]: layout('await requireUser(event);') });
		expect((await host.run('routes')).stderr).not.toContain('can be had without it');
		host.write({ [says]: layout('void event;') });
		await run(host, 'protect-route', '/dashboard');
		expect((await host.run('routes')).stderr).not.toContain('can be had without it');
	});

	const hooks = (front: string, list: string) =>
		`import { sequence } from '@sveltejs/kit/hooks';\nimport { handle as authHandle } from './auth';\n${front}\nexport const handle = sequence(${list});\n`;

	test.each([
		[
			'a cache',
			"const cache = async ({ event, resolve }) => {\n\tif (event.url.search) return new Response('kept');\n\treturn resolve(event);\n};",
			'cache, authHandle',
			'cache',
		],
		['a proxy from elsewhere', "import { proxy } from './proxy';", 'proxy, authHandle', 'proxy'],
		[
			'what passes every request on',
			'const theme = async ({ event, resolve }) => {\n\tconst response = await resolve(event);\n\treturn response;\n};',
			'theme, authHandle',
			undefined,
		],
		['tracing', "import { sentryHandle } from './sentry';", 'sentryHandle(), authHandle', undefined],
		['a cache behind', "import { cache } from './cache';", 'authHandle, cache', undefined],
	])('in front of the rule: %s', async (_, front, list, told) => {
		const host = await graftedHost('sveltekit3', {
			...kitPages('ts'),
			'src/hooks.server.ts': hooks(front, list),
		});
		const plan = await run(host, 'protect-route', '/dashboard');
		const audit = await host.run('routes');
		for (const { stderr } of [plan, audit]) {
			if (told === undefined) expect(stderr).not.toContain('runs before the rules');
			else expect(stderr).toContain(`\`${told}\` runs before the rules`);
		}
	});

	test("SolidStart: middleware in front that answers, and one that only looks, in the project's own list", async () => {
		const middleware = (front: string) =>
			`import { createMiddleware } from '@solidjs/start/middleware';\nimport { authMiddleware } from '@authgraft/runtime/solid-start';\nimport { authConfig } from '../auth';\n\nconst front = ${front};\n\nexport default createMiddleware({ onRequest: [front, authMiddleware(authConfig)] });\n`;
		const answers = "(event) => {\n\tif (event.request.method === 'PURGE') return new Response('x');\n}";
		const looks = '(event) => {\n\tevent.locals.at = Date.now();\n}';
		for (const [front, told] of [
			[answers, true],
			[looks, false],
		] as const) {
			const host = await graftedHost('solidstart2', solidPages('ts'));
			const file = host.exists('src/middleware.ts') ? 'src/middleware.ts' : 'src/middleware/index.ts';
			const auth = file === 'src/middleware.ts' ? './auth' : '../auth';
			host.write({ [file]: middleware(front).replace('../auth', auth) });
			const { stderr } = await run(host, 'protect-route', '/dashboard');
			expect(stderr.includes('`front` runs before the rules')).toBe(told);
		}
	});

	test('a plan that gives a page its load does not complain that it has none', async () => {
		const host = await graftedHost('sveltekit3', {
			'src/routes/bare/+page.svelte': '<h1>Bare</h1>\n',
		});
		const { stderr } = await run(host, 'protect-route', '/bare', '--page', '--path');
		expect(stderr).not.toContain('no server load');
		expect(host.read('src/routes/bare/+page.server.ts')).toContain('await requireUser(');
	});
});
