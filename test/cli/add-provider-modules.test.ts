import { parse } from 'dotenv';
import { describe, expect, test } from 'vitest';
import { expectFailure, expectRefusal } from './support/expect.ts';
import { graftedHost } from './support/grafted.ts';
import { type Files, type Host, makeHost } from './support/host.ts';
import { differences } from './support/tree.ts';

/*
 * Auth modules as other people write them, most of all for `@auth/sveltekit` and `@auth/solid-start`: the list of
 * providers wherever it stands.
 */

const run = async (host: Host, ...args: string[]) => {
	const result = await host.run(...args, '--yes', '--no-install');
	expect(result.exit, result.stderr).toBe(0);
	return result;
};

const authJs = (list: string, before = '', from = '@auth/sveltekit') =>
	`import { SvelteKitAuth } from '${from}';
import GitHub from '@auth/sveltekit/providers/github';
${before}
export const { handle, signIn, signOut } = SvelteKitAuth(${list});
`;

interface Module {
	files: Files;
	/** The file that lists them, and what comes of a part of it. */
	list: string;
	from: string;
	to: string;
	fixture?: string;
}

const plain = { 'src/auth.ts': authJs('{ providers: [GitHub], trustHost: true }') };

const modules: Record<string, Module> = {
	'src/auth.ts of @auth/sveltekit': {
		files: plain,
		list: 'src/auth.ts',
		from: '[GitHub]',
		to: '[GitHub, Google]',
	},
	'src/lib/server/auth.ts': {
		files: { 'src/lib/server/auth.ts': authJs('{\n\tproviders: [\n\t\tGitHub,\n\t],\n}') },
		list: 'src/lib/server/auth.ts',
		from: '\t\tGitHub,\n',
		to: '\t\tGitHub,\n\t\tGoogle,\n',
	},
	'inline in the hooks': {
		files: {
			'src/hooks.server.ts': `import { SvelteKitAuth } from '@auth/sveltekit';
import GitHub from '@auth/sveltekit/providers/github';
import { sequence } from '@sveltejs/kit/hooks';

const other = async ({ event, resolve }) => resolve(event);

export const handle = sequence(SvelteKitAuth({ providers: [GitHub] }).handle, other);
`,
		},
		list: 'src/hooks.server.ts',
		from: '[GitHub]',
		to: '[GitHub, Google]',
	},
	'a function of the event': {
		files: {
			'src/auth.ts': authJs(
				'async (event) => {\n\tconst providers = [GitHub];\n\treturn { providers, trustHost: true };\n}',
			),
		},
		list: 'src/auth.ts',
		from: '[GitHub]',
		to: '[GitHub, Google]',
	},
	'a variable': {
		files: {
			'src/auth.ts': authJs(
				'{ providers }',
				"import type { Provider } from '@auth/core/providers';\n\nconst providers: Provider[] = [GitHub];\n",
			),
		},
		list: 'src/auth.ts',
		from: '= [GitHub]',
		to: '= [GitHub, Google]',
	},
	satisfies: {
		files: {
			'src/auth.ts': authJs(
				'config',
				"import type { SvelteKitAuthConfig } from '@auth/sveltekit';\n\nconst config = {\n\tproviders: [GitHub]\n} satisfies SvelteKitAuthConfig;\n",
			),
		},
		list: 'src/auth.ts',
		from: '[GitHub]',
		to: '[GitHub, Google]',
	},
	'a list of another file': {
		files: {
			'src/auth.ts':
				"import { SvelteKitAuth } from '@auth/sveltekit';\nimport { providers } from '$lib/server/providers';\n\nexport const { handle } = SvelteKitAuth({ providers });\n",
			'src/lib/server/providers.ts':
				"import GitHub from '@auth/sveltekit/providers/github';\n\nexport const providers = [GitHub];\n",
		},
		list: 'src/lib/server/providers.ts',
		from: '[GitHub]',
		to: '[GitHub, Google]',
	},
	'a configuration of another file': {
		files: {
			'src/auth.ts':
				"import { SvelteKitAuth } from '@auth/sveltekit';\nimport { config } from './lib/auth-config';\n\nexport const { handle } = SvelteKitAuth(config);\n",
			'src/lib/auth-config.ts':
				"import GitHub from '@auth/sveltekit/providers/github';\n\nexport const config = { providers: [GitHub] };\n",
		},
		list: 'src/lib/auth-config.ts',
		from: '[GitHub]',
		to: '[GitHub, Google]',
	},
	'@auth/solid-start': {
		fixture: 'solidstart1',
		files: {
			'src/routes/api/auth/[...solidauth].ts':
				'import { SolidAuth, type SolidAuthConfig } from "@auth/solid-start";\nimport GitHub from "@auth/core/providers/github";\n\nexport const authOptions: SolidAuthConfig = {\n  providers: [GitHub]\n};\n\nexport const { GET, POST } = SolidAuth(authOptions);\n',
		},
		list: 'src/routes/api/auth/[...solidauth].ts',
		from: '[GitHub]',
		to: '[GitHub, Google]',
	},
};

