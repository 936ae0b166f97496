import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { execOk, npm } from '../../scripts/lib/process/exec.ts';

/** The last of its line: with the core that we use, for SvelteKit 1 and 2. */
export const peerVersion = '1.11.3';

/** What a SvelteKit 2 application would give it. */
const applicationModules = {
	'$app/environment': 'export const building = false, dev = false, browser = false;',
	'$app/paths': "export const base = '', assets = '';",
	'$env/dynamic/private': 'export const env = {};',
};

/**
 * Installs `@auth/sveltekit` into a folder of its own, and bundles it as SvelteKit 2 would: it imports modules of the
 * application. The core stays an import, of this repository's copy, so that all measured code runs on the same one.
 *
 * @param {string} folder
 * @returns {Promise<string>} file of the bundle
 */
export async function installPeer(folder) {
	// SvelteKit 3 is not among its peers, and any SvelteKit would be downloaded without need.
	const flags = ['--legacy-peer-deps', '--no-audit', '--no-fund'];
	const [program, args] = npm('install', '--prefix', folder, ...flags, `@auth/sveltekit@${peerVersion}`);
	await execOk(program, args);
	const file = join(folder, 'auth-sveltekit.mjs');
	const build = await rolldown({
		input: join(folder, 'node_modules/@auth/sveltekit/dist/index.js'),
		platform: 'node',
		plugins: [{ name: 'application', resolveId, load: (id) => applicationModules[id] }],
		checks: { bundlerTimings: false },
	});
	await build.write({ file, format: 'esm' });
	await build.close();
	return file;
}

function resolveId(id) {
	if (id in applicationModules) return id;
	if (/^@(auth\/core|sveltejs\/kit)(\/|$)/.test(id)) return { id: import.meta.resolve(id), external: true };
	return null;
}
