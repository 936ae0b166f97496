import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { upwards } from '../files/folders.ts';
import type { Host } from '../host.ts';
import { peekManifest } from '../packages/manifest.ts';

/** An adapter that asks for what its SvelteKit no longer has. */
export interface StaleAdapter {
	name: string;
	version: string;
}

/** What a package of npm is called: no path, and nothing that leads out of node_modules. */
const packageName = /^(?:@[a-z\d][\w.-]*\/)?[a-z\d][\w.-]*$/i;

/** Where adapters have their entry. */
const entries = ['index.js', 'dist/index.js'];
const mostBytes = 1_000_000;

/**
 * The installed adapter, where it cannot build this host: SvelteKit 3 took `builder.generateManifest` away, and the build ends
 * with `adapter_generate_manifest_removed`. Read from its code, since no number tells which release has followed.
 */
export function staleAdapter({ adapter, generation, root, workspaceRoot }: Host): StaleAdapter | undefined {
	if (generation.adapterManifest || adapter === undefined || !packageName.test(adapter)) return undefined;
	for (const above of upwards(root, workspaceRoot ?? root)) {
		const folder = join(above, 'node_modules', adapter);
		const version = peekManifest(folder)?.version;
		if (typeof version !== 'string') continue;
		const asks = entries.some((entry) => /\bgenerateManifest\s*\(/.test(textOf(join(folder, entry))));
		return asks ? { name: adapter, version } : undefined;
	}
	return undefined;
}

function textOf(file: string): string {
	try {
		const { size } = statSync(file);
		return size > mostBytes ? '' : readFileSync(file, 'utf8');
	} catch {
		return '';
	}
}

/** For people who are about to set sign-in up. */
export function adapterWarning(host: Host): string | undefined {
	const stale = staleAdapter(host);
	return (
		stale &&
		`${stale.name} ${stale.version} does not build on ${host.generation.name}, with or without sign-in (adapter_generate_manifest_removed): take a newer one, or @sveltejs/adapter-node. docs/deploy.md has what was tried.`
	);
}
