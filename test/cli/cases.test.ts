import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as prettier from 'prettier';
import { describe, expect, test } from 'vitest';
import { expectRefusal, graft } from './support/expect.ts';
import { type Host, type HostOptions, makeHost } from './support/host.ts';
import { repository } from './support/run.ts';

/* Small hosts, each of a kind that public projects have shown: what meets an edit of ours. Each has a NOTE.md. */

const makeCase = (name: string, options: HostOptions = {}): Host =>
	makeHost({ fixture: `../cases/${name}`, ...options });
const init = ['init', '--yes', '--no-install'];
const refused = { exit: 1, code: 'AG_REFUSED' } as const;

describe.concurrent('what init meets', () => {
	test('own-auth-routes: named before anything is written, with the way out', async () => {
		const host = makeCase('own-auth-routes');
		await expectRefusal(host, init, refused);
		const { stderr } = await host.run(...init);
		for (const [file, address] of [
			['callback', '/auth/callback'],
			['callback/[service]', '/auth/callback/[service]'],
			['signout', '/auth/signout'],
		])
			expect(stderr).toContain(
				`src/routes/auth/${file}/+server.ts answers ${address}, an address of sign-in. Put that elsewhere with --base-path /api/auth`,
			);
		await graft(host, '--base-path', '/api/auth');
		expect(host.read('src/auth.ts')).toContain("basePath: '/api/auth'");
		expect((await graft(host)).stderr).toContain('Nothing to do');
	});

	test('alongside-refusals: the snippet of a refusal never takes the place of the other library', async () => {
		const host = makeCase('alongside-refusals');
		await expectRefusal(host, [...init, '--alongside'], refused);
		const { stderr } = await host.run(...init, '--alongside');
		expect(stderr).toContain(
			'src/routes/api/auth/[...auth].ts answers these paths already, with better-auth; put sign-in elsewhere with --base-path /auth',
		);
		expect(stderr).not.toContain('= SolidAuth(authConfig);');
		expect(stderr).toContain('--sign-in-page <path>');
		expect(stderr).not.toContain('export default function SignIn()');
	});

	test('root-prerender: the pages with forms are none that are made while building', async () => {
		const host = makeCase('root-prerender');
		await graft(host);
		for (const page of ['signin', 'signout'])
			expect(host.read(`src/routes/${page}/+page.server.ts`)).toContain('export const prerender = false;');
	});

	test('env-tracked: what is in git stays, and the secret goes where nobody sees it', async () => {
		const host = makeCase('env-tracked', { git: true });
		const before = host.read('.env');
		await graft(host);
		expect(host.read('.env')).toBe(before);
		expect(host.read('.env.local')).toMatch(/^AUTH_SECRET=.{32,}$/m);
	});

	test('config-parameter-named-config: a parameter is not the object', async () => {
		await graft(makeCase('config-parameter-named-config'));
	});

	test('explicit-env: SvelteKit 2 reads declared variables alone there', async () => {
		const host = makeCase('explicit-env');
		await graft(host);
		expect(host.read('src/auth.ts')).toContain("import * as env from '$app/env/private';");
		expect(host.read('src/auth.ts')).not.toContain('$env/');
		const declared = host.read('src/env.ts');
		expect(declared).toMatch(/GREETING: \{ public: true \},\n\tAUTH_SECRET: \{/);
		// SvelteKit 3 takes a function for a schema, 2 does not.
		expect(declared).toContain(
			"schema: { '~standard': { version: 1, vendor: 'app', validate: (value) => ({ value }) } }",
		);
		expect(declared).not.toContain('(value) => value }');
		const { exit, stderr } = await host.run('add-provider', 'github', '--yes', '--no-install');
		expect(exit, stderr).toBe(0);
		expect(host.read('src/env.ts')).toContain('AUTH_GITHUB_SECRET');
	});

	test('app-in-subfolder: the application is named, and taken with --yes', async () => {
		const host = makeCase('app-in-subfolder');
		const says = [/ {2}--cwd web {2}\(SvelteKit\)/];
		await expectRefusal(host, ['init', '--no-install'], { exit: 2, code: 'AG_WORKSPACE_ROOT', says });
		expect((await host.run(...init)).exit).toBe(0);
		expect(host.exists('web/src/auth.ts')).toBe(true);
	});

	test('library-dependencies: who installs the library gets nothing of it', async () => {
		const host = makeCase('library-dependencies');
		await graft(host);
		const { dependencies, devDependencies } = JSON.parse(host.read('package.json'));
		expect(dependencies).toBeUndefined();
		expect(Object.keys(devDependencies)).toEqual(
			expect.arrayContaining(['@auth/core', '@authgraft/runtime']),
		);
	});

	test('locals-replaced: our handle stands behind the one that makes them anew', async () => {
		const host = makeCase('locals-replaced');
		await graft(host);
		expect(host.read('src/hooks.server.ts')).toContain('sequence(appHandle, authHandle)');
	});

	test('sign-in-behind-own-gate: the line that sends people away, and the paths to let through', async () => {
		const { stderr } = await graft(makeCase('sign-in-behind-own-gate'));
		expect(stderr).toContain(
			'Note: src/hooks.server.ts:7 sends everybody whom it does not know to /login: let /signin and /signout through, or nobody can sign in.',
		);
	});

	test('set-cookie-overwritten: the line that throws the session cookie away, and the way that keeps it', async () => {
		const { stderr } = await graft(makeCase('set-cookie-overwritten'));
		expect(stderr).toContain('Note: src/hooks.server.js:4 replaces all cookies of an answer');
		expect(stderr).toContain("use `headers.append('set-cookie', ...)`");
	});

	test('clerk-alongside: `locals.auth` is the other library, in hooks and layout', async () => {
		const host = makeCase('clerk-alongside');
		await expectRefusal(host, init, { exit: 1, code: 'AG_OTHER_AUTH' });
		const { stderr } = await expectRefusal(host, [...init, '--alongside'], refused);
		expect(stderr).toContain('svelte-clerk sets `locals.auth` in src/hooks.server.ts:4');
		expect(stderr).toContain('src/routes/+layout.server.ts');
		expect(stderr).not.toContain('Paste');
	});

	test.each([
		[['init', '--yes', '--no-install', '--providers', 'github']],
		[init, ['add-provider', 'github', '--yes', '--no-install']],
	])('csp-form-action: the list of the options learns the provider (%#)', async (...commands) => {
		const host = makeCase('csp-form-action');
		for (const command of commands) {
			const { exit, stderr } = await host.run(...command);
			expect(exit, stderr).toBe(0);
		}
		expect(host.read('svelte.config.js')).toContain("'form-action': ['self', 'https://github.com']");
	});

	test('csp-form-action: an issuer that is not known yet, and a policy of a hook, are told', async () => {
		const hooks = `export const handle = async ({ event, resolve }) => {
	const response = await resolve(event);
	response.headers.set('content-security-policy', "form-action 'self'");
	return response;
};
`;
		const host = makeCase('csp-form-action', { files: { 'src/hooks.server.ts': hooks } });
		const { stderr } = await graft(host, '--providers', 'keycloak,github');
		expect(stderr).toContain(
			"Note: svelte.config.js:7 lacks the origin of Keycloak's sign-in page in the form-action",
		);
		expect(stderr).toContain('Note: src/hooks.server.ts:3 lacks https://github.com in the form-action');
		expect(stderr).not.toContain('svelte.config.js:7 lacks https://github.com');
	});
});

describe.concurrent('what protect-route meets', () => {
	const protect = (host: Host, ...args: string[]) =>
		host.run('protect-route', ...args, '--yes', '--allow-dirty');

	test('sync-server-function: it stays as its callers take it', async () => {
		const host = makeCase('sync-server-function');
		await graft(host);
		await expectRefusal(host, ['protect-route', '/desk', '--yes', '--allow-dirty'], refused);
		const { stderr } = await protect(host, '/desk');
		expect(stderr).toContain('src/outgoing.ts:3');
		expect(stderr).toContain('is not async, and who calls it may take what it returns at once');
	});

	test('glob-over-routes: the function of the sign-in page is never offered, and cannot be guarded', async () => {
		const host = makeCase('glob-over-routes');
		await graft(host);
		const { exit, stderr } = await protect(host, '/desk');
		expect(exit).toBe(0);
		expect(stderr).not.toContain('getSignInPage');
		const named = [
			'protect-route',
			'--function',
			'src/routes/signin.tsx#getSignInPage',
			'--yes',
			'--allow-dirty',
		];
		const says = ['nobody could sign in any more'];
		await expectRefusal(host, named, { exit: 2, code: 'AG_PATH_INVALID', says });
	});

	test('authjs-protect-dead-end: says whose sign-in it is, and what leads on', async () => {
		const host = makeCase('authjs-protect-dead-end');
		for (const command of [
			['protect-route', '/about'],
			['unprotect-route', '/about'],
		])
			await expectRefusal(host, [...command, '--yes'], {
				exit: 1,
				code: 'AG_NOT_SET_UP',
				says: ['@auth/sveltekit', 'src/auth.ts:4', 'authgraft migrate'],
			});
	});

	test('rest-path-from-routes: what routes prints is taken', async () => {
		const host = makeCase('rest-path-from-routes');
		await graft(host);
		const { stdout } = await host.run('routes');
		expect(stdout).toContain('/lists/[...names]');
		expect((await protect(host, '/lists/[...names]')).exit).toBe(0);
		expect(host.read('src/middleware.ts')).toContain("'/lists'".replaceAll("'", '"'));
		const after = await host.run('routes');
		expect(after.stdout).toMatch(/\/lists\/\[\.\.\.names\].*path rule/);
		// Everything is more than one route.
		await expectRefusal(host, ['protect-route', '/none/[...names]', '--yes'], {
			exit: 2,
			code: 'AG_PATH_INVALID',
		});
	});
});

describe.concurrent('--json', () => {
	interface Told {
		changes: { path: string; code?: string; findings?: { code: string; file: string; line?: number }[] }[];
	}

	test.for([
		['sign-in-behind-own-gate', [], 'own-gate', /^src\/hooks\.server\.ts:\d+$/],
		['set-cookie-overwritten', [], 'set-cookie', /^src\/hooks\.server\.js:\d+$/],
		['own-auth-routes', [], 'own-address', /^src\/routes\/auth\/callback\/\+server\.ts$/],
		['clerk-alongside', ['--alongside'], 'own-locals', /^src\//],
		['explicit-env', ['--protect', '/none'], 'no-route', /^src\//],
	] as const)('%s %o: told with the code %s', async ([name, flags, code, place]) => {
		const { stdout } = await makeCase(name).run(...init, ...flags, '--dry-run', '--json');
		const { changes } = JSON.parse(stdout) as Told;
		const found = changes.flatMap(({ path, code, findings = [] }) => [
			...(code ? [{ code, place: path }] : []),
			...findings.map(({ code, file, line }) => ({ code, place: line ? `${file}:${line}` : file })),
		]);
		expect(
			found.filter((one) => one.code === code && place.test(one.place)),
			stdout,
		).not.toEqual([]);
	});

	test('every code stands in docs/own-code.md, and no other', () => {
		const read = (path: string) => readFileSync(join(repository, path), 'utf8');
		const rows = read('docs/own-code.md').matchAll(/^\| (`[^|]+`) +\|/gm);
		const written = [...rows].flatMap(([, cell = '']) => cell.match(/[\w-]+/g) ?? []);
		const sources = ['src/audit/collisions', 'src/generators'].flatMap((folder) =>
			readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
				.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
				// Its codes stand in docs/migrate.md.
				.filter((file) => !file.startsWith('migrate/'))
				.map((file) => read(`${folder}/${file}`)),
		);
		const used = sources.flatMap((text) =>
			[
				...text.matchAll(/\bcode: '([a-z-]+)'|^\t+'(security-headers|rate-limit)',$|at\('(rate-limit)'/gm),
			].map(([, ...codes]) => codes.find(Boolean)),
		);
		expect([...new Set(used)].sort()).toEqual(written.sort());
	});
});

describe.concurrent('a path that nothing has', () => {
	test.for(['sveltekit3', 'solidstart2'])('%s: init says so, with what may be meant', async (fixture) => {
		const host = makeHost({ fixture });
		const { stderr } = await graft(host, '--protect', '/abuot', '--protect', '/');
		expect(stderr).toContain('No route is /abuot or lies below it yet.');
		expect(stderr).not.toContain('No route is / or');
		if (fixture === 'solidstart2') expect(stderr).toContain('Is /about meant?');
	});
});

describe.concurrent('types of Node.js that nothing asks for', () => {
	const said = 'src/hooks.server.ts:1 uses the types of Node.js, and no package.json lists @types/node';
	const types = { version: '24.1.0', extraneous: true };
	const files = {
		'src/hooks.server.ts':
			"import { hostname } from 'node:os';\n\nexport const handle = ({ event, resolve }) => resolve(event, { name: hostname() });\n",
		'package-lock.json': '{}',
		'node_modules/@types/node/package.json': JSON.stringify({ name: '@types/node', ...types }),
		'node_modules/.package-lock.json': JSON.stringify({ packages: { 'node_modules/@types/node': types } }),
	};

	test('init says that npm may take them away, and only where it may', async () => {
		const host = makeHost({ files });
		expect((await graft(host)).stderr).toContain(`Note: ${said}`);
		const needed = { dependencies: { '@types/node': '*' } };
		const packages = { 'node_modules/@types/node': types, 'node_modules/@types/ws': needed };
		const lock = JSON.stringify({ packages });
		const other = makeHost({ files: { ...files, 'node_modules/.package-lock.json': lock } });
		expect((await graft(other)).stderr).not.toContain('types of Node.js');
	});
});

describe.concurrent('types of the core that do not pass', () => {
	const said = 'tsconfig.json has no "skipLibCheck": true';
	const strict = '{ "compilerOptions": { "strict": true } }';

	test.for([
		['solidstart2', strict, true],
		['solidstart2', '{ // why\n "compilerOptions": { "skipLibCheck": false, }, }', true],
		['sveltekit2', '{ "extends": "./.svelte-kit/tsconfig.json" }', true],
		[
			'sveltekit2',
			'{ "extends": "./.svelte-kit/tsconfig.json", "compilerOptions": { "skipLibCheck": true } }',
			false,
		],
		['solidstart2', '{ "extends": "@tsconfig/strictest" }', false],
		['sveltekit3', undefined, false],
		['sveltekit2-js', strict, false],
	] as const)('%s, %s: told is %s', async ([fixture, tsconfig, told]) => {
		const host = makeHost({ fixture, files: tsconfig === undefined ? {} : { 'tsconfig.json': tsconfig } });
		const { stderr } = await graft(host);
		expect(stderr.includes(said), stderr).toBe(told);
	});
});

describe.concurrent('the habits of a host', () => {
	const own = { useTabs: true, singleQuote: true, trailingComma: 'none', printWidth: 100 } as const;

	test('long-rule-line: rules keep to its width', async () => {
		const host = makeCase('long-rule-line');
		await graft(host);
		const kept: string[] = [];
		for (const path of ['/about', '/workshops/[workshop]/participants', '/']) {
			await host.run('protect-route', path, '--yes', '--allow-dirty', '--force', '--except', '/x');
			kept.push(host.read('src/hooks.server.ts'));
		}
		expect(kept[1]).toContain('sequence(\n\tauthHandle,\n');
		for (const text of kept) expect(await prettier.format(text, { parser: 'typescript', ...own })).toBe(text);
	});

	test('a middleware of its own: the list that it becomes has an item a line, and a long rule its own', async () => {
		const middleware = `import { createMiddleware } from '@solidjs/start/middleware';

export default createMiddleware({
	onRequest: async (event) => {
		const started = Date.now();
		event.locals.started = started;
	}
});
`;
		const host = makeHost({
			fixture: 'solidstart2',
			files: {
				'.prettierrc': JSON.stringify(own),
				'src/middleware.ts': middleware,
				'vite.config.ts': `import { solidStart } from '@solidjs/start/config';
import { nitro } from 'nitro/vite';
import { defineConfig } from 'vite';

export default defineConfig({ plugins: [solidStart({ middleware: './src/middleware.ts' }), nitro()] });
`,
			},
		});
		await graft(host);
		const kept = [host.read('src/middleware.ts')];
		const paths = [
			'/a-rather-long-path/of-the/application',
			'/another-path/that-is-no-shorter',
			'/and-more/of-it',
		];
		await host.run('protect-route', ...paths, '--yes', '--allow-dirty', '--force');
		kept.push(host.read('src/middleware.ts'));
		expect(kept[0]).toContain('\tonRequest: [\n\t\tauthMiddleware(authConfig),\n\t\tasync (event) => {\n');
		expect(kept[1]).toContain('\t\tprotect([\n');
		for (const text of kept) expect(await prettier.format(text, { parser: 'typescript', ...own })).toBe(text);
	});
});
