import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../bootstrap.mjs';
import { buildIfStale } from '../build/index.ts';
import { execOk, npm } from '../process/exec.ts';
import { tidily } from '../process/tidy.ts';
import { heading, seconds } from '../steps.ts';
import { firstDay, type ManagerName } from './first-day.ts';
import { installManagers, managers } from './managers.ts';
import { pack } from './pack.ts';
import { standIn } from './stand-in.ts';

const everyManager: ManagerName[] = ['npm', ...(Object.keys(managers) as (keyof typeof managers)[])];
const usage = `Usage: npm run release:dry [-- --manager ${everyManager.join('|')}]`;

/** Where the packages of a release are put. */
export const releaseFolder = join(root, 'dist', 'release');

/** `npm run release:pack`: builds, and packs both packages as they are published. */
export async function releasePack(): Promise<number> {
	await buildIfStale();
	for (const { manifest, file } of await pack(releaseFolder))
		console.log(`${manifest.name} ${manifest.version}: ${file.slice(root.length)}`);
	return 0;
}

/**
 * A release without publishing: both packages from a registry of this machine, in a new project, by each package manager,
 * up to a person who signs in. Resolves with the exit code, and leaves the packages alone behind.
 */
export async function releaseDry(argv: string[]): Promise<number> {
	const chosen = readOptions(argv);
	if (chosen === undefined) return 2;
	return tidily('release', async (folder) => {
		const start = performance.now();
		heading('1/3 Build and pack');
		await buildIfStale();
		const packages = await pack(releaseFolder);
		for (const { manifest } of packages) console.log(`${manifest.name} ${manifest.version}`);
		heading('2/3 Package managers, and a registry');
		const others = chosen.filter((name) => name !== 'npm');
		const env = others.length > 0 ? await installManagers(join(folder, 'tools'), others) : {};
		const version = packages[0]?.manifest.version ?? '';
		const registry = await standIn(packages, await registryOfNpm(folder));
		console.log(registry.url);
		try {
			for (const manager of chosen) {
				heading(`3/3 The first day with ${manager}`);
				await firstDay({
					...{ folder, manager, env, version, registry: registry.url },
					see: (what) => console.log(`- ${what}`),
				});
			}
			console.log(`\nThe release works, with ${chosen.join(', ')} (${seconds(start)})`);
			return 0;
		} catch (error) {
			console.error(`\nThe release does not work: ${error instanceof Error ? error.message : error}`);
			return 1;
		} finally {
			await registry.close();
		}
	});
}

/** Of this machine, as npm is set up. Asked outside of this repository, as its projects are. */
export async function registryOfNpm(cwd: string): Promise<string> {
	const { stdout } = await execOk(...npm('config', 'get', 'registry'), { cwd });
	return stdout.trim().replace(/\/?$/, '/');
}

function readOptions(argv: string[]): ManagerName[] | undefined {
	try {
		const { values } = parseArgs({ args: argv, options: { manager: { type: 'string', multiple: true } } });
		const wanted = values.manager ?? everyManager;
		const known = everyManager.filter((name) => wanted.includes(name));
		if (known.length === new Set(wanted).size) return known;
		console.error(`--manager ${wanted.join(' ')}: unknown\n${usage}`);
	} catch (error) {
		console.error(`${error instanceof Error ? error.message : error}\n${usage}`);
	}
	return undefined;
}
