import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../bootstrap.mjs';
import { buildIfStale } from '../build/index.ts';
import { makeSolidStart2Host, makeSvelteKit3Host, starter } from '../make-host.ts';
import { execOk, npm } from '../process/exec.ts';
import { freePort } from '../process/free-port.ts';
import { type RunningServer, startServer, viteDev } from '../process/server.ts';
import { tidily } from '../process/tidy.ts';
import { heading, seconds } from '../steps.ts';
import { checkSignIn, peopleOf } from './check.ts';
import { checkSignUp } from './check-accounts.ts';
import { CookieJar } from './cookie-jar.ts';

const usage = 'Usage: npm run demo [-- --check] [-- --accounts] [-- --framework sveltekit|solid-start]';

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
	/** Also `add-accounts`: people sign up. */
	accounts: boolean;
	framework: Framework;
}

/**
 * Makes a new project as the framework's own starter does, grafts it with the built CLI and serves it, or with --check
 * signs in and out by itself. With --accounts people sign up, too. Resolves with the exit code: 0 stopped while serving, or checked; 1 failed; 2 wrong
 * usage; 130 stopped during set-up. Leaves nothing behind, neither processes nor files.
 */
export async function demo(argv: string[]): Promise<number> {
	const options = readOptions(argv);
	if (options === undefined) return 2;
	let serving = false;
	const run = async (folder: string) => {
		try {
			const host = join(folder, 'demo');
			const server = await setUp(host, options);
			if (options.check) return await check(server, host, options);
			serving = true;
			await invite(server, options);
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
		const {
			check,
			accounts,
			framework: name,
		} = parseArgs({
			args: argv,
			options: {
				check: { type: 'boolean', default: false },
				accounts: { type: 'boolean', default: false },
				framework: { type: 'string', default: 'sveltekit' },
			},
		}).values;
		const framework = Object.hasOwn(frameworks, name) && frameworks[name];
		if (framework) return { check, accounts, framework };
		console.error(`--framework ${name}: unknown, use ${Object.keys(frameworks).join(' or ')}`);
	} catch (error) {
		console.error(`${error instanceof Error ? error.message : error}\n${usage}`);
	}
	return undefined;
}

async function setUp(host: string, { framework, accounts }: Options): Promise<RunningServer> {
	const start = performance.now();
	const steps = accounts ? 5 : 4;
	heading(`1/${steps} Build authgraft`);
	console.log((await buildIfStale()) ? 'Built' : 'Up to date');

	heading(`2/${steps} ${framework.title}`);
	console.log(framework.how);
	await framework.make(host);

	const authgraft = async (step: number, command: string) => {
		heading(`${step}/${steps} authgraft ${command} --yes`);
		const cli = join(root, 'bin', 'authgraft.cjs');
		const args = [cli, command, '--yes', '--cwd', host];
		await execOk(process.execPath, args, { stream: true, timeout: 600_000 });
	};
	await authgraft(3, 'init');
	if (accounts) {
		await authgraft(4, 'add-accounts');
		await execOk(...npm('run', 'db:push'), { cwd: host, stream: true });
	}

	heading(`${steps}/${steps} Start vite dev`);
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

async function invite({ origin }: RunningServer, { accounts }: Options): Promise<void> {
	const { text } = await new CookieJar().visit(`${origin}/signin`);
	const people = peopleOf(text).map((name) => `"${name}"`);
	const signUp = `
   Sign up  ${origin}/signup with any address: the page shows the link that a mail would hold
   Account  ${origin}/account`;
	console.log(`
   Open     ${origin}/signin
   Sign in  click on ${people.join(' or ')}: test people, no password, no network${accounts ? signUp : ''}
   Sign out ${origin}/signout
   Stop     Ctrl-C; the project is removed then
`);
}

async function check(
	{ origin }: RunningServer,
	host: string,
	{ framework, accounts }: Options,
): Promise<number> {
	heading(`Check: ${accounts ? 'sign up' : 'sign in and out'} over HTTP`);
	const see = (what: string) => console.log(`- ${what}`);
	try {
		if (accounts) await checkSignUp(origin, join(host, 'local.db'), see);
		else await checkSignIn(origin, framework.authPath, see);
		console.log('\nThe demo works');
		return 0;
	} catch (error) {
		console.error(`\nThe demo does not work: ${error instanceof Error ? error.message : error}`);
		return 1;
	}
}
