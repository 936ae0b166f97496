import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { codes } from '../../src/doctor/codes.ts';
import { documents, expectRefusal } from './support/expect.ts';
import { graftedHost } from './support/grafted.ts';
import { type Files, type Host, makeHost } from './support/host.ts';

const grafted = (files: Files = {}, fixture = 'sveltekit3') => graftedHost(fixture, files);

async function judge(host: Host, ...flags: string[]) {
	const { exit, stdout } = await host.run('doctor', '--json', ...flags);
	return { exit, document: JSON.parse(stdout) };
}

const deaf: Files = {
	'src/hooks.server.ts': 'export const handle = async ({ event, resolve }) => resolve(event);\n',
};

describe('a healthy project', () => {
	test.each(['sveltekit3', 'sveltekit2', 'solidstart2', 'solidstart1'])(
		'%s prints three lines',
		async (fixture) => {
			const host = await grafted({}, fixture);
			const before = host.tree();
			const { exit, stdout, stderr } = await host.run('doctor');
			expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
			expect(stdout.trimEnd().split('\n')).toEqual([
				expect.stringContaining(host.root),
				'Nothing found.',
				expect.stringContaining('skipped'),
			]);
			expect(host.tree()).toEqual(before);
		},
	);
});

describe('what many do is no fault', () => {
	const codesOf = async (host: Host) =>
		(await judge(host)).document.findings
			.filter(({ severity }: { severity: string }) => severity !== 'note')
			.map(({ code }: { code: string }) => code);

	test('a database, once its tables are made', async () => {
		const host = await grafted();
		expect((await host.run('add-adapter', 'drizzle', '--yes', '--no-install')).exit).toBe(0);
		const url = /^DATABASE_URL="?(?:file:)?([^\s"]+)/m.exec(host.read('.env'))?.[1];
		const made = url ? { [url]: '' } : {};
		host.write(made);
		expect(await codesOf(host)).toEqual([]);
	});

	test.each([
		['sveltekit3', 'vite.config.ts', 'sveltekit({', "sveltekit({ paths: { base: '/shop' },"],
		['solidstart2', 'vite.config.ts', 'defineConfig({', 'defineConfig({ base: "/shop/",'],
	])('%s: a base path', async (fixture, file, from, to) => {
		const host = makeHost({ fixture });
		host.edit(file, from, to);
		expect((await host.run('init', '--yes', '--no-install')).exit).toBe(0);
		expect(await codesOf(host)).toEqual([]);
	});

	test('previews that send people over the production, trust in the platform, older secrets', async () => {
		const host = await grafted({}, 'sveltekit2');
		const secret = 'q7Rk2mXv9LpZ4tWb8NsY1cJd6HfG3aEu-KoTiQwBxCz';
		host.write({
			'.env': `${host.read('.env')}AUTH_SECRET_1=${secret}\nAUTH_TRUST_HOST=true\nAUTH_REDIRECT_PROXY_URL=https://app.example/auth\n`,
		});
		expect(await codesOf(host)).toEqual([]);
	});

	test('an image, a proxy, a version of Node.js, all as they should be', async () => {
		const host = await grafted({
			Dockerfile:
				'FROM node:24-alpine AS build\nCOPY package*.json ./\nRUN npm ci\nCOPY . .\nFROM node:24-alpine\nCOPY --from=build /app/build build\nENV PROTOCOL_HEADER=x-forwarded-proto\nCMD ["node", "build"]\n',
			'.dockerignore': '# secrets\n**/.env*\nnode_modules\n',
			'.nvmrc': 'v24.4.0\n',
		});
		expect(await codesOf(host)).toEqual([]);
	});
});

