import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CookieJar } from '../../scripts/lib/demo/cookie-jar.ts';
import { copyFixtureHost, edit, setOrigin } from '../../scripts/lib/make-host.ts';
import { cleanEnv } from '../../scripts/lib/process/clean-env.ts';
import { exec, execOk, npm } from '../../scripts/lib/process/exec.ts';
import { freePort } from '../../scripts/lib/process/free-port.ts';
import { startServer } from '../../scripts/lib/process/server.ts';
import { sessionText, signInAsAda } from '../support/ada.ts';
import { knowAda } from '../support/authorize.ts';
import { note } from '../support/note.ts';
import { dashboardSecret, svelteKitPages } from '../support/sveltekit-pages.ts';
import { thorough } from '../support/thorough.ts';

/*
 * A SvelteKit 3 host with the lock file of another package manager than npm, as on a build server: `init` has to find
 * the manager, let it change a lock file that CI freezes, and leave a host that type-checks, builds and runs.
 */

/** pnpm 11 and 12 take the same path in `init`; 10 is what most lock files of today were made with. */
const tools = ['pnpm@10.34.9', '@yarnpkg/cli-dist@4.18.1', 'bun@1.4.5'];
const cli = join(import.meta.dirname, '../../bin/authgraft.js');

interface Manager {
	lockFile: string;
	/** Makes the lock file, and nothing else. */
	lock: string[];
	/** More files of its projects. */
	files: Record<string, string>;
	/** The version of vite, when the newest one cannot be had. */
	vite?: string;
}

const managers: Record<'pnpm' | 'yarn' | 'bun', Manager> = {
	pnpm: { lockFile: 'pnpm-lock.yaml', lock: ['install', '--lockfile-only'], files: {} },
	yarn: {
		lockFile: 'yarn.lock',
		lock: ['install', '--mode=update-lockfile', '--no-immutable'],
		files: { '.yarnrc.yml': 'nodeLinker: node-modules\n', 'yarn.lock': '' },
		// vite 8.4.0 has an optional dependency that not every registry knows; Yarn alone ends over that.
		vite: '~8.3.8',
	},
	bun: { lockFile: 'bun.lock', lock: ['install', '--lockfile-only'], files: {} },
};

let parent: string;
let env: Record<string, string>;

beforeAll(async () => {
	parent = await mkdtemp(join(tmpdir(), 'authgraft-managers-'));
	const prefix = join(parent, 'tools');
	await mkdir(prefix);
	await writeFile(join(prefix, 'package.json'), '{ "private": true }');
	note(`install ${tools.join(', ')}`);
	await execOk(...npm('install', '--no-audit', '--no-fund', ...tools), { cwd: prefix, timeout: 300_000 });
	const PATH = [join(prefix, 'node_modules/.bin'), cleanEnv().PATH].join(delimiter);
	env = { PATH, CI: 'true', ...(await trustOfNpm(prefix)) };
});
afterAll(() => rm(parent, { recursive: true, force: true, maxRetries: 5 }));

/** A certificate that npm is set up to trust is one that the others do not know of: yarn then fails at once. */
async function trustOfNpm(cwd: string): Promise<Record<string, string>> {
	const { stdout } = await execOk(...npm('config', 'get', 'cafile'), { cwd });
	const file = stdout.trim();
	return file === '' || file === 'null' ? {} : { NODE_EXTRA_CA_CERTS: file };
}

async function makeHost(folder: string, { files, vite }: Manager): Promise<void> {
	await mkdir(dirname(folder), { recursive: true });
	await copyFixtureHost('sveltekit3', folder);
	await edit(
		join(folder, 'package.json'),
		/"@sveltejs\/adapter-auto": "[^"]*"/,
		'"@sveltejs/adapter-node": "^6.0.1"',
	);
	if (vite) await edit(join(folder, 'package.json'), /"vite": "[^"]*"/, `"vite": "${vite}"`);
	await edit(join(folder, 'vite.config.ts'), "'@sveltejs/adapter-auto'", "'@sveltejs/adapter-node'");
	for (const [path, text] of Object.entries({ ...svelteKitPages({}), ...files })) {
		await mkdir(dirname(join(folder, path)), { recursive: true });
		await writeFile(join(folder, path), text);
	}
}

