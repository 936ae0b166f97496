import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../../scripts/bootstrap.mjs';
import { buildIfStale } from '../../scripts/lib/build/index.ts';
import { makeSvelteKit3Host, setOrigin } from '../../scripts/lib/make-host.ts';
import { execOk, npm } from '../../scripts/lib/process/exec.ts';
import { freePort } from '../../scripts/lib/process/free-port.ts';
import { startServer } from '../../scripts/lib/process/server.ts';
import { heading } from '../../scripts/lib/steps.ts';
import { load } from '../lib/machine.mjs';
import { record } from '../lib/record.mjs';
import { runsOf } from '../lib/runs.mjs';
import { table } from '../lib/table.mjs';
import { betterAuthVersion, installBetterAuth } from '../lookup/better-auth.mjs';
import { secret } from '../session/stores.mjs';
import { measureCrowd } from './crowd.mjs';

const worker = fileURLToPath(new URL('worker.mjs', import.meta.url));
const crowd = { people: 200, rounds: 5 };
/** Of its usual time, that the home page may take while the crowd signs in. */
const promised = 5;

/**
 * Measures and prints what a sign-in with a password costs beside Better Auth's, and how long a page takes while many people sign
 * in at once.
 * @param {string} folder empty, temporary
 * @param {string[]} argv
 * @returns {Promise<number>} the exit code: 1 when a page takes more than is promised
 */
export async function bench(folder, argv) {
	const batches = runsOf(argv, 12);
	heading('Set up');
	console.log(`authgraft: ${(await buildIfStale()) ? 'built' : 'up to date'}`);
	const betterAuth = await installBetterAuth(join(folder, 'better-auth'));
	console.log(`better-auth ${betterAuthVersion}, in a temporary folder`);

	heading('One sign-in with a password: milliseconds of CPU, of all threads');
	const task = JSON.stringify({ betterAuth, ahead: 2, batches, batch: 2 });
	const options = { env: { NODE_ENV: 'production' }, timeout: 600_000 };
	const { stdout } = await execOk(process.execPath, ['--expose-gc', worker, task], options);
	const figures = JSON.parse(stdout);
	const cost = { ours: figures.ours / 1000, theirs: figures['Better Auth'] / 1000 };
	table([
		['', 'ms', 'beside Better Auth'],
		['authgraft', cost.ours.toFixed(1), `${(cost.ours / cost.theirs).toFixed(2)} x`],
		['Better Auth', cost.theirs.toFixed(1), ''],
	]);
	console.log(`Load ${load()}`);

	heading(`The home page while ${crowd.people} people sign in at once, ${crowd.rounds} times`);
	const server = await start(join(folder, 'host'));
	let page;
	try {
		page = await measureCrowd(server.origin, '/auth/callback/credentials', crowd);
	} finally {
		await server.stop();
	}
	table([
		['', 'ms', 'of the usual'],
		['usual', page.usual.toFixed(2), ''],
		[`meanwhile, ${page.pages} pages`, page.meanwhile.toFixed(2), `${page.ratio.toFixed(1)} x`],
	]);
	console.log(`The sign-ins were answered: ${page.answers}`);
	const holds = page.ratio <= promised;
	console.log(`\nload ${load()}\nAt most ${promised} times as long: ${holds ? 'ok' : 'MISSED'}`);
	record('accounts', { cost, page, crowd, promised, betterAuthVersion });
	return holds ? 0 : 1;
}

/** A project as `init` and `add-accounts` leave it, built and started. */
async function start(host) {
	await makeSvelteKit3Host(host);
	const port = await freePort();
	const origin = `http://127.0.0.1:${port}`;
	await setOrigin(host, origin);
	const cwd = { cwd: host, timeout: 600_000 };
	const cli = join(root, 'bin', 'authgraft.cjs');
	for (const command of [['init', '--providers', 'github'], ['add-accounts']])
		await execOk(process.execPath, [cli, ...command, '--yes'], cwd);
	await execOk(...npm('run', 'db:push'), cwd);
	await execOk(...npm('run', 'build'), cwd);
	const env = { HOST: '127.0.0.1', PORT: String(port), NODE_ENV: 'production' };
	const auth = { AUTH_SECRET: secret, AUTH_URL: origin, DATABASE_URL: 'file:local.db' };
	const github = { AUTH_GITHUB_ID: 'id', AUTH_GITHUB_SECRET: 'secret' };
	return startServer({ cwd: host, args: ['build'], origin, env: { ...env, ...auth, ...github } });
}
