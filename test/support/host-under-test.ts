import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
	copyFixtureHost,
	makeSolidStart2Host,
	makeSvelteKit3Host,
	setOrigin,
} from '../../scripts/lib/make-host.ts';
import { type ExecResult, exec, npm } from '../../scripts/lib/process/exec.ts';
import { freePort } from '../../scripts/lib/process/free-port.ts';
import { type RunningServer, startServer } from '../../scripts/lib/process/server.ts';
import { note } from './note.ts';
import { SharedPackages } from './shared-packages.ts';
import { svelteKitPages } from './sveltekit-pages.ts';

const cli = join(import.meta.dirname, '../../bin/authgraft.cjs');

/** A real project in a temporary folder, as it was before authgraft came. */
export interface HostUnderTest {
	folder: string;
	/** Where its production build will answer, once `build` has built it in. */
	origin: string;
	/** Runs authgraft in it. */
	graft(...args: string[]): Promise<ExecResult>;
	typeCheck(): Promise<ExecResult>;
	read(path: string): Promise<string>;
	/** Writes files by path. */
	write(files: Record<string, string>): Promise<void>;
	/** Makes the production build that `startBuild` starts. */
	build(): Promise<ExecResult>;
	/** Starts the production build with `env` (PORT among it), and AUTH_URL unless it is to trust the Host header. */
	startBuild(env?: Record<string, string>): Promise<RunningServer>;
	remove(): Promise<void>;
}

/** What differs between the frameworks. */
export interface Kind {
	name: string;
	make(folder: string): Promise<void>;
	/** Pages that are there before authgraft comes. */
	pages: Record<string, string>;
	/** npm script. */
	typeCheck: string;
	/** Tells the project the origin of its build, where it has to know. */
	setOrigin?(folder: string, origin: string): Promise<void>;
	/** Arguments for Node that start the build. */
	start: string[];
	/** What the build has to be told of its origin in the environment. */
	startEnv?(origin: string): Record<string, string>;
	/** What hosts with the same dependencies share. */
	packages?: SharedPackages | undefined;
}

export const svelteKit3: Kind = {
	name: 'SvelteKit 3',
	make: makeSvelteKit3Host,
	pages: svelteKitPages({}),
	typeCheck: 'check',
	setOrigin,
	start: ['--env-file=.env', 'build'],
	packages: new SharedPackages('sveltekit3'),
};

/** Starts as people do in production: nothing comes from `.env`, NODE_ENV is not set. */
export const solidStart2: Kind = {
	name: 'SolidStart 2',
	make: makeSolidStart2Host,
	pages: {},
	typeCheck: 'typecheck',
	start: ['.output/server/index.mjs'],
	packages: new SharedPackages('solidstart2'),
};

/** The same, from vinxi. */
export const solidStart1: Kind = {
	...solidStart2,
	name: 'SolidStart 1',
	make: (folder) => copyFixtureHost('solidstart1', folder),
	packages: undefined,
};

export async function makeHostUnderTest(kind: Kind = svelteKit3): Promise<HostUnderTest> {
	if (!existsSync(join(cli, '../../dist'))) throw new Error('dist/ is missing: run `npm run build` first');
	const parent = await mkdtemp(join(tmpdir(), 'authgraft-e2e-'));
	const folder = join(parent, 'host');
	const port = await freePort();
	const origin = `http://127.0.0.1:${port}`;
	const write = async (files: Record<string, string>) => {
		for (const [path, text] of Object.entries(files)) {
			await mkdir(dirname(join(folder, path)), { recursive: true });
			await writeFile(join(folder, path), text);
		}
	};
	note(`make a ${kind.name} host`);
	await kind.make(folder);
	await kind.packages?.give(folder);
	await write(kind.pages);
	let originIsSet = false;
	const script = (name: string) => {
		note(`npm run ${name}`);
		return exec(...npm('run', name), { cwd: folder, timeout: 180_000 });
	};
	return {
		folder,
		origin,
		async graft(...args) {
			note(`authgraft ${args.join(' ')}`);
			const result = await exec(process.execPath, [cli, ...args, '--cwd', folder], { timeout: 300_000 });
			const installed = result.code === 0 && args[0] === 'init' && !args.includes('--no-install');
			if (installed) await kind.packages?.keep(folder);
			return result;
		},
		typeCheck: () => script(kind.typeCheck),
		async build() {
			if (!originIsSet) await kind.setOrigin?.(folder, origin);
			originIsSet = true;
			return script('build');
		},
		read: (path) => readFile(join(folder, path), 'utf8'),
		write,
		startBuild: (env = {}) =>
			startServer({
				cwd: folder,
				args: kind.start,
				origin: env.PORT === undefined ? origin : `http://127.0.0.1:${env.PORT}`,
				env: {
					...{ HOST: '127.0.0.1', PORT: String(port), ...kind.startEnv?.(origin) },
					...(env.AUTH_TRUST_HOST ? {} : { AUTH_URL: origin }),
					...env,
				},
			}),
		remove: () => rm(parent, { recursive: true, force: true, maxRetries: 5 }),
	};
}
