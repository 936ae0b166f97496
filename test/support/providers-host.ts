import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { root } from '../../scripts/bootstrap.mjs';
import { cleanEnv } from '../../scripts/lib/clean-env.ts';
import { execOk } from '../../scripts/lib/exec.ts';
import { edit } from '../../scripts/lib/make-host.ts';
import { type Database, openDatabase } from '../conformance/support/database.ts';
import { type Endpoints, solidStart, svelteKit } from './ada.ts';
import {
	type HostUnderTest,
	type Kind,
	makeHostUnderTest,
	solidStart2,
	svelteKit3,
} from './host-under-test.ts';
import { note } from './note.ts';
import { solidStartPages } from './solidstart-pages.ts';
import { treeHash } from './tree-hash.ts';

/** What differs between the frameworks. */
export interface ProvidersKind {
	kind: Kind;
	/** Where the endpoints are. */
	authPath: string;
	endpoints: Endpoints;
	/** The module with the adapter, and how `src/auth.ts` imports it. */
	database: { path: string; imported: string };
}

export const svelteKitProviders: ProvidersKind = {
	kind: svelteKit3,
	authPath: '/auth',
	endpoints: svelteKit,
	database: { path: 'src/lib/server/database.ts', imported: './lib/server/database' },
};

export const solidStartProviders: ProvidersKind = {
	// What `add-provider` has written into `.env` is what the server gets, as on SvelteKit.
	kind: {
		...solidStart2,
		pages: { 'src/routes/index.tsx': solidStartPages['src/routes/index.tsx'] ?? '' },
		start: ['--env-file=.env', ...solidStart2.start],
	},
	authPath: '/api/auth',
	endpoints: solidStart,
	database: { path: 'src/database.ts', imported: './database' },
};

/** What the module with the adapter imports. */
const packages = {
	'@auth/drizzle-adapter': '^1.11.3',
	'@libsql/client': '^0.18.0',
	'drizzle-orm': '^0.45.4',
};

type Variables = Record<string, string>;

export interface ProvidersHost extends HostUnderTest {
	authPath: string;
	endpoints: Endpoints;
	database: Database;
	/** Runs authgraft with `NAME=value` lines on its standard input. Throws when it does not exit with 0. */
	pipe(variables: Variables, ...args: string[]): Promise<{ stdout: string; output: string }>;
	/** What its files hold, those among them that git does not see; without the journal for `undo`. */
	files(): Promise<Record<string, string>>;
	commit(): Promise<void>;
	/** Does what its owner does by hand before providers that need a database. */
	addAdapter(): Promise<void>;
}

/** A host in which `init` has set up the development provider and nothing else, committed. */
export async function makeProvidersHost(of: ProvidersKind): Promise<ProvidersHost> {
	const { kind, authPath, endpoints } = of;
	const make = async (folder: string) => {
		await kind.make(folder);
		await kind.packages?.give(folder);
		const file = join(folder, 'package.json');
		const manifest = JSON.parse(await readFile(file, 'utf8'));
		manifest.dependencies = { ...manifest.dependencies, ...packages };
		await writeFile(file, JSON.stringify(manifest, null, '\t'));
	};
	const { setOrigin, ...rest } = kind;
	const host = await makeHostUnderTest({ ...rest, make, packages: undefined });
	const { folder } = host;
	// Not at the first build: the tree is committed before `add-provider` looks at it.
	await setOrigin?.(folder, host.origin);
	const { code, output } = await host.graft('init', '--yes', '--providers', 'development');
	expect(code, output).toBe(0);

	const git = (...args: string[]) => execOk('git', args, { cwd: folder });
	await git('init', '--quiet');
	const commit = async () => {
		await git('add', '--all');
		await git('-c', 'user.name=Ada', '-c', 'user.email=ada@test.example', 'commit', '--quiet', '-m', 'now');
	};
	await commit();
	// Beside the project, which stays as its commands and its owner have left it.
	const url = `file:${join(dirname(folder), 'host.db')}`;
	const database = await openDatabase(url);
	await database.run('PRAGMA journal_mode = WAL');
	return {
		...host,
		...{ authPath, endpoints, database, commit },
		async files() {
			const hashes = Object.entries(await treeHash(folder));
			return Object.fromEntries(hashes.filter(([path]) => !path.startsWith('.authgraft/')));
		},
		pipe: (variables, ...args) => pipe(folder, variables, args),
		async addAdapter() {
			const { path, imported } = of.database;
			await host.write({ [path]: databaseModule(url) });
			const auth = join(folder, 'src/auth.ts');
			await edit(auth, /^/, `import { adapter } from '${imported}';\n`);
			await edit(auth, /(?=providers: \[)/, 'adapter,\n\t');
		},
		async remove() {
			database.close();
			await host.remove();
		},
	};
}

const databaseModule = (url: string) => `import { DrizzleAdapter } from '@auth/drizzle-adapter';
import { createClient } from '@libsql/client';
import { drizzle } from 'drizzle-orm/libsql';

export const adapter = DrizzleAdapter(drizzle(createClient({ url: '${url}' })));
`;

function pipe(folder: string, variables: Variables, args: string[]) {
	note(`authgraft ${args.join(' ').slice(0, 80)}`);
	const all = [join(root, 'bin/authgraft.js'), ...args, '--cwd', folder];
	const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`);
	return new Promise<{ stdout: string; output: string }>((resolve, reject) => {
		const options = { env: cleanEnv(), timeout: 300_000, maxBuffer: 10_000_000 };
		const child = execFile(process.execPath, all, options, (error, stdout, stderr) => {
			if (error) reject(new Error(`authgraft ${args.join(' ')} failed\n${stdout}${stderr}`));
			else resolve({ stdout, output: stdout + stderr });
		});
		child.stdin?.end(lines.join(''));
	});
}
