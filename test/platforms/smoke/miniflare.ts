import { createRequire } from 'node:module';
import { join } from 'node:path';
import { lockedPackages } from '../../support/locked-packages.ts';

interface Fetcher {
	fetch(url: string, init?: object): Promise<Response>;
}

/** As much of Miniflare as is used here. */
export interface Miniflare {
	getWorker(name: string): Promise<Fetcher>;
	dispose(): Promise<void>;
}

export interface Worker {
	name: string;
	modules: { type: 'ESModule'; path: string; contents: string }[];
	compatibilityDate: string;
	compatibilityFlags: string[];
	/** Its variables. */
	bindings: Record<string, string>;
}

/** Cloudflare's own runtime in a process of its own, on loopback, with all of these in it. */
export async function startMiniflare(workers: Worker[]): Promise<Miniflare> {
	const folder = await lockedPackages(join(import.meta.dirname, '../packages/miniflare'));
	const { Miniflare } = createRequire(join(folder, 'package.json'))('miniflare') as {
		Miniflare: new (settings: { workers: Worker[]; host: string; cf: false }) => Miniflare;
	};
	// Without `cf: false` it asks Cloudflare where we are.
	return new Miniflare({ workers, host: '127.0.0.1', cf: false });
}