describe('findings', () => {
	test('worst first: what, why, where, what to do, and where to read on', async () => {
		const host = await grafted({ ...deaf, '.nvmrc': '18\n' });
		const { exit, stdout } = await host.run('doctor');
		expect(exit).toBe(1);
		expect(stdout).toContain('error not-mounted: No request reaches sign-in');
		expect(stdout).toContain('  at src/hooks.server.ts\n');
		expect(stdout).toContain('    authgraft init\n');
		expect(stdout).toContain(`  ${documents}/doctor.md#not-mounted\n`);
		expect(stdout.indexOf('not-mounted')).toBeLessThan(stdout.indexOf('node-version'));
		expect(stdout).toContain('Found: 2 errors.');
	});

	test('as data: a schema, no text of what would be written', async () => {
		const host = await grafted(deaf);
		const { exit, document } = await judge(host);
		expect(exit).toBe(1);
		expect(document).toMatchObject({
			schema: 1,
			command: 'doctor',
			host: { framework: 'sveltekit' },
			findings: [
				{
					code: 'not-mounted',
					severity: 'error',
					fixable: true,
					docs: `${documents}/doctor.md#not-mounted`,
					evidence: [{ file: 'src/hooks.server.ts' }],
				},
			],
			exitCode: 1,
		});
		expect(JSON.stringify(document)).not.toContain('"fix":');
	});

	test('--fail-on says from which severity on the exit code is 1', async () => {
		const host = await grafted({ '.env.local': 'BETTER_AUTH_SECRET=abcdefghijklmnopqrstuvwxyz012345\n' });
		expect((await judge(host)).exit).toBe(0);
		const { exit, document } = await judge(host, '--fail-on', 'warning');
		expect({ exit, codes: document.findings.map(({ code }: { code: string }) => code) }).toEqual({
			exit: 1,
			codes: ['variable-of-other-library'],
		});
	});

	test('on GitHub each is shown at its line', async () => {
		const host = await grafted(deaf);
		const { stdout } = await host.runWith({ env: { GITHUB_ACTIONS: 'true' } }, 'doctor');
		expect(stdout).toContain('::error file=src/hooks.server.ts::not-mounted: No request reaches sign-in');
	});

	test('what package.json ignores is counted, with its reason', async () => {
		const host = await grafted(deaf);
		const ignore = (value: unknown) => {
			const manifest = JSON.parse(host.read('package.json'));
			host.write({
				'package.json': JSON.stringify({ ...manifest, authgraft: { doctor: { ignore: value } } }, null, '\t'),
			});
		};
		ignore({ 'not-mounted': 'a gateway in front signs people in' });
		const { exit, document } = await judge(host);
		expect(exit).toBe(0);
		expect(document.findings).toMatchObject([
			{ code: 'not-mounted', ignored: 'a gateway in front signs people in' },
		]);
		expect((await host.run('doctor')).stdout).toContain('1 ignored in package.json');
		for (const wrong of [{ 'no-such-code': 'x' }, { 'not-mounted': ' ' }, ['not-mounted'], 'all']) {
			ignore(wrong);
			await expectRefusal(host, ['doctor'], {
				exit: 2,
				code: 'AG_PACKAGE_JSON_INVALID',
				says: ['authgraft.doctor.ignore'],
			});
		}
	});

	test('--production judges the environment, not the env files', async () => {
		const host = await grafted();
		const { document } = await judge(host, '--production');
		expect(document.findings.map(({ code }: { code: string }) => code)).toEqual(
			expect.arrayContaining(['secret-missing', 'address-missing']),
		);
	});
});

describe('--fix', () => {
	test('shows a diff, writes one plan, looks again; undo takes it back', async () => {
		const host = await grafted(deaf);
		const before = host.tree();
		const dry = await host.run('doctor', '--fix', '--dry-run');
		expect(dry.exit).toBe(1);
		expect(dry.stderr).toMatch(/\+\+\+ \S*src\/hooks\.server\.ts/);
		expect(host.tree()).toEqual(before);
		const { exit, stdout } = await host.run('doctor', '--fix', '--yes');
		expect(exit).toBe(0);
		expect(stdout).toContain('Nothing found.');
		expect(host.read('src/hooks.server.ts')).toContain('authHandle');
		expect((await host.run('undo')).exit).toBe(0);
		expect(host.tree()).toEqual(before);
	});

	test('a new secret is not shown, and nothing is left to mend', async () => {
		const host = await grafted({ '.env': '' });
		const { exit, stdout, stderr } = await host.run('doctor', '--fix', '--yes');
		expect(exit).toBe(0);
		const [secret = ''] = host.secrets();
		expect(secret.length).toBeGreaterThan(30);
		expect(stdout + stderr).not.toContain(secret);
		expect((await host.run('doctor', '--fix', '--yes')).stderr).toContain(
			'Nothing that can be mended without a person.',
		);
	});

	test('--json and nobody to ask', async () => {
		const { exit, stdout } = await (await grafted(deaf)).run('doctor', '--fix', '--json');
		expect({ exit, error: JSON.parse(stdout).error.code }).toEqual({ exit: 2, error: 'AG_MISSING_ANSWER' });
	});
});

