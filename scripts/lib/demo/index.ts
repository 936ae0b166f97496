import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../bootstrap.mjs';
import { buildIfStale } from '../build/index.ts';
import { makeSolidStart2Host, makeSvelteKit3Host, starter } from '../make-host.ts';
import { execOk } from '../process/exec.ts';
import { freePort } from '../process/free-port.ts';
import { type RunningServer, startServer, viteDev } from '../process/server.ts';
import { tidily } from '../process/tidy.ts';
import { heading, seconds } from '../steps.ts';
import { checkSignIn, peopleOf } from './check.ts';
import { CookieJar } from './cookie-jar.ts';

const usage = 'Usage: npm run demo [-- --check] [-- --framework sveltekit|solid-start]';

interface Framework {
	/** Heading and explanation of how the project is made. */
	title: string;
	how: string;
	make(folder: string): Promise<void>;
	/** Where the auth endpoints are. */
	authPath: string;
}

const frameworks: Record<string, Framework> = {
	sveltekit: {
		title: "Make a SvelteKit project with SvelteKit's own starter",
		how: `npx ${starter.join(' ')} demo, with adapter-node`,
		make: makeSvelteKit3Host,
		authPath: '/auth',
	},
	'solid-start': {
		title: "Make a SolidStart project as SolidStart's own starter does",
		how: 'A copy of the template `basic`: create-solid would download it from GitHub',
		make: makeSolidStart2Host,
		authPath: '/api/auth',
	},
};

interface Options {
	check: boolean;
	framework: Framework;
}

/**
 * Makes a new project as the framework's own starter does, grafts it with the built CLI and serves it, or with --check
 * signs in and out by itself. Resolves with the exit code: 0 stopped while serving, or checked; 1 failed; 2 wrong
 * usage; 130 stopped during set-up. Leaves nothing behind, neither processes nor files.
 */
export async function demo(argv: string[]): Promise<number> {
	const options = readOptions(argv);
	if (options === undefined) return 2;
	let serving = false;
	const run = async (folder: string) => {
		try {
			const server = await setUp(join(folder, 'demo'), options.framework);
			if (options.check) return await check(server, options.framework);
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

function readOptions(argv: string[]): Options | undefined {
	try {
		const { values } = parseArgs({
			args: argv,
			options: {
				check: { type: 'boolean', default: false },
				framework: { type: 'string', default: 'sveltekit' },
			},
		});
		const framework = Object.hasOwn(frameworks, values.framework) && frameworks[values.framework];
		if (framework) return { check: values.check, framework };
		console.error(`--framework ${values.framework}: unknown, use ${Object.keys(frameworks).join(' or ')}`);
	} catch (error) {
		console.error(`${error instanceof Error ? error.message : error}\n${usage}`);
	}
	return undefined;
}

async function setUp(host: string, { title, how, make }: Framework): Promise<RunningServer> {
	const start = performance.now();
	heading('1/4 Build authgraft');
	console.log((await buildIfStale()) ? 'Built' : 'Up to date');

	heading(`2/4 ${title}`);
	console.log(how);
	await make(host);

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

async function check(server: RunningServer, { authPath }: Framework): Promise<number> {
	heading('Check: sign in and out over HTTP');
	try {
		await checkSignIn(server.origin, authPath, (what) => console.log(`- ${what}`));
		console.log('\nThe demo works');
		return 0;
	} catch (error) {
		console.error(`\nThe demo does not work: ${error instanceof Error ? error.message : error}`);
		return 1;
	}
}
