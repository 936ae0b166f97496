import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Framework } from '../../scripts/lib/attack/table.ts';
import type { ExecResult } from '../../scripts/lib/process/exec.ts';
import { freePort } from '../../scripts/lib/process/free-port.ts';
import { type RunningServer, startServer } from '../../scripts/lib/process/server.ts';
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts';
import { lockedPackages } from '../support/locked-packages.ts';
import { note } from '../support/note.ts';
import { describeChecks, type Variables } from './checks.ts';
import type { PlatformHost } from './hosts/host.ts';
import type { LookUpCost } from './look-up.ts';
import type { Platform } from './platform.ts';
import { keepResult } from './results.ts';

const programsFolder = join(import.meta.dirname, 'packages/programs');
const firstSecret = 'the-first-secret-of-a-platform-0123456789';

const frameworkPackages = { sveltekit: '@sveltejs/kit', 'solid-start': '@solidjs/start' };

export interface HostKind {
	/** `SvelteKit 2` */
	name: string;
	framework: Framework;
	make(): Promise<PlatformHost>;
}

/**
 * A grafted host, built for one platform after the other and run as each of them runs it. A platform that is known not to
 * work has to fail as it is said to.
 */
export function describePlatforms({ name, framework, make }: HostKind, platforms: readonly Platform[]): void {
	const authPath = framework === 'sveltekit' ? '/auth' : '/api/auth';
	let host: PlatformHost;
	let provider: IdentityProvider;
	let programs: string;
	let port: number;

	beforeAll(async () => {
		port = await freePort();
		programs = await lockedPackages(programsFolder);
		provider = await startIdentityProvider([`http://127.0.0.1:${port}${authPath}/callback/keycloak`]);
		host = await make();
		await host.prepare({ programs });
	});
	afterAll(async () => {
		await provider?.close();
		await host?.remove();
	});

	describe.each(platforms)('$name ($adapter, $runner)', (platform) => {
		const origin = () => `http://127.0.0.1:${port}`;
		const servers: RunningServer[] = [];
		const failed: string[] = [];
		let lookUp: LookUpCost | undefined;
		let isWhole = false;
		let built: ExecResult;

		const start = async (variables: Variables) => {
			for (const one of servers.splice(0)) await one.stop();
			const env = variablesOf(platform, provider, origin(), variables);
			const place = { folder: host.folder, port, origin: origin(), programs, env };
			const { program, args, cwd = '.', env: own = {} } = platform.command(place);
			const server = await startServer({
				...{ cwd: join(host.folder, cwd), args, origin: origin(), timeout: 90_000 },
				...(program !== undefined && { program }),
				env: { ...env, ...own },
			});
			servers.push(server);
			return server;
		};

		beforeAll(async () => {
			note(`${name}: build for ${platform.name}`);
			built = await host.build(platform, origin());
		});
		afterEach(({ task }) => {
			if (task.result?.state === 'fail') failed.push(task.name);
			isWhole = task.suite?.tasks.every(({ mode }) => mode === 'run') ?? false;
		});
		afterAll(async () => {
			for (const one of servers) await one.stop();
			const versionOf = async (name: string): Promise<string> =>
				JSON.parse(await readFile(host.packageJson(name), 'utf8')).version;
			const { adapter, runner, broken } = platform;
			// `-t` with a single check says nothing of the others.
			if (!isWhole) return;
			await keepResult(name, {
				...{ platform: platform.name, adapter, version: await versionOf(platform.package), runner },
				framework: await versionOf(frameworkPackages[framework]),
				date: new Date().toISOString().slice(0, 10),
				...(failed.length > 0 ? { failed: failed.join('; ') } : {}),
				...(lookUp && { lookUp }),
				...(broken && { broken: broken.why }),
			});
		});

		if (platform.broken) {
			test(`does not work yet: ${platform.broken.why}`, () => fails(platform, built, start, origin()));
			return;
		}
		test('is built', () => {
			expect(built.code, built.output.slice(-3_000)).toBe(0);
		});
		describeChecks(() => ({ origin: origin(), start }), {
			framework,
			ownBodyLimit: platform.ownBodyLimit === true,
			losesEarlyAnswers: platform.runner.startsWith('wrangler'),
			secret: firstSecret,
			keepCost: (cost) => {
				lookUp = cost;
			},
		});
	});
}

/** @throws when what is said not to work does */
async function fails(
	{ broken }: Platform,
	built: ExecResult,
	start: (variables: Variables) => Promise<RunningServer>,
	origin: string,
): Promise<void> {
	if (broken?.at === 'build') return void expect(built.code, 'it builds now').not.toBe(0);
	expect(built.code, built.output.slice(-3_000)).toBe(0);
	if (broken?.at === 'start')
		return void (await expect(start({}), 'it starts now').rejects.toThrow(/ended while starting/));
	await start({});
	if (broken?.at === 'home') return void expect((await fetch(`${origin}/`)).status, 'it works now').toBe(500);
	const answer = await fetch(`${origin}/signin`, {
		...{ method: 'POST', redirect: 'manual', headers: { origin } },
		body: new URLSearchParams({ providerId: 'credentials', email: 'ada@test.example', password: 'lovelace' }),
	});
	expect(answer.status, 'it works now').toBe(500);
}

function variablesOf(
	{ trust }: Platform,
	{ clientId, clientSecret, issuer }: IdentityProvider,
	origin: string,
	variables: Variables,
): Record<string, string> {
	return {
		...(trust ?? { AUTH_URL: origin }),
		AUTH_SECRET: firstSecret,
		AUTH_KEYCLOAK_ID: clientId,
		AUTH_KEYCLOAK_SECRET: clientSecret,
		AUTH_KEYCLOAK_ISSUER: issuer,
		...variables,
	};
}
