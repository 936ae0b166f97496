import { execFileSync } from 'node:child_process';
import {
	cpSync,
	existsSync,
	lstatSync,
	mkdirSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'dotenv';
import {
	environment,
	type Result,
	type RunOptions,
	refuseIn,
	repository,
	runCli,
	runResident,
	temporary,
} from './run.ts';
import { readTree, type Tree } from './tree.ts';

/** Path to text, or null to take the file away. Bytes where the text is no UTF-8. */
export type Files = Record<string, string | Uint8Array | null>;

export interface HostOptions {
	/** A folder of `test/fixtures/hosts`; null for an empty host. */
	fixture?: string | null;
	files?: Files;
	/** Make it a git repository with everything committed. */
	git?: boolean;
	/** Name of its folder. */
	name?: string;
}

let hosts = 0;

/** A host in a new temporary folder. */
export function makeHost({ fixture = 'sveltekit3', files = {}, git, name = 'host' }: HostOptions = {}): Host {
	const root = join(temporary, String(++hosts), name);
	mkdirSync(root, { recursive: true });
	if (fixture) cpSync(join(repository, 'test/fixtures/hosts', fixture), root, { recursive: true });
	// A .gitignore among the fixtures would be one of this repository.
	if (existsSync(join(root, 'gitignore'))) renameSync(join(root, 'gitignore'), join(root, '.gitignore'));
	const host = new Host(root);
	host.write(files);
	if (git) host.commit();
	return host;
}

/** One host, and the command run in it. */
export class Host {
	readonly root: string;

	constructor(root: string) {
		this.root = root;
	}

	/** Runs `authgraft` with these arguments in it. */
	run(...args: string[]): Promise<Result> {
		return this.runWith({}, ...args);
	}

	/** No run may ever print a secret, whatever the test is about. */
	async runWith(options: RunOptions, ...args: string[]): Promise<Result> {
		const before = this.secrets();
		const result =
			Object.keys(options).length === 0
				? await runResident(args, this.root)
				: await runCli(args, { cwd: this.root, ...options });
		for (const secret of new Set([...before, ...this.secrets()])) refuseIn(result, secret, 'prints a secret');
		return result;
	}

	/** Values of AUTH_SECRET in its env files, as the frameworks' own loader reads them. */
	secrets(): string[] {
		return ['.env', '.env.local'].flatMap((name) => {
			if (!lstatSync(join(this.root, name), { throwIfNoEntry: false })?.isFile()) return [];
			const { AUTH_SECRET } = parse(this.read(name));
			return AUTH_SECRET ? [AUTH_SECRET] : [];
		});
	}

	tree(options?: { git?: boolean }): Tree {
		return readTree(this.root, options);
	}

	read(path: string): string {
		return readFileSync(join(this.root, path), 'utf8');
	}

	exists(path: string): boolean {
		return lstatSync(join(this.root, path), { throwIfNoEntry: false }) !== undefined;
	}

	write(files: Files): void {
		for (const [path, text] of Object.entries(files)) {
			const file = join(this.root, path);
			if (text === null) rmSync(file, { recursive: true });
			else {
				mkdirSync(dirname(file), { recursive: true });
				writeFileSync(file, text);
			}
		}
	}

	/** Replaces text in a file; fails when it is not there. */
	edit(path: string, from: string, to: string): void {
		const before = this.read(path);
		if (!before.includes(from)) throw new Error(`${path} holds no ${from}:\n${before}`);
		writeFileSync(
			join(this.root, path),
			before.replace(from, () => to),
		);
	}

	git(...args: string[]): string {
		return execFileSync('git', ['-C', this.root, ...args], { encoding: 'utf8', env: environment() });
	}

	commit(): void {
		if (!this.exists('.git')) this.git('init', '--quiet');
		const person = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
		this.git('add', '--all');
		this.git(...person, 'commit', '--quiet', '--message', 'as it is');
	}
}
