import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { type Client, createClient } from '@libsql/client';
import { expect } from 'vitest';
import { root } from '../../scripts/bootstrap.mjs';
import { cleanEnv } from '../../scripts/lib/process/clean-env.ts';
import { execOk, npm } from '../../scripts/lib/process/exec.ts';
import type { Row, Table } from '../conformance/support/database.ts';
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
}

export const svelteKitProviders: ProvidersKind = {
	kind: svelteKit3,
	authPath: '/auth',
	endpoints: svelteKit,
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
};

type Variables = Record<string, string>;

export interface ProvidersHost extends HostUnderTest {
	authPath: string;
	endpoints: Endpoints;
	/** All rows of a table of its database. */
	rows(table: Table): Promise<Row[]>;
	/** Runs authgraft with `NAME=value` lines on its standard input. Throws when it does not exit with 0. */
	pipe(variables: Variables, ...args: string[]): Promise<{ stdout: string; output: string }>;
	/** What its files hold, those among them that git does not see; without the journal for `undo` and the database. */
	files(): Promise<Record<string, string>>;
	commit(): Promise<void>;
	/** With its tables, for providers that need a database. */
	addAdapter(): Promise<void>;
}

/** A host in which `init` has set up the development provider and nothing else, committed. */
export async function makeProvidersHost(of: ProvidersKind): Promise<ProvidersHost> {
	const { setOrigin, ...kind } = of.kind;
	const host = await makeHostUnderTest(kind);
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
	let database: Client | undefined;
	return {
		...host,
		...{ authPath: of.authPath, endpoints: of.endpoints, commit },
		async rows(table) {
			if (!database) throw new Error('The host has no database yet');
			const { rows } = await database.execute(`SELECT * FROM ${table}`);
			return rows.map((row) => ({ ...row }));
		},
		async files() {
			const hashes = Object.entries(await treeHash(folder));
			return Object.fromEntries(hashes.filter(([path]) => !/^\.authgraft\/|^local\.db/.test(path)));
		},
		pipe: (variables, ...args) => pipe(folder, variables, args),
		async addAdapter() {
			await pipe(folder, {}, ['add-adapter', 'drizzle']);
			await execOk(...npm('run', 'db:push'), { cwd: folder });
			database = createClient({ url: `file:${join(folder, 'local.db')}` });
			// So that reading here never locks the server out.
			await database.execute('PRAGMA journal_mode = WAL');
			await commit();
		},
		async remove() {
			database?.close();
			await host.remove();
		},
	};
}

function pipe(folder: string, variables: Variables, args: string[]) {
	note(`authgraft ${args.join(' ').slice(0, 80)}`);
	const all = [join(root, 'bin/authgraft.cjs'), ...args, '--cwd', folder];
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