describe('--log', () => {
	const log = '[auth] InvalidCheck: pkceCodeVerifier value could not be parsed\nGET / 200\n';

	test('a file, and what is on stdin', async () => {
		const host = makeHost({ fixture: null, files: { 'server.log': log } });
		const fromFile = await host.run('doctor', '--log', 'server.log');
		expect(fromFile.exit).toBe(1);
		expect(fromFile.stdout).toContain('error check-failed:');
		const piped = await host.runWith({ input: log }, 'doctor', '--log', '-', '--json');
		expect(JSON.parse(piped.stdout)).toMatchObject({ findings: [{ code: 'check-failed' }], exitCode: 1 });
	});

	test('no file, a folder, and nothing about sign-in', async () => {
		const host = makeHost({ fixture: null, files: { 'a/b.log': 'GET / 200\n' } });
		for (const [file, says] of [
			['none.log', 'no such file'],
			['a', 'is no file'],
			['a/b.log', 'about sign-in'],
		] as const)
			await expectRefusal(host, ['doctor', '--log', file], {
				exit: 2,
				code: 'AG_NOTHING_TO_ASK',
				says: [says],
			});
	});
});

describe('bad input', () => {
	test.each([
		[['--url', 'x', '--start'], 'give one of them'],
		[['--forge-session'], '--url'],
		[['--fix', '--url', 'http://127.0.0.1:1'], 'give one of them'],
		[['--stdin'], '--start'],
		[['--dry-run'], '--fix'],
	])('doctor %j', async (flags, says) => {
		await expectRefusal(await grafted(), ['doctor', ...flags], { exit: 2, code: 'AG_USAGE', says: [says] });
	});

	test('no address, and nobody there', async () => {
		const host = await grafted();
		await expectRefusal(host, ['doctor', '--url', 'localhost:3000'], {
			exit: 2,
			code: 'AG_ADDRESS_INVALID',
			says: ['http://localhost:3000'],
		});
		await expectRefusal(host, ['doctor', '--url', 'http://127.0.0.1:9'], {
			exit: 2,
			code: 'AG_NOTHING_TO_ASK',
			says: ['nothing listens there'],
		});
	});

	test('a project without sign-in, and one with another library', async () => {
		await expectRefusal(makeHost(), ['doctor'], { exit: 1, code: 'AG_NOT_SET_UP', says: ['authgraft init'] });
		const other = makeHost();
		other.edit('package.json', '"devDependencies": {', '"devDependencies": {\n\t\t"better-auth": "^1.0.0",');
		await expectRefusal(other, ['doctor'], { exit: 1, code: 'AG_NOT_SET_UP', says: ['Better Auth'] });
		await expectRefusal(makeHost({ fixture: null }), ['doctor'], {
			exit: 1,
			code: 'AG_NO_PACKAGE_JSON',
			says: [],
		});
	});

	test('the root of a workspace names its applications; with --yes the only one is taken', async () => {
		const app = await grafted();
		const root = makeHost({
			fixture: null,
			files: { 'package.json': '{ "private": true, "workspaces": ["apps/*"] }' },
		});
		cpSync(app.root, join(root.root, 'apps/web'), { recursive: true });
		await expectRefusal(root, ['doctor'], { exit: 2, code: 'AG_WORKSPACE_ROOT', says: ['apps/web'] });
		expect((await root.run('doctor', '--yes')).exit).toBe(0);
	});

	test('an auth module that does not parse', async () => {
		const host = await grafted();
		host.edit('src/auth.ts', 'providers: [', 'providers: [[[');
		const { exit, stderr } = await host.run('doctor');
		expect(exit).not.toBe(0);
		expect(stderr).toMatch(/src\/auth\.ts:\d+/);
	});
});

test('codes are what people can type into package.json', () => {
	for (const code of Object.keys(codes)) expect(code).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
});
