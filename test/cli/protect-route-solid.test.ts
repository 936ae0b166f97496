import { describe, expect, test } from 'vitest';
import { graftedHost } from './support/grafted.ts';
import type { Host } from './support/host.ts';

const files = {
	'src/lib/orders.ts': `import { query } from '@solidjs/router';

export const getOrders = query(async () => {
	'use server';
	return ['order'];
}, 'orders');
`,
	'src/lib/news.ts': `import { query } from '@solidjs/router';

export const getNews = query(async () => {
	'use server';
	return 'news';
}, 'news');
`,
	'src/routes/dashboard/index.tsx': `import { createAsync } from '@solidjs/router';
import { getNews } from '~/lib/news';
import { getOrders } from '~/lib/orders';

export default function Dashboard() {
	const orders = createAsync(() => getOrders());
	const news = createAsync(() => getNews());
	return <p>{orders()}{news()}</p>;
}
`,
	'src/routes/dashboard/settings.tsx': 'export default () => <p>Settings</p>;\n',
	'src/routes/dashboard/api.ts': "export const GET = () => new Response('secret');\n",
	'src/routes/(staff)/admin.tsx': 'export default function Admin() {\n\treturn <p>Admin</p>;\n}\n',
	'src/routes/news.tsx': `import { createAsync } from '@solidjs/router';
import { getNews } from '~/lib/news';

export default function News() {
	return <p>{createAsync(() => getNews())()}</p>;
}
`,
};

const run = async (host: Host, ...args: string[]) => {
	const result = await host.run(...args, '--yes');
	expect(result.exit, result.stderr).toBe(0);
	return result;
};

interface Row {
	kind: string;
	path: string;
	name?: string;
	guard: string;
	conditional?: true;
}

async function guards(host: Host, start: string): Promise<string[]> {
	const { stdout } = await host.run('routes', '--json');
	const { routes } = JSON.parse(stdout) as { routes: Row[] };
	return routes
		.filter(({ path }) => path.startsWith(start))
		.map(({ kind, path, name, guard, conditional }) =>
			[kind, path, name, '->', guard, conditional && 'with a condition'].filter(Boolean).join(' '),
		);
}

