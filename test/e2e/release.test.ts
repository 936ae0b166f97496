import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { exec, npm } from '../../scripts/lib/process/exec.ts';
import { askRegistry, firstDay, type ManagerName, newProject } from '../../scripts/lib/release/first-day.ts';
import { registryOfNpm } from '../../scripts/lib/release/index.ts';
import { installManagers } from '../../scripts/lib/release/managers.ts';
import { type Packed, pack } from '../../scripts/lib/release/pack.ts';
import { type StandIn, standIn } from '../../scripts/lib/release/stand-in.ts';
import { note } from '../support/note.ts';
import { thorough } from '../support/thorough.ts';
import { treeHash } from '../support/tree-hash.ts';

/* Both packages as they are published, from a registry of this machine: what a user meets on the first day. */

// An install from nothing, a type check, a build and two servers.
vi.setConfig({ testTimeout: 600_000 });

let folder: string;
let packages: Packed[];
let upstream: string;
const registries: StandIn[] = [];

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'authgraft-release-'));
	packages = await pack(join(folder, 'packages'));
	upstream = await registryOfNpm(folder);
});
afterAll(async () => {
	for (const registry of registries) await registry.close();
	await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function registryWith(...given: Packed[]): Promise<StandIn> {
	const registry = await standIn(given, upstream);
	registries.push(registry);
	return registry;
}

test('the registry has ours and no others, and sends whoever asks for those on', async () => {
	const { url, asked } = await registryWith(...packages);
	const names = packages.map(({ manifest }) => manifest.name);
	expect(names).toEqual(['@authgraft/runtime', 'authgraft']);
	for (const name of names) {
		// npm asks for a scoped name like this.
		const document = await (await fetch(url + name.replace('/', '%2f'))).json();
		const latest = document.versions[document['dist-tags'].latest];
		expect(latest.name).toBe(name);
		const bytes = await (await fetch(latest.dist.tarball)).bytes();
		expect(Buffer.from(await crypto.subtle.digest('SHA-512', bytes)).toString('base64')).toBe(
			latest.dist.integrity.slice('sha512-'.length),
		);
	}
	const elsewhere = await fetch(`${url}semver`, { redirect: 'manual' });
	expect([elsewhere.status, elsewhere.headers.get('location')]).toEqual([302, `${upstream}semver`]);
	expect((await fetch(`${url}@authgraft%2fother`, { redirect: 'manual' })).status).toBe(404);
	expect(asked).toHaveLength(5);
});

test('without the runtime, nothing is written: the registry is asked first', async () => {
	const [, command] = packages;
	if (!command) throw new Error('no command is packed');
	const { url, asked } = await registryWith(command);
	const project = join(folder, 'without-runtime');
	await newProject(project, 'npm');
	const before = await treeHash(project);
	const init = (...args: string[]) => {
		const [file, all] = npm('exec', '--yes', '--', 'authgraft', 'init', '--yes', ...args);
		return exec(file, all, { cwd: project, env: askRegistry(url), timeout: 300_000 });
	};
	const { code, stdout } = await init('--json');
	expect(JSON.parse(stdout)).toMatchObject({
		error: { code: 'AG_RUNTIME_UNAVAILABLE', message: expect.stringContaining('@authgraft/runtime@^') },
		applied: false,
		installed: false,
	});
	expect([code, await treeHash(project)]).toEqual([1, before]);
	expect(asked).toContain('/@authgraft/runtime');
	const without = await init('--no-install');
	expect(without.code, without.output).toBe(0);
});

const tried: ManagerName[] = thorough ? ['npm', 'pnpm', 'yarn', 'bun'] : [];

test.for(tried)('%s: from the registry to a person who is signed in', async (manager) => {
	const { url, asked } = await registryWith(...packages);
	const env = manager === 'npm' ? {} : await installManagers(join(folder, `tools-${manager}`), [manager]);
	const seen: string[] = [];
	const see = (what: string) => {
		note(what);
		seen.push(what);
	};
	const version = packages[0]?.manifest.version ?? '';
	await firstDay({ folder, manager, registry: url, version, env, see });
	expect(seen.join('\n')).toMatch(/The types are right[\s\S]*signed in as[\s\S]*ends the session/i);
	for (const { file } of packages) expect(asked).toContain(`/-/ours/${file.split(/[\\/]/).at(-1)}`);
});
