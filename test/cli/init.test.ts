import { describe, expect, test } from 'vitest';
import { expectRefusal, graft } from './support/expect.ts';
import { makeHost } from './support/host.ts';
import { differences } from './support/tree.ts';

describe.concurrent('init', () => {
	const written = [
		'+ .authgraft/',
		'+ .env',
		'+ .env.example',
		'~ package.json',
		'+ src/auth.ts',
		'+ src/env.ts',
		'+ src/hooks.server.ts',
		'+ src/routes/+layout.server.ts',
		'+ src/routes/signin/',
		'+ src/routes/signin/+page.server.ts',
		'+ src/routes/signin/+page.svelte',
		'+ src/routes/signout/',
		'+ src/routes/signout/+page.server.ts',
		'+ src/routes/signout/+page.svelte',
	];

	test('writes the files of the design, and nothing else', async () => {
		const host = makeHost();
		const before = host.tree();
		await graft(host);
		const changes = differences(before, host.tree());
		expect(
			changes.filter((change) => !change.startsWith('+ .authgraft/') || change === '+ .authgraft/'),
		).toEqual(written);

		const { dependencies, ...rest } = JSON.parse(host.read('package.json'));
		expect(Object.keys(dependencies)).toEqual(['@auth/core', '@authgraft/runtime']);
		const original = makeHost();
		expect(rest).toEqual(JSON.parse(original.read('package.json')));
		expect(host.read('src/hooks.server.ts')).toBe("export { handle } from './auth';\n");
		expect(host.read('src/auth.ts')).toContain(
			'export const { handle, signIn, signInPage, signOut } = SvelteKitAuth({',
		);
		expect(host.read('src/auth.ts')).toContain('...(dev ? [Development()] : [])');
		expect(host.read('src/routes/signin/+page.server.ts')).toContain("from '../../auth'");
		expect(host.read('src/routes/+layout.server.ts')).toContain('session: await locals.auth()');
		expect(host.read('src/env.ts')).toMatch(/\tAUTH_SECRET: \{[\s\S]+\n\tAUTH_URL: \{/);
	});

	const adapterOf = (more: string) =>
		`import { sveltekit } from '@sveltejs/kit/vite';\nimport { defineConfig } from 'vite';\n\nexport default defineConfig({ plugins: [sveltekit({ ${more} })] });\n`;
	test.for<[string, Parameters<typeof makeHost>[0], string[]]>([
		['SvelteKit', {}, ['npm run build', 'AUTH_URL=http://localhost:4173 npm run preview']],
		[
			'SolidStart',
			{ fixture: 'solidstart2' },
			['npm run build', 'AUTH_URL=http://localhost:3000 node --env-file=.env .output/server/index.mjs'],
		],
		[
			'an address that is built in, where only that one would do',
			{ files: { 'vite.config.ts': adapterOf("paths: { origin: 'https://app.example' }") } },
			[],
		],
		[
			'an address that is computed',
			{ files: { 'vite.config.ts': adapterOf('paths: { origin: process.env.ORIGIN }') } },
			[],
		],
	])('says how to try the production build on this machine: %s', async ([, options, commands]) => {
		const { stdout } = await makeHost(options).run('init', '--yes', '--dry-run', '--json');
		expect(JSON.parse(stdout).next.tryBuild).toEqual(commands);
		const { stderr } = await graft(makeHost(options));
		const line = `Try the production build on this machine: ${commands.join(', then ')}`;
		expect(stderr.includes('Try the production build')).toBe(commands.length > 0);
		if (commands.length > 0) expect(stderr).toContain(line);
	});

	test('providers, guards and the base path end up where they belong', async () => {
		const host = makeHost();
		const { stderr } = await graft(
			host,
			...['--providers', 'github, keycloak,github', '--protect', '/dashboard', '--base-path', '/api/auth'],
		);
		const auth = host.read('src/auth.ts');
		expect(auth).toContain("import GitHub from '@auth/core/providers/github';");
		expect(auth).toMatch(/providers: \[\s*GitHub,\s+Keycloak\s*\]/);
		expect(auth).not.toContain('Development');
		expect(auth).toContain("basePath: '/api/auth'");
		expect(host.read('src/hooks.server.ts')).toContain("sequence(authHandle, protect(['/dashboard']))");
		for (const name of ['AUTH_GITHUB_ID', 'AUTH_GITHUB_SECRET', 'AUTH_KEYCLOAK_ISSUER']) {
			expect(host.read('src/env.ts')).toContain(`${name}: {`);
			expect(host.read('.env')).toContain(`${name}=\n`);
			expect(stderr).toContain(name);
		}
		expect(stderr).toContain('http://localhost:5173/api/auth/callback/github');
		expect(stderr).toContain('/api/auth/callback/keycloak');
	});

	test('again: nothing to do, exit 0, no byte and no mode changed', async () => {
		const host = makeHost({ git: true });
		await graft(host, '--protect', '/dashboard');
		const tree = host.tree({ git: true });
		const { stdout, stderr } = await graft(host, '--protect', '/dashboard');
		expect(stdout).toBe('');
		expect(stderr).toContain('Nothing to do');
		expect(host.tree({ git: true })).toEqual(tree);
	});

	test('again, with a provider or base path that the auth module lacks: refused, nothing half done', async () => {
		const host = makeHost();
		await graft(host, '--providers', 'github,development');
		await graft(host, '--providers', 'development');
		await graft(host);
		const { stderr } = await expectRefusal(
			host,
			['init', '--yes', '--no-install', '--providers', 'github,keycloak', '--base-path', '/api/auth'],
			{ exit: 1, code: 'AG_REFUSED', says: ['src/auth.ts'] },
		);
		expect(stderr).toContain('configures sign-in already, without keycloak, basePath /api/auth');
	});

	test('takes over the habits of the host', async () => {
		const host = makeHost();
		const config = host
			.read('vite.config.ts')
			.replaceAll(';', '')
			.replaceAll("'", '"')
			.replaceAll('\t', '  ')
			.replaceAll('\n', '\r\n');
		host.write({ 'vite.config.ts': config });
		await graft(host);
		expect(host.read('src/hooks.server.ts')).toBe('export { handle } from "./auth"\r\n');
		expect(host.read('src/auth.ts')).toMatch(/\r\n {2}building,\r\n/);
		expect(host.read('src/auth.ts')).not.toMatch(/[^\r]\n|;\r|\t/);
	});

	test.for([
		'with spaces  twice',
		'(group) [slug]',
		'$HOME $(touch pwned)',
		'it\'s "quoted" `too`',
		'größe-日本語-🔑',
		'-rf',
		'a;b&c|d',
		'back\\slash',
		'100% #hash',
	])('in a folder named %j', async (name) => {
		const host = makeHost({ name, git: true });
		const before = host.tree();
		await graft(host, '--cwd', host.root);
		expect(differences(before, host.tree()).filter((change) => !change.includes('.authgraft/'))).toEqual(
			written.slice(1),
		);
		expect((await host.run('undo', '--cwd', `../${name}`)).exit).toBe(0);
		expect(host.tree()).toEqual(before);
	});

	test('in route folders with odd names, seen through and left alone', async () => {
		const files = {
			'src/routes/(app)/[slug]/$x y/+page.svelte': '<p>a</p>\n',
			"src/routes/(app)/it's/+page.svelte": '<p>b</p>\n',
			'src/routes/größe/[...rest]/+page.svelte': '<p>c</p>\n',
		};
		const host = makeHost({ files, git: true });
		await graft(host);
		for (const [path, text] of Object.entries(files)) expect(host.read(path)).toBe(text);
	});
});

describe.concurrent('images', () => {
	const advice = (stderr: string) => /Keep secrets out of images: .*/.exec(stderr)?.[0];

	test.for([
		[{}, undefined],
		[{ Dockerfile: 'COPY . .\n' }, 'name .env and .authgraft in .dockerignore.'],
		[{ Dockerfile: 'COPY . .\n', '.dockerignore': '.env\n' }, 'name .authgraft in .dockerignore.'],
		[{ Dockerfile: 'COPY . .\n', '.dockerignore': '.env*\n.authgraft\n' }, undefined],
	] as const)('what .dockerignore lacks is named: %j', async ([files, says]) => {
		const { stderr } = await graft(makeHost({ files }));
		expect(advice(stderr)).toBe(says && `Keep secrets out of images: ${says}`);
	});
});
