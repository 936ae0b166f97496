import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { root } from '../../bootstrap.mjs';
import { checkSignIn } from '../demo/check.ts';
import { CookieJar } from '../demo/cookie-jar.ts';
import { copyFixtureHost, edit } from '../make-host.ts';
import { cleanEnv } from '../process/clean-env.ts';
import { exec, npm } from '../process/exec.ts';
import { freePort } from '../process/free-port.ts';
import { startServer, viteDev } from '../process/server.ts';
import { managers } from './managers.ts';

export type ManagerName = 'npm' | keyof typeof managers;

/** A command of a package that is not installed, as the manager's own users start it. */
const runners: Record<ManagerName, string[]> = {
	npm: ['exec', '--yes', '--'],
	pnpm: ['dlx'],
	yarn: ['dlx'],
	bun: ['x'],
};

/** Without the programs of this repository, among which `bun x` would find its own `authgraft`. */
const elsewhere = (path: string): string =>
	path
		.split(delimiter)
		.filter((folder) => folder !== join(root, 'node_modules/.bin'))
		.join(delimiter);

/** The variables by which each manager is told of another registry, here one without TLS. */
export const askRegistry = (url: string): Record<string, string> => ({
	npm_config_registry: url,
	BUN_CONFIG_REGISTRY: url,
	YARN_NPM_REGISTRY_SERVER: url.replace(/\/$/, ''),
	YARN_UNSAFE_HTTP_WHITELIST: '127.0.0.1',
});

/** A new SvelteKit project with a server that can be run here, in which nothing is installed. */
export async function newProject(folder: string, name: ManagerName): Promise<void> {
	await copyFixtureHost('sveltekit3', folder);
	const manifest = join(folder, 'package.json');
	await edit(manifest, /"@sveltejs\/adapter-auto": "[^"]*"/, '"@sveltejs/adapter-node": "^6.0.1"');
	await edit(join(folder, 'vite.config.ts'), "'@sveltejs/adapter-auto'", "'@sveltejs/adapter-node'");
	if (name === 'npm') return;
	const { files, vite } = managers[name];
	if (vite) await edit(manifest, /"vite": "[^"]*"/, `"vite": "${vite}"`);
	for (const [path, text] of Object.entries(files)) {
		await mkdir(dirname(join(folder, path)), { recursive: true });
		await writeFile(join(folder, path), text);
	}
}

export interface FirstDay {
	/** Outside of this repository; the project is made in it. */
	folder: string;
	manager: ManagerName;
	/** Of the registry that has the packages. */
	registry: string;
	/** Of both packages. */
	version: string;
	/** Variables that the manager needs besides. */
	env?: Record<string, string>;
	see(what: string): void;
}

/**
 * What somebody does on the first day: starts the command from the registry in a new project, checks types, builds, starts
 * the build, develops, and signs in and out. Throws at what does not work.
 */
export async function firstDay(day: FirstDay): Promise<void> {
	const { folder, manager, registry, version, env = {}, see } = day;
	const project = join(folder, `with-${manager}`);
	await newProject(project, manager);
	const run = async (...args: string[]) => {
		const [file, all] = manager === 'npm' ? npm(...args) : [manager, args];
		const PATH = elsewhere(env.PATH ?? cleanEnv().PATH ?? '');
		const variables = { ...askRegistry(registry), ...env, PATH };
		const options = { cwd: project, env: variables, timeout: 300_000 };
		const { code, output } = await exec(file, all, options);
		if (code !== 0) throw new Error(`\`${manager} ${args.join(' ')}\` ended with ${code}:\n${output}`);
		return output;
	};
	const authgraft = (...args: string[]) => run(...runners[manager], 'authgraft', ...args);

	// The lock file says whose project it is.
	if (manager !== 'npm') await run(...managers[manager].lock);
	await authgraft('init', '--yes');
	const { dependencies } = JSON.parse(await readFile(join(project, 'package.json'), 'utf8'));
	if (dependencies['@authgraft/runtime'] !== `^${version}`)
		throw new Error(`init wrote ${dependencies['@authgraft/runtime']}, which is not of the release`);
	see(`${manager}: init installed ${JSON.stringify(dependencies)}`);
	await authgraft('doctor', '--fail-on', 'error');
	await run('run', 'check');
	see(`${manager}: the types are right`);
	await run('run', 'build');
	await builtPage(project, see);
	await develop(project, see);
}

/** The development provider is no part of a production build: there is a page, and nobody to sign in as. */
async function builtPage(cwd: string, see: FirstDay['see']): Promise<void> {
	const port = await freePort();
	const origin = `http://127.0.0.1:${port}`;
	const env = { HOST: '127.0.0.1', PORT: String(port), AUTH_URL: origin };
	const server = await startServer({ cwd, args: ['--env-file=.env', 'build'], origin, env });
	try {
		const { status, text } = await new CookieJar().visit(`${origin}/signin`);
		if (status !== 200 || text.includes('Continue as'))
			throw new Error(`The build answers /signin with ${status}:\n${text}`);
		see('The build starts, and knows no test people');
	} finally {
		await server.stop();
	}
}

async function develop(cwd: string, see: FirstDay['see']): Promise<void> {
	const port = await freePort();
	const origin = `http://127.0.0.1:${port}`;
	const server = await startServer({ cwd, args: viteDev(port), origin, readyPath: '/signin' });
	try {
		await checkSignIn(origin, '/auth', see);
	} finally {
		await server.stop();
	}
}
