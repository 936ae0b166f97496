import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CookieJar } from '../../scripts/lib/demo/cookie-jar.ts';
import { setOrigin } from '../../scripts/lib/make-host.ts';
import { exec } from '../../scripts/lib/process/exec.ts';
import { freePort } from '../../scripts/lib/process/free-port.ts';
import { startServer } from '../../scripts/lib/process/server.ts';
import { newProject } from '../../scripts/lib/release/first-day.ts';
import { installManagers, managers } from '../../scripts/lib/release/managers.ts';
import { sessionText, signInAsAda } from '../support/ada.ts';
import { knowAda } from '../support/authorize.ts';
import { note } from '../support/note.ts';
import { dashboardSecret, svelteKitPages } from '../support/sveltekit-pages.ts';
import { thorough } from '../support/thorough.ts';

/*
 * A SvelteKit 3 host with the lock file of another package manager than npm, as on a build server: `init` has to find
 * the manager, let it change a lock file that CI freezes, and leave a host that type-checks, builds and runs.
 */

const cli = join(import.meta.dirname, '../../bin/authgraft.cjs');

/** bun and yarn lay packages out as npm does; what `init` runs for them stands in test/cli/package-managers.test.ts. */
const tried = (['pnpm', 'yarn', 'bun'] as const).filter((name) => thorough || name === 'pnpm');

let parent: string;
let env: Record<string, string>;

beforeAll(async () => {
	parent = await mkdtemp(join(tmpdir(), 'authgraft-managers-'));
	note('install the package managers');
	env = { CI: 'true', ...(await installManagers(join(parent, 'tools'), tried)) };
});
afterAll(() => rm(parent, { recursive: true, force: true, maxRetries: 5 }));

async function makeHost(folder: string, name: keyof typeof managers): Promise<void> {
	await mkdir(dirname(folder), { recursive: true });
	await newProject(folder, name);
	for (const [path, text] of Object.entries(svelteKitPages({}))) {
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

describe.each(tried)('%s', (name) => {
	const { lockFile, lock } = managers[name];
	let folder: string;
	beforeAll(async () => {
		folder = join(parent, name);
		await makeHost(folder, name);
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
	await makeHost(app, 'pnpm');
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