describe.concurrent.each(['solidstart2', 'solidstart1'])('protect-route on %s', (fixture) => {
	const grafted = () => graftedHost(fixture, files);

	test('a path: the rule, the pages, and the functions that only they use', async () => {
		const host = await grafted();
		const { stderr } = await run(host, 'protect-route', '/dashboard');
		expect(host.read('src/middleware.ts')).toMatch(
			/authMiddleware\(authConfig\), protect\(\[['"]\/dashboard['"]\]\)/,
		);
		expect(host.read('src/routes/dashboard/index.tsx')).toBe(
			files['src/routes/dashboard/index.tsx']
				.replace("from '~/lib/orders';", "from '~/lib/orders';\nimport { guarded } from '../../guarded';")
				.replace('export default function', 'function')
				.concat('\nexport default guarded(Dashboard);\n'),
		);
		expect(host.read('src/routes/dashboard/settings.tsx')).toContain('guarded(() => <p>Settings</p>)');
		expect(host.read('src/guarded.tsx')).toContain("from './session'".replaceAll("'", quote(host)));
		expect(host.read('src/lib/orders.ts')).toContain(
			"\t'use server';\n\tawait requireUser(getRequestEvent(), authConfig, { from: '/dashboard' });\n",
		);
		// An open page uses it, too.
		expect(host.read('src/lib/news.ts')).toBe(files['src/lib/news.ts']);
		expect(stderr).toContain('authgraft protect-route --function src/lib/news.ts#getNews');
		expect(await guards(host, '/dashboard')).toEqual([
			'page /dashboard -> path rule',
			'endpoint /dashboard/api GET -> path rule',
			'page /dashboard/settings -> path rule',
		]);
		expect(await guards(host, 'src/lib')).toEqual([
			'server function src/lib/news.ts getNews -> public',
			'server function src/lib/orders.ts getOrders -> function guard',
		]);
	});

	test('again: nothing to do; and back: what was there', async () => {
		const host = await grafted();
		await run(host, 'protect-route', '/dashboard');
		const after = host.tree();
		expect((await run(host, 'protect-route', '/dashboard')).stderr).toContain('Nothing to do');
		expect(host.tree()).toEqual(after);
		await run(host, 'unprotect-route', '/dashboard');
		for (const [path, text] of Object.entries(files)) expect(host.read(path), path).toBe(text);
		expect(host.read('src/middleware.ts')).not.toContain('protect');
	});

	test('a role: a guard of its own for the page, in a server function', async () => {
		const host = await grafted();
		await run(host, 'protect-route', '/admin', '--role', 'admin');
		expect(host.read('src/routes/(staff)/admin.tsx')).toContain('export default guarded(Admin, guardAdmin);');
		expect(host.read('src/guards.ts').replaceAll('"', "'")).toMatch(
			/^import [\s\S]+\n\nexport const guardAdmin = query\(async \(from: string\) => \{\s+'use server';\s+return requireUser\(getRequestEvent\(\), authConfig, \{ from, allow: hasRole\('admin'\) \}\);\s+\}, 'guard-admin'\);\n$/,
		);
		expect(await guards(host, '/admin')).toEqual(['page /admin -> path rule with a condition']);
		await run(host, 'unprotect-route', '/admin');
		expect(host.read('src/routes/(staff)/admin.tsx')).toBe(files['src/routes/(staff)/admin.tsx']);
	});

	test('a layout is wrapped when all of its pages are guarded, else each of those that are', async () => {
		const layout = 'export default function Staff(props) {\n\treturn <main>{props.children}</main>;\n}\n';
		const host = await graftedHost(fixture, {
			...files,
			'src/routes/(staff).tsx': layout,
			'src/routes/(staff)/rules.tsx': 'export default () => <p>Rules</p>;\n',
		});
		await run(host, 'protect-route', '/', '--except', '/', '--except', '/rules');
		expect(host.read('src/routes/(staff).tsx')).toBe(layout);
		expect(host.read('src/routes/(staff)/admin.tsx')).toContain('guarded(Admin)');
		expect(host.read('src/routes/(staff)/rules.tsx')).not.toContain('guarded');
		expect(host.read('src/routes/signin.tsx')).not.toContain('guarded');
		await run(host, 'unprotect-route', '/');
		expect(host.read('src/routes/(staff)/admin.tsx')).toBe(files['src/routes/(staff)/admin.tsx']);
		expect(host.read('src/middleware.ts')).not.toContain('protect');
		await run(host, 'protect-route', '/', '--except', '/');
		expect(host.read('src/routes/(staff).tsx')).toContain('export default guarded(Staff);');
		expect(host.read('src/routes/(staff)/admin.tsx')).toBe(files['src/routes/(staff)/admin.tsx']);
		await run(host, 'unprotect-route', '/');
		expect(host.read('src/routes/(staff).tsx')).toBe(layout);
	});

	test('a page for new people is no sign-in page: it and its functions are guarded', async () => {
		const host = await graftedHost(fixture, {
			...files,
			'src/lib/welcome.ts': files['src/lib/orders.ts'].replaceAll('rders', 'ffers'),
			'src/routes/onboarding.tsx': `import { createAsync } from '@solidjs/router';
import { getOffers } from '~/lib/welcome';

export default function Onboarding() {
	return <p>{createAsync(() => getOffers())()}</p>;
}
`,
		});
		const auth = host.read('src/auth.ts').replace(/pages: \{ /, "pages: { newUser: '/onboarding', ");
		expect(auth).toContain('newUser');
		host.write({ 'src/auth.ts': auth });
		await run(host, 'protect-route', '/onboarding');
		expect(host.read('src/routes/onboarding.tsx')).toContain('guarded(Onboarding)');
		expect(host.read('src/lib/welcome.ts')).toContain('await requireUser(');
	});

	test('what signs people in stays open, what signs them out is guarded like anything else', async () => {
		const host = await graftedHost(fixture, {
			'src/lib/account.ts': `import { signIn, signOut } from '@authgraft/runtime/solid-start';
import { action } from '@solidjs/router';
import { getRequestEvent } from 'solid-js/web';
import { authConfig } from '../auth';

export const enter = action(async (form: FormData) => {
	'use server';
	return signIn(getRequestEvent(), authConfig, form);
}, 'enter');

export const remove = action(async (form: FormData) => {
	'use server';
	return signOut(getRequestEvent(), authConfig, form);
}, 'remove');
`,
			'src/routes/account.tsx': `import { enter, remove } from '~/lib/account';

export default function Account() {
	return <form action={remove} method="post"><button formAction={enter} /></form>;
}
`,
		});
		await run(host, 'protect-route', '/account');
		expect(await guards(host, 'src/lib')).toEqual([
			'server function src/lib/account.ts enter -> public',
			'server function src/lib/account.ts remove -> function guard',
		]);
	});

	test('a route of the host below the auth path is no part of signing in: --fail-on sees it', async () => {
		const host = await graftedHost(fixture, {
			'src/routes/api/auth/export.ts': "export const GET = () => new Response('all');\n",
		});
		const result = await host.run('routes', '--fail-on', '/api', '--json');
		expect(result.exit).toBe(1);
		expect(JSON.parse(result.stdout).error.message).toMatch(/^One entry .*\/api\/auth\/export GET$/);
	});

	test('one page alone', async () => {
		const host = await grafted();
		await run(host, 'protect-route', '/dashboard/settings', '--page');
		expect(host.read('src/middleware.ts')).not.toContain('protect');
		expect(await guards(host, '/dashboard')).toEqual([
			'page /dashboard -> public',
			'endpoint /dashboard/api GET -> public',
			'page /dashboard/settings -> page guard',
		]);
	});
});

const quote = (host: Host): string => (host.read('src/guarded.tsx').includes('"') ? '"' : "'");
