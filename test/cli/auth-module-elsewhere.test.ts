import { describe, expect, test } from 'vitest';
import { graftedHost } from './support/grafted.ts';
import type { Files, Host } from './support/host.ts';
import { differences } from './support/tree.ts';

/*
 * People move the module that configures sign-in. Wherever it lies, every command finds the same one, reads the object
 * that is really handed over, and names it as the files of the host do.
 */

interface Elsewhere {
	fixture: string;
	/** Where `init` puts it, and where it goes. */
	from: string;
	to: string;
	/** How the files of the host import it then. */
	name: string;
	/** What people add: a page, and a function that browsers call by its own address. */
	files: Files;
	admin: string;
	people: string;
}

const kitPages: Files = {
	'src/routes/account/+page.svelte': '<h1>Account</h1>\n',
	'src/routes/admin/+page.svelte': '<h1>Admin</h1>\n',
	'src/routes/admin/+page.server.ts': 'export const load = () => {\n\treturn { a: 1 };\n};\n',
};
const solidPage = (name: string) => `export default function ${name}() {\n  return <h1>${name}</h1>;\n}\n`;
const people = '"use server";\n\nexport async function people() {\n  return [];\n}\n';
const remote =
	"import { query } from '$app/server';\n\nexport const people = query(async () => {\n\treturn [];\n});\n";

const hosts: Record<string, Elsewhere> = {
	'SvelteKit 3, src/lib/server/auth.ts': {
		...{ fixture: 'sveltekit3', from: 'src/auth.ts', to: 'src/lib/server/auth.ts' },
		name: '#lib/server/auth.ts',
		files: { ...kitPages, 'src/routes/admin/people.remote.ts': remote },
		...{ admin: 'src/routes/admin/+page.server.ts', people: 'src/routes/admin/people.remote.ts' },
	},
	'SvelteKit 2, src/lib/auth/index.ts': {
		...{ fixture: 'sveltekit2', from: 'src/auth.ts', to: 'src/lib/auth/index.ts' },
		name: '$lib/auth',
		files: { ...kitPages, 'src/routes/admin/people.remote.ts': remote },
		...{ admin: 'src/routes/admin/+page.server.ts', people: 'src/routes/admin/people.remote.ts' },
	},
	'SolidStart 2, src/lib/server/auth.ts': {
		...{ fixture: 'solidstart2', from: 'src/auth.ts', to: 'src/lib/server/auth.ts' },
		name: '~/lib/server/auth',
		files: {
			'src/routes/account.tsx': solidPage('Account'),
			'src/routes/admin.tsx': solidPage('Admin'),
			'src/lib/people.ts': people,
		},
		...{ admin: 'src/routes/admin.tsx', people: 'src/lib/people.ts' },
	},
	'SolidStart 1 in JavaScript, src/lib/auth.js': {
		...{ fixture: 'solidstart1-js', from: 'src/auth.js', to: 'src/lib/auth.js' },
		name: '~/lib/auth',
		files: {
			'src/routes/account.jsx': solidPage('Account'),
			'src/routes/admin.jsx': solidPage('Admin'),
			'src/lib/people.js': people,
		},
		...{ admin: 'src/routes/admin.jsx', people: 'src/lib/people.js' },
	},
};