describe.concurrent('the list of providers', () => {
	test.for(Object.entries(modules))('%s', async ([, { files, list, from, to, fixture = 'sveltekit2' }]) => {
		const host = makeHost({ fixture, files });
		const before = host.tree();
		const text = host.read(list);
		await run(host, 'add-provider', 'google');
		const prefix = text.includes('@auth/sveltekit/') ? '@auth/sveltekit' : '@auth/core';
		const added = host.read(list);
		expect(added).toMatch(new RegExp(`import Google from ["']${prefix}/providers/google["'];\n`));
		expect(added.replace(/import Google from .+\n/, '')).toBe(text.replace(from, to));
		expect(parse(host.read('.env'))).toEqual({ AUTH_GOOGLE_ID: '', AUTH_GOOGLE_SECRET: '' });
		// Nothing of our runtime in a project that has another one.
		const changed = differences(before, host.tree()).filter((line) => !line.includes('.authgraft'));
		expect(changed.filter((line) => !/\.env|\.gitignore/.test(line))).toEqual([`~ ${list}`]);

		const after = host.tree();
		const { stderr } = await run(host, 'add-provider', 'google');
		expect(stderr).toContain('Nothing to do');
		expect(host.tree()).toEqual(after);
		await run(host, 'remove-provider', 'google');
		expect(host.read(list)).toBe(text);
	});

	test('own ids read their variables in code, at the first request', async () => {
		const host = makeHost({ fixture: 'sveltekit2', files: plain });
		await run(host, 'add-provider', 'github', '--id', 'work');
		const text = host.read('src/auth.ts');
		expect(text).toContain("import { env } from '$env/dynamic/private';\n");
		expect(text.replace(/\s+/g, ' ')).toContain(
			"() => GitHub({ id: 'work', name: 'GitHub (work)', clientId: env.AUTH_WORK_ID, clientSecret: env.AUTH_WORK_SECRET })",
		);
		await run(host, 'remove-provider', 'work');
		expect(host.read('src/auth.ts')).toBe(plain['src/auth.ts']);
	});

	test('an optional issuer is neither written nor set: the core would take the empty one for an issuer', async () => {
		const host = makeHost({ fixture: 'sveltekit2', files: plain });
		await run(host, 'add-provider', 'microsoft-entra-id');
		expect(host.read('src/auth.ts')).toContain('[GitHub, MicrosoftEntraID]');
		expect(Object.keys(parse(host.read('.env')))).toEqual([
			'AUTH_MICROSOFT_ENTRA_ID_ID',
			'AUTH_MICROSOFT_ENTRA_ID_SECRET',
		]);
	});

	test.for(['netsuite', 'todoist', 'development'])('%s needs our runtime', async (id) => {
		const host = makeHost({ fixture: 'sveltekit2', files: plain });
		const failure = { exit: 1, code: 'AG_PROVIDER_UNSUPPORTED', says: ['@authgraft/runtime'] } as const;
		await expectRefusal(host, ['add-provider', id, '--yes'], failure);
	});

	test('one that is listed by hand with its variables: nothing to do, and no other variables', async () => {
		const list = `{
	providers: [GitHub({ clientId: env.GH_ID, clientSecret: env.GH_SECRET })]
}`;
		const files = { 'src/auth.ts': authJs(list, "import { env } from '$env/dynamic/private';\n") };
		const host = makeHost({ fixture: 'sveltekit2', files });
		const before = host.tree();
		const { stderr } = await run(host, 'add-provider', 'github');
		expect(stderr).toContain('Nothing to do: github is there already.');
		expect(host.tree()).toEqual(before);
	});

	test('a byte order mark and CRLF stay', async () => {
		const text = `\uFEFF${authJs('{ providers: [GitHub] }').replaceAll('\n', '\r\n')}`;
		const host = makeHost({ fixture: 'sveltekit2', files: { 'src/auth.ts': text } });
		await run(host, 'add-provider', 'google');
		const after = host.read('src/auth.ts');
		expect(after.startsWith('\uFEFF')).toBe(true);
		expect(after.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
		expect(after).toContain('[GitHub, Google]');
	});
});

describe.concurrent('SvelteKit 3', () => {
	test('declares the variables, in a module of others, too', async () => {
		const host = makeHost({ fixture: 'sveltekit3', files: plain });
		await run(host, 'add-provider', 'google');
		expect(host.read('src/env.ts')).toMatch(/AUTH_GOOGLE_ID: \{/);
		expect(host.read('src/env.ts')).toMatch(/AUTH_GOOGLE_SECRET: \{/);
	});
});

describe.concurrent('which module', () => {
	const two = {
		'src/auth.ts': authJs('{ providers: [GitHub] }'),
		'src/lib/admin-auth.ts': authJs('{ providers: [], basePath: "/admin/auth" }').replace(
			"import GitHub from '@auth/sveltekit/providers/github';\n",
			'',
		),
	};

	test('two: --module decides', async () => {
		const host = makeHost({ fixture: 'sveltekit2', files: two });
		await expectRefusal(host, ['add-provider', 'google', '--yes'], {
			exit: 2,
			code: 'AG_AUTH_MODULE_AMBIGUOUS',
			says: ['src/auth.ts', 'src/lib/admin-auth.ts', '--module'],
		});
		await run(host, 'add-provider', 'google', '--module', './src/lib/admin-auth.ts');
		expect(host.read('src/auth.ts')).toBe(two['src/auth.ts']);
		expect(host.read('src/lib/admin-auth.ts')).toContain('providers: [Google]');
		const { stderr } = await run(host, 'add-provider', 'github', '--module', 'src/auth.ts');
		expect(stderr).toContain('Nothing to do');
	});

	test('its own base path is in the callback URL', async () => {
		const host = makeHost({ fixture: 'sveltekit2', files: two });
		const { stdout } = await run(
			...([host, 'add-provider', 'google', '--module', 'src/lib/admin-auth.ts', '--json'] as const),
		);
		expect(JSON.parse(stdout).next.providers[0].callbackUrls.development).toBe(
			'http://localhost:5173/admin/auth/callback/google',
		);
	});

	test.for([
		['a file that has nothing to do with it', 'src/app.html'],
		['a file that is not there', 'src/none.ts'],
		['a file of another project', '../other/auth.ts'],
	] as const)('%s', async ([, module]) => {
		const host = makeHost({ fixture: 'sveltekit2', files: two });
		host.write({ '../other/auth.ts': two['src/auth.ts'] });
		const failure = { exit: 1, code: 'AG_NOT_SET_UP', says: ['does not configure sign-in'] } as const;
		await expectRefusal(host, ['add-provider', 'google', '--yes', '--module', module], failure);
		expect(host.read('../other/auth.ts')).toBe(two['src/auth.ts']);
	});

	test.for(['add-provider', 'remove-provider'])('none: %s points to init', async (command) => {
		const host = makeHost({ fixture: 'sveltekit2' });
		const failure = { exit: 1, code: 'AG_NOT_SET_UP', says: ['authgraft init'] } as const;
		await expectRefusal(host, [command, 'google', '--yes'], failure);
	});

	test('what a test or a comment mentions is none', async () => {
		const host = await graftedHost('sveltekit2', {
			'src/auth.test.ts': two['src/auth.ts'],
			'src/lib/notes.ts': '// SvelteKitAuth({ providers: [] }) of @auth/sveltekit\nexport const notes = 1;\n',
		});
		await run(host, 'add-provider', 'google');
		expect(host.read('src/auth.ts')).toContain('Google');
		expect(host.read('src/auth.test.ts')).toBe(two['src/auth.ts']);
	});
});

describe.concurrent('refused, with the snippet, and no byte changed', () => {
	test.for<[what: string, text: string]>([
		[
			'a spread of a package',
			"import { SvelteKitAuth } from '@auth/sveltekit';\nimport { base } from '@acme/auth';\n\nexport const { handle } = SvelteKitAuth({ ...base });\n",
		],
		[
			'a list that a function makes',
			"import { SvelteKitAuth } from '@auth/sveltekit';\nimport { makeProviders } from './make';\n\nexport const { handle } = SvelteKitAuth({ providers: makeProviders() });\n",
		],
		[
			'a list of a package',
			"import { SvelteKitAuth } from '@auth/sveltekit';\nimport { providers } from '@acme/auth';\n\nexport const { handle } = SvelteKitAuth({ providers });\n",
		],
		[
			'a configuration that a function makes',
			"import { SvelteKitAuth } from '@auth/sveltekit';\nimport { makeConfig } from './make';\n\nexport const { handle } = SvelteKitAuth(makeConfig());\n",
		],
	])('%s', async ([, text]) => {
		const host = makeHost({ fixture: 'sveltekit2', files: { 'src/auth.ts': text } });
		const before = host.tree();
		const result = await host.run('add-provider', 'google', '--yes');
		expectFailure(result, { exit: 1, code: 'AG_REFUSED', says: ['src/auth.ts'] });
		expect(result.stderr).toMatch(/src\/auth\.ts:\d+ /);
		expect(result.stderr).toContain("import Google from '@auth/");
		expect(host.tree()).toEqual(before);
		const json = await host.run('add-provider', 'google', '--yes', '--json');
		const { changes, error } = JSON.parse(json.stdout);
		expect(error.code).toBe('AG_REFUSED');
		expect(changes.find(({ kind }: { kind: string }) => kind === 'refuse')).toMatchObject({
			path: 'src/auth.ts',
			line: expect.any(Number),
			snippet: expect.stringContaining('Google'),
		});
	});

	test('a module that does not parse', async () => {
		const text = `${authJs('{ providers: [GitHub] }')}\nexport const x = {;\n`;
		const host = makeHost({ fixture: 'sveltekit2', files: { 'src/auth.ts': text } });
		const before = host.tree();
		const result = await host.run('add-provider', 'google', '--yes');
		expectFailure(result, { exit: 1, code: 'AG_REFUSED', says: ['src/auth.ts'] });
		expect(host.tree()).toEqual(before);
	});
});
