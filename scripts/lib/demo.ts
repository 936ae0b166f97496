import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../bootstrap.mjs';
import { buildIfStale } from './build.ts';
import { CookieJar } from './cookie-jar.ts';
import { checkSignIn, peopleOf } from './demo-check.ts';
import { execOk } from './exec.ts';
import { freePort } from './free-port.ts';
import { makeSvelteKit3Host, starter } from './make-host.ts';
import { type RunningServer, startServer, viteDev } from './server.ts';
import { heading, seconds } from './steps.ts';
import { tidily } from './tidy.ts';

const usage = 'Usage: npm run demo [-- --check] [-- --framework sveltekit]';

/**
 * Makes a new project with the framework's own starter, grafts it with the built CLI and serves it, or with --check
 * signs in and out by itself. Resolves with the exit code: 0 stopped while serving, or checked; 1 failed; 2 wrong
 * usage; 130 stopped during set-up. Leaves nothing behind, neither processes nor files.
 */
export async function demo(argv: string[]): Promise<number> {
	const options = readOptions(argv);
	if (options === undefined) return 2;
	let serving = false;
	const run = async (folder: string) => {
		try {
			const server = await setUp(join(folder, 'demo'));
			if (options.check) return await check(server);
			serving = true;
			await invite(server);
			await server.ended;
			throw new Error('The server has ended by itself');
		} catch (error) {
			console.error(`\n${error instanceof Error ? error.message : error}`);
			return 1;
		}
	};
	return tidily('demo', run, () => {
		console.log('\nTidying up');
		return serving ? 0 : 130;
	});
}

function readOptions(argv: string[]): { check: boolean } | undefined {
	try {
		const { values } = parseArgs({
			args: argv,
			options: {
				check: { type: 'boolean', default: false },
				framework: { type: 'string', default: 'sveltekit' },
			},
		});
		if (values.framework === 'sveltekit') return { check: values.check };
		const why = values.framework === 'solid-start' ? 'not yet' : 'unknown, use sveltekit';
		console.error(`--framework ${values.framework}: ${why}`);
	} catch (error) {
		console.error(`${error instanceof Error ? error.message : error}\n${usage}`);
	}
	return undefined;
}

async function setUp(host: string): Promise<RunningServer> {
	const start = performance.now();
	heading('1/4 Build authgraft');
	console.log((await buildIfStale()) ? 'Built' : 'Up to date');

	heading("2/4 Make a SvelteKit project with SvelteKit's own starter");
	console.log(`npx ${starter.join(' ')} demo, with adapter-node`);
	await makeSvelteKit3Host(host);

	heading('3/4 authgraft init --yes');
	const cli = join(root, 'bin', 'authgraft.js');
	await execOk(process.execPath, [cli, 'init', '--yes', '--cwd', host], { stream: true, timeout: 600_000 });

	heading('4/4 Start vite dev');
	const port = await freePort();
	const server = await startServer({
		cwd: host,
		args: viteDev(port),
		origin: `http://127.0.0.1:${port}`,
		readyPath: '/signin',
		stream: true,
	});
	console.log(`\nReady after ${seconds(start)}`);
	return server;
}

async function invite({ origin }: RunningServer): Promise<void> {
	const { text } = await new CookieJar().visit(`${origin}/signin`);
	const people = peopleOf(text).map((name) => `"${name}"`);
	console.log(`
   Open     ${origin}/signin
   Sign in  click on ${people.join(' or ')}: test people, no password, no network
   Sign out ${origin}/signout
   Stop     Ctrl-C; the project is removed then
`);
}

async function check(server: RunningServer): Promise<number> {
	heading('Check: sign in and out over HTTP');
	try {
		await checkSignIn(server.origin, (what) => console.log(`- ${what}`));
		console.log('\nThe demo works');
		return 0;
	} catch (error) {
		console.error(`\nThe demo does not work: ${error instanceof Error ? error.message : error}`);
		return 1;
	}
}
