import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { adasForm } from '../../../test/support/ada.ts';
import { knowAda } from '../../../test/support/authorize.ts';
import { dashboardSecret } from '../../../test/support/sveltekit-pages.ts';
import { CookieJar } from '../demo/cookie-jar.ts';
import { expect } from '../demo/expect.ts';
import { exec } from '../process/exec.ts';
import { freePort } from '../process/free-port.ts';
import { startServer } from '../process/server.ts';
import { frameworkOf, layCell } from './lay.ts';
import { beforeInit, type Cell, type Seen } from './seen.ts';
import { command, lock, script, type Tools } from './tools.ts';
import { whyOf } from './why.ts';

/**
 * Installs the host of a cell as its owner does, runs `init`, checks types where the host has a script for that, builds,
 * starts the build, and has a stranger and a person ask it.
 *
 * @param folder does not exist yet
 */
export async function tryCell(folder: string, cell: Cell, tools: Tools): Promise<Seen> {
	const { env, versions, authgraft } = tools;
	const { host, manager, layout } = cell;
	const seen: Seen = {
		...{ fixture: host.fixture, manager, layout, date: new Date().toISOString().slice(0, 10) },
		versions: { [manager]: versions[manager] },
	};
	let step = beforeInit;
	let app = folder;
	const run = async (name: string, cwd: string, [file, args]: [string, string[]]) => {
		step = name;
		const { code, output, timedOut } = await exec(file, args, { cwd, env, timeout: 600_000 });
		if (code !== 0) throw new Error(timedOut ? 'took longer than ten minutes' : output);
	};
	try {
		const port = await freePort();
		const origin = `http://127.0.0.1:${port}`;
		const laid = await layCell(folder, cell, origin);
		app = laid.app;
		await run(beforeInit, laid.locked, command(manager, ...lock[manager]));
		const flags = ['--yes', '--providers', 'credentials', '--protect', '/dashboard'];
		await run('init', app, [process.execPath, [authgraft, 'init', ...flags]]);
		await knowAda(join(app, host.language === 'TypeScript' ? 'src/auth.ts' : 'src/auth.js'));
		const { scripts } = JSON.parse(await readFile(join(app, 'package.json'), 'utf8'));
		const typeCheck = ['check', 'typecheck'].find((name) => name in scripts);
		if (typeCheck) await run('type check', app, script(manager, typeCheck));
		await run('build', app, script(manager, 'build'));
		step = 'start';
		await ask(cell, app, port, origin, tools);
	} catch (error) {
		const said = (error as Error).message;
		console.error(said.slice(-3_000));
		seen.failed = { step, why: whyOf(said, folder) };
	}
	Object.assign(seen.versions, await installedVersions(app, cell));
	return seen;
}

/** Over HTTP: a stranger is stopped, a person signs in and gets past the guard. */
async function ask(cell: Cell, cwd: string, port: number, origin: string, { deno }: Tools): Promise<void> {
	const isSvelteKit = frameworkOf(cell) === 'sveltekit';
	const entry = isSvelteKit ? 'build' : '.output/server/index.mjs';
	// Nitro builds for the runtime that runs it.
	const byDeno = cell.manager === 'deno' && !isSvelteKit;
	const server = await startServer({
		...{ cwd, origin, args: byDeno ? ['run', '-A', entry] : [entry], ...(byDeno && { program: deno }) },
		env: {
			...{ HOST: '127.0.0.1', PORT: String(port), ORIGIN: origin, AUTH_URL: origin },
			AUTH_SECRET: 'a-secret-of-the-matrix-0123456789abcdef',
		},
	});
	try {
		const stranger = new CookieJar();
		const stopped = await stranger.visit(`${origin}/dashboard`);
		const isStopped = !stopped.text.includes(dashboardSecret) && stopped.url.startsWith(`${origin}/signin?`);
		expect(isStopped, `a stranger gets from /dashboard to ${stopped.url}, ${stopped.status}`);
		const person = new CookieJar();
		const target = isSvelteKit ? '/signin' : '/api/auth/signin/credentials';
		const entered = await person.visit(origin + target, { form: adasForm });
		const inside = await person.visit(`${origin}/dashboard`);
		const what = `signing in answers ${entered.status}, /dashboard behind it ${inside.status}\n${server.output()}`;
		expect(inside.text.includes(dashboardSecret), what);
	} finally {
		await server.stop();
	}
}

const ofFramework = { sveltekit: '@sveltejs/kit', 'solid-start': '@solidjs/start' };

/** As the managers lay them out: beside the application, or above. */
async function installedVersions(app: string, cell: Cell): Promise<Record<string, string>> {
	const versions: Record<string, string> = {};
	for (const name of [ofFramework[frameworkOf(cell)], 'vite']) {
		for (let folder = app; folder !== dirname(folder); folder = dirname(folder)) {
			const file = join(folder, 'node_modules', name, 'package.json');
			if (!existsSync(file)) continue;
			versions[name] = JSON.parse(await readFile(file, 'utf8')).version;
			break;
		}
	}
	return versions;
}