async function run(folder: string, file: string, ...args: string[]): Promise<string> {
	note(`${file === process.execPath ? 'authgraft' : file} ${args.filter((arg) => arg !== cli).join(' ')}`);
	const { code, output } = await exec(file, args, { cwd: folder, env, timeout: 180_000 });
	expect(code, output).toBe(0);
	return output;
}

const read = (...path: string[]): Promise<string> => readFile(join(...path), 'utf8');

/** bun and yarn lay packages out as npm does; what `init` runs for them stands in test/cli/package-managers.test.ts. */
const tried = Object.entries(managers).filter(([name]) => thorough || name === 'pnpm');

describe.each(tried)('%s', (name, manager) => {
	const { lockFile, lock } = manager;
	let folder: string;
	beforeAll(async () => {
		folder = join(parent, name);
		await makeHost(folder, manager);
		await run(folder, name, ...lock);
	});

	test('installs what init adds, although CI freezes lock files', async () => {
		expect(await read(folder, lockFile)).not.toContain('@auth/core');
		const flags = ['--providers', 'credentials', '--protect', '/dashboard'];
		const output = await run(folder, process.execPath, cli, 'init', '--yes', ...flags);
		expect(output).toContain(`$ ${name} install`);
		expect(output).toContain(`Start the application: ${name} run dev`);
		expect(await read(folder, lockFile)).toContain('@auth/core');
		const { dependencies, devDependencies } = JSON.parse(await read(folder, 'package.json'));
		expect(dependencies).toEqual({
			'@auth/core': '^0.41.3',
			'@authgraft/runtime': expect.stringMatching(/^file:/),
		});
		expect(devDependencies['@sveltejs/kit']).toBe('^3.0.0-next.0');
	});

	// Theirs is the flat folder that npm has, too.
	test.runIf(name === 'pnpm' || thorough)('type-checks', async () => {
		expect(await run(folder, name, 'run', 'check')).toContain('found 0 errors');
	});

	test.skipIf(name === 'yarn')('builds, and people sign in', async () => {
		const port = await freePort();
		const origin = `http://127.0.0.1:${port}`;
		await setOrigin(folder, origin);
		await knowAda(join(folder, 'src/auth.ts'));
		await run(folder, name, 'run', 'build');
		const server = await startServer({
			cwd: folder,
			args: ['--env-file=.env', 'build'],
			origin,
			env: { HOST: '127.0.0.1', PORT: String(port), AUTH_URL: origin },
		});
		try {
			const stopped = await new CookieJar().visit(`${origin}/dashboard`);
			expect([stopped.status, new URL(stopped.url).pathname]).toEqual([200, '/signin']);
			const { jar } = await signInAsAda(origin);
			expect((await jar.visit(`${origin}/dashboard`)).text).toContain(dashboardSecret);
			await jar.visit(`${origin}/signout`, { form: {} });
			expect(await sessionText(origin, jar)).toBe('null');
		} finally {
			await server.stop();
		}
	});
});

test('an application in a pnpm workspace takes the core from the catalog, and the lock file of the root', async () => {
	const root = join(parent, 'workspace');
	const app = join(root, 'apps/web');
	await makeHost(app, { ...managers.pnpm, files: {} });
	await writeFile(join(root, 'package.json'), '{ "name": "root", "private": true }\n');
	const catalog = 'packages:\n  - apps/*\ncatalog:\n  "@auth/core": ~0.41.3\n';
	await writeFile(join(root, 'pnpm-workspace.yaml'), catalog);
	await run(root, 'pnpm', ...managers.pnpm.lock);
	await run(root, process.execPath, cli, 'init', '--yes', '--cwd', 'apps/web');
	const { dependencies } = JSON.parse(await read(app, 'package.json'));
	expect(dependencies['@auth/core']).toBe('catalog:');
	expect(await read(root, 'pnpm-workspace.yaml')).toBe(catalog);
	expect(await read(root, 'pnpm-lock.yaml')).toContain('@authgraft/runtime');
	expect(await run(app, 'pnpm', 'run', 'check')).toContain('found 0 errors');
});
