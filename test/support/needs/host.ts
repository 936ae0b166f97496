import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect } from 'vitest';
import { freePort } from '../../../scripts/lib/process/free-port.ts';
import { type RunningServer, startServer } from '../../../scripts/lib/process/server.ts';
import { type HostUnderTest, type Kind, makeHostUnderTest } from '../host-under-test.ts';
import { Blocks, type Framework } from './blocks.ts';

/** What differs between the frameworks. */
export interface NeedsDressing {
	framework: Framework;
	/** Where the endpoints are. */
	authPath: string;
	/** Pages that are there before `init`. */
	pages: Record<string, string>;
	signInPage: string;
	/** The code of docs/needs, and what stands around it. */
	files(blocks: Blocks): Record<string, string>;
	dressSignInPage(page: string, blocks: Blocks): string;
	/** See {@link NeedsHost.built}. */
	built(text: string): string;
	sockets(blocks: Blocks): Sockets;
	/** Lets the auth module have what src/needs.ts chooses. */
	dressAuth(text: string): string;
}

/** How a process is started. */
export interface How {
	/** What Node gets. Default: as the framework says. */
	args?: string[];
	/** Asked for while it starts. */
	readyPath?: string;
}

/** What serves sockets: files besides the build, and what Node gets to start them. */
export interface Sockets {
	files: Record<string, string>;
	args: string[];
	/** What the configuration of the build has for `plugins`: the host is built anew, and starts in no other way. */
	config?: string;
}

/** A built host with the code of every page of docs/needs. */
export interface NeedsHost {
	framework: Framework;
	authPath: string;
	folder: string;
	blocks: Blocks;
	/** A text of the pages that says `build`, in which SolidStart has `.output`. */
	built(text: string): string;
	/** Starts a process of the build that goes by the configuration of one page. */
	start(need: string, env: Record<string, string>, how?: How): Promise<RunningServer>;
	/** Builds it with what serves sockets, and says how that is started. On SolidStart nothing else is any more. */
	buildForSockets(): Promise<How>;
	remove(): Promise<void>;
}

const { version: playwright } = createRequire(import.meta.url)('playwright-core/package.json');
/** Besides what `init` installs. `ws` is of a page, Playwright runs another. */
const packages = { ws: '^8.18.0', '@playwright/test': playwright };

/** A host that `init` has grafted, with the pages' code in it, built without a secret as docs/needs/docker.md says. */
export async function makeNeedsHost(kind: Kind, dressing: NeedsDressing): Promise<NeedsHost> {
	const { framework, authPath, pages, signInPage, files, dressSignInPage, dressAuth } = dressing;
	const blocks = new Blocks(framework);
	// Several names lead to one build.
	const { setOrigin: _, startEnv = () => ({}), ...rest } = kind;
	const make = async (folder: string) => {
		await kind.make(folder);
		const file = join(folder, 'package.json');
		const manifest = JSON.parse(await readFile(file, 'utf8'));
		manifest.dependencies = { ...manifest.dependencies, ...packages };
		await writeFile(file, JSON.stringify(manifest, null, '\t'));
	};
	const host = await makeHostUnderTest({
		...rest,
		name: `${kind.name} needs`,
		make,
		pages,
		packages: undefined,
	});
	const flags = ['--yes', '--providers', 'keycloak,credentials', '--protect', '/dashboard'];
	const { code, output } = await host.graft('init', ...flags);
	expect(code, output).toBe(0);

	await host.write(files(blocks));
	await change(host, signInPage, (text) => dressSignInPage(text, blocks));
	await change(host, 'src/auth.ts', (text) => dressAuth(knowing(text)));
	// The image has none either.
	await host.write({ '.env': '' });
	const built = await host.build();
	expect(built.code, built.output).toBe(0);

	return {
		...{ framework, authPath, blocks, folder: host.folder },
		...{ built: dressing.built },
		async start(need, env, how = {}) {
			const port = await freePort();
			const origin = `http://127.0.0.1:${port}`;
			const own = { HOST: '127.0.0.1', PORT: String(port), NEED: need, ...startEnv(origin) };
			const args = kind.start.filter((arg) => !arg.startsWith('--env-file'));
			return startServer({ cwd: host.folder, args, origin, env: { ...own, ...env }, ...how });
		},
		async buildForSockets() {
			const { files, args, config } = dressing.sockets(blocks);
			await host.write(files);
			if (config) {
				await change(host, 'vite.config.ts', (text) => text.replace(/plugins: \[.*\],?/, () => config));
				const again = await host.build();
				expect(again.code, again.output).toBe(0);
			}
			// A file, so that nothing of the application runs before somebody comes.
			const client = join(host.folder, config ? '.output/public' : 'build/client');
			const [script] = globSync('**/*.js', { cwd: client });
			return { args, readyPath: `/${script}` };
		},
		remove: host.remove,
	};
}

async function change(host: HostUnderTest, path: string, to: (text: string) => string): Promise<void> {
	const before = await host.read(path);
	const after = to(before);
	if (after === before) throw new Error(`${path} is not as it was:\n${before}`);
	await host.write({ [path]: after });
}

/** The auth module with the look-up that `init` leaves to its owner. */
function knowing(text: string): string {
	const at = text.lastIndexOf('return null;');
	const authorize = `${text.slice(0, at)}return findUser(email, password);${text.slice(at + 'return null;'.length)}`;
	return `import { chosen } from './needs';\nimport { findUser } from './users';\n${authorize}`;
}
