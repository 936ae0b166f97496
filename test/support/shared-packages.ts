import { existsSync } from 'node:fs';
import { copyFile, link, mkdir, readdir, readlink, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** `npm test` gives a whole run one temporary folder, which it removes. A file alone has nobody to share with. */
const shares = basename(tmpdir()).startsWith('authgraft-test-');

/**
 * What `init` has to install itself in every host; what SvelteKit 3 writes there for each, in place; npm's note of what
 * is there, and whatever else of the kind there is.
 */
const isLeftOut = (name: string) =>
	['@auth', '@authgraft', '$app'].includes(name) || (name.startsWith('.') && name !== '.bin');

/** Without it npm asks the registry for every package's versions. */
const lockFile = 'package-lock.json';

/**
 * Installed packages, for hosts that have the same dependencies: the first one gives them, the others begin with them,
 * as a project does that its owner has installed before. Hard links, so each host has a folder of its own.
 */
export class SharedPackages {
	readonly #folder: string;

	constructor(name: string) {
		this.#folder = join(tmpdir(), `packages-of-${name}`);
	}

	/** Keeps the packages of an installed host, unless there are some already. */
	async keep(host: string): Promise<void> {
		if (!shares || existsSync(this.#folder)) return;
		const folder = `${this.#folder}-${process.pid}`;
		await linkTree(join(host, 'node_modules'), join(folder, 'node_modules'), isLeftOut);
		await copyFile(join(host, lockFile), join(folder, lockFile));
		// Another file may have been faster.
		await rename(folder, this.#folder).catch(() => rm(folder, { recursive: true, force: true }));
	}

	/** Gives what is kept to a host that has none. */
	async give(host: string): Promise<void> {
		if (!existsSync(this.#folder)) return;
		await linkTree(join(this.#folder, 'node_modules'), join(host, 'node_modules'));
		await copyFile(join(this.#folder, lockFile), join(host, lockFile));
	}
}

async function linkTree(from: string, to: string, without = (_: string) => false): Promise<void> {
	await mkdir(to, { recursive: true });
	for (const entry of await readdir(from, { withFileTypes: true })) {
		if (without(entry.name)) continue;
		const [source, target] = [join(from, entry.name), join(to, entry.name)];
		if (entry.isDirectory()) await linkTree(source, target);
		else if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
		else await link(source, target);
	}
}