/** A host in which `init` has run, and somebody has moved the module, given it a path of its own, and written a decoy. */
async function moved({ fixture, from, to, name, files }: Elsewhere): Promise<Host> {
	const host = await graftedHost(fixture, files, '--protect', '/account');
	for (const path of sourceFiles(host)) {
		const text = host.read(path);
		const after = text.replace(/(from ['"])\.{1,2}\/(?:\.\.\/)*auth(['"])/g, `$1${name}$2`);
		if (after !== text) host.write({ [path]: after });
	}
	const decoy = "export const decoy = { basePath: '/decoy', pages: { signIn: '/decoy' } };\n\n";
	const own = host
		.read(from)
		.replace(/^(?=(?:\/\*\* @type.*\n)?export const)/m, decoy)
		.replace(/^(\s+)pages: /m, "$1basePath: '/api/sign-in',\n$1pages: ");
	host.write({ [to]: own, [from]: null });
	if (fixture.startsWith('solid')) {
		const [route = ''] = sourceFiles(host).filter((path) => path.includes('[...solidauth]'));
		host.write({ [route.replace('/api/auth/', '/api/sign-in/')]: host.read(route), [route]: null });
	}
	expect(own).toContain('decoy');
	expect(own).toContain("basePath: '/api/sign-in'");
	return host;
}

const sourceFiles = (host: Host): string[] =>
	Object.keys(host.tree()).filter((path) => path.startsWith('src/') && /\.(?:[jt]sx?|svelte)$/.test(path));

/** Runs a command, and tells which files it changed, its journal aside. */
async function change(host: Host, ...args: string[]) {
	const before = host.tree();
	const { exit, stdout, stderr } = await host.run(...args);
	expect(exit, stderr).toBe(0);
	const changed = differences(before, host.tree()).filter((path) => !path.includes('.authgraft/'));
	return { changed, stdout, stderr };
}

const env = ['~ .env', '~ .env.example'];
const isKit = ({ fixture }: Elsewhere) => fixture.startsWith('sveltekit');
const ruleFile = (one: Elsewhere) =>
	isKit(one) ? 'src/hooks.server.ts' : `src/middleware.${one.from.slice(-2)}`;

describe.each(Object.entries(hosts))('%s', (_, one) => {
	const { to, name, admin } = one;

	test('init: it is done already', async () => {
		const host = await moved(one);
		const { changed, stderr } = await change(host, 'init', '--yes', '--no-install');
		expect(changed).toEqual([]);
		expect(stderr).toContain('Nothing to do: sign-in is set up already.');
		const same = await change(host, 'init', '--yes', '--no-install', '--base-path', '/api/sign-in');
		expect(same.changed).toEqual([]);
		const before = host.tree();
		const other = await host.run('init', '--yes', '--no-install', '--base-path', '/decoy');
		expect(other.exit).toBe(1);
		expect(other.stdout + other.stderr).toContain(
			'configures sign-in already, without basePath /decoy; add that by hand',
		);
		expect(host.tree()).toEqual(before);
	});

	test('routes: the rule is seen, and what stays open is told by its own path', async () => {
		const host = await moved(one);
		const { stdout, changed } = await change(host, 'routes', '--json');
		expect(changed).toEqual([]);
		const entries: { path: string; kind: string; guard: string; signIn?: boolean; guardedIn?: object }[] =
			JSON.parse(stdout).routes;
		const line =
			host
				.read(ruleFile(one))
				.split('\n')
				.findIndex((text) => /protect\(\[/.test(text)) + 1;
		expect(entries.find(({ path, kind }) => path === '/account' && kind === 'page')).toMatchObject({
			guard: 'path rule',
			guardedIn: { file: ruleFile(one), line },
		});
		expect(entries.find(({ path, kind }) => path === '/admin' && kind === 'page')).toMatchObject({
			guard: 'public',
		});
		const open = new Set(entries.filter(({ signIn }) => signIn).map(({ path }) => path));
		for (const path of ['/signin', '/signout']) expect(open).toContain(path);
		if (!isKit(one)) expect(open).toContain('/api/sign-in/[...solidauth]');
	});

	test('protect-route: a path, and back', async () => {
		const host = await moved(one);
		const before = host.read(ruleFile(one));
		const { changed } = await change(host, 'protect-route', '/admin', '--yes');
		expect(changed).toContain(`~ ${ruleFile(one)}`);
		const quote = before.includes("'/account'") ? "'" : '"';
		expect(host.read(ruleFile(one))).toBe(
			before.replace(`${quote}/account${quote}`, `${quote}/account${quote}, ${quote}/admin${quote}`),
		);
		expect(host.read(ruleFile(one))).toContain(`from ${quote}${name}${quote}`);
		await change(host, 'unprotect-route', '/admin', '--yes');
		expect(host.read(ruleFile(one))).toBe(before);
	});

	test('protect-route: a page', async () => {
		const host = await moved(one);
		const before = host.read(admin);
		const { changed } = await change(host, 'protect-route', '/admin', '--page', '--yes');
		expect(changed).toContain(`~ ${admin}`);
		expect(changed).not.toContain(`~ ${ruleFile(one)}`);
		if (isKit(one))
			expect(host.read(admin)).toBe(
				`import { getRequestEvent } from '$app/server';\nimport { requireUser } from '@authgraft/runtime/sveltekit';\n\n${before
					.replace('() =>', 'async () =>')
					.replace('\treturn', '\tawait requireUser(getRequestEvent());\n\treturn')}`,
			);
		else
			expect(host.read(admin)).toBe(
				`import { guarded } from "../guarded";\n\n${before.replace('export default ', '')}\nexport default guarded(Admin);\n`,
			);
	});

	test('protect-route: a page for a role', async () => {
		const host = await moved(one);
		await change(host, 'protect-route', '/admin', '--role', 'editor', '--yes');
		expect(host.read(ruleFile(one))).toMatch(
			/protect\(\[['"]\/admin['"]\], \{ allow: hasRole\(['"]editor['"]\) \}\)/,
		);
		if (isKit(one)) return;
		const relative = `./${to.slice('src/'.length).replace(/\.[jt]s$/, '')}`;
		expect(host.read(`src/guards.${to.slice(-2)}`)).toContain(`import { authConfig } from "${relative}";`);
	});

	test('protect-route: a function', async () => {
		const host = await moved(one);
		const before = host.read(one.people);
		const { changed } = await change(host, 'protect-route', '--function', one.people, '--yes');
		expect(changed).toEqual([`~ ${one.people}`]);
		const relative = `./${to.slice('src/lib/'.length).replace(/\.[jt]s$/, '')}`;
		expect(host.read(one.people)).toBe(
			isKit(one)
				? before
						.replace('{ query }', '{ query, getRequestEvent }')
						.replace(
							"'$app/server';\n",
							"'$app/server';\nimport { requireUser } from '@authgraft/runtime/sveltekit';\n",
						)
						.replace('\treturn', '\tawait requireUser(getRequestEvent());\n\treturn')
				: before
						.replace(
							'"use server";\n',
							`"use server";\nimport { requireUser } from "@authgraft/runtime/solid-start";\nimport { getRequestEvent } from "solid-js/web";\nimport { authConfig } from "${relative}";\n`,
						)
						.replace('  return', '  await requireUser(getRequestEvent(), authConfig);\n  return'),
		);
	});

	test('add-provider, and remove-provider back', async () => {
		const host = await moved(one);
		const before = host.read(to);
		const { changed, stdout } = await change(
			host,
			'add-provider',
			'github',
			'--yes',
			'--no-install',
			'--json',
		);
		const declared = isKit(one) && host.exists('src/env.ts') ? ['~ src/env.ts'] : [];
		expect(changed).toEqual([...env, ...declared, `~ ${to}`].sort());
		const port = isKit(one) ? 5173 : 3000;
		expect(JSON.parse(stdout).next.providers[0].callbackUrls.development).toBe(
			`http://localhost:${port}/api/sign-in/callback/github`,
		);
		const quote = before.includes("from '@authgraft") ? "'" : '"';
		const semicolon = before.includes('runtime/') && /from .*;\n/.test(before) ? ';' : '';
		const grown = host.read(to);
		expect(grown).toBe(
			before
				.replace(/^/, `import GitHub from ${quote}@auth/core/providers/github${quote}${semicolon}\n`)
				.replace(/(\n\s*)(\.\.\..*Development\(\)\] : \[\]\))/, '$1$2,$1GitHub'),
		);
		const again = await change(host, 'add-provider', 'github', '--yes', '--no-install');
		expect(again.changed).toEqual([]);
		expect(again.stderr).toContain('Nothing to do: github is there already.');
		const removed = await change(host, 'remove-provider', 'github', '--yes');
		expect(removed.changed).toEqual([`~ ${to}`]);
		expect(host.read(to)).toBe(before);
	});

	test('secret, and secret rotate', async () => {
		const host = await moved(one);
		expect((await change(host, 'secret', '--yes')).changed).toEqual([]);
		const declared = host.exists('src/env.ts') ? ['~ src/env.ts'] : [];
		expect((await change(host, 'secret', 'rotate', '--yes')).changed).toEqual([...env, ...declared]);
		host.edit(to, "basePath: '/api/sign-in',", "basePath: '/api/sign-in',\n\tsecret: 'mine',");
		const line =
			host
				.read(to)
				.split('\n')
				.findIndex((text) => text.includes("secret: 'mine'")) + 1;
		const before = host.tree();
		const { exit, stdout, stderr } = await host.run('secret', 'rotate', '--yes');
		expect(exit).toBe(1);
		expect(stdout + stderr).toContain(`${to}:${line}`);
		expect(stdout + stderr).toContain('names its `secret` itself');
		expect(host.tree()).toEqual(before);
	});

	test('add-adapter: in front of its providers', async () => {
		const host = await moved(one);
		const before = host.read(to);
		const { changed } = await change(host, 'add-adapter', 'drizzle', '--yes', '--no-install');
		expect(changed).toContain(`~ ${to}`);
		const [adapter = ''] = changed.filter((path) => /auth-adapter\.[jt]s$/.test(path));
		expect(adapter).toMatch(/^\+ src\/lib\//);
		const after = host.read(to);
		expect(after).toMatch(/^\s+pages: .*,\n\s+adapter,\n\s+providers: \[/m);
		const withoutAdapter = after
			.replace(/^\s+adapter,\n/m, '')
			.replace(/^import \{ adapter \} from ['"]\.{1,2}\/(?:[\w-]+\/)*auth-adapter(?:\.ts)?['"];?\n/m, '');
		expect(withoutAdapter).toBe(before);
	});
});
