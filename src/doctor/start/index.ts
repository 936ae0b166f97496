import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { upwards } from '../../host/files/folders.ts';
import type { Host } from '../../host/host.ts';
import { asked } from '../address/index.ts';
import { forged } from '../address/session.ts';
import type { HostContext } from '../context.ts';
import { type Diagnosis, together } from '../diagnosis.ts';
import { readEnvironment } from '../variables.ts';
import { build } from './build.ts';
import { type Credentials, signInAndOut, type Tried } from './flow.ts';
import { freePort } from './process.ts';
import {
	buildProgram,
	developProgram,
	environmentOf,
	originOf,
	serveProgram,
	type Trial,
} from './programs.ts';
import { development, production, served } from './served.ts';

export type { Tried } from './flow.ts';

interface How {
	signal: AbortSignal;
	/** Who signs in at the production build; without, the test people do in the development server. */
	credentials?: Credentials | undefined;
	/** Told what happens. */
	say(line: string): void;
}

/**
 * Builds the project with its own script, starts it on a free port of 127.0.0.1, asks it, and signs in and out. Ends
 * whatever it started, also when it is interrupted. The project's own code runs: nothing else of the doctor does that.
 */
export async function tryOut(context: HostContext, how: How): Promise<Tried> {
	const { host } = context;
	const trial = await newTrial(context, how.credentials);
	const env = environmentOf(context, trial, 'production');
	const program = buildProgram(host, env);
	if (!program) return unknown('build', 'package.json has no script "build"');
	how.say('Building ...');
	const failed = await build(program, trial, how.signal);
	if (failed) return { proofs: [], unanswered: [], found: [failed], asked: true };
	const built = await inProduction(context, trial, how, env);
	if (how.credentials || built.found.some(({ severity }) => severity === 'error')) return built;
	const developed = await inDevelopment(context, how);
	return {
		...together([built, developed]),
		proofs: developed.proofs,
		asked: built.asked || developed.asked,
	};
}

/** What the build answers, and whether people with a password get in. */
async function inProduction(
	context: HostContext,
	trial: Trial,
	how: How,
	env: NodeJS.ProcessEnv,
): Promise<Tried> {
	const { host } = context;
	const program = serveProgram(host, trial.port, env);
	if (!program) return unknown('start', `what ${host.adapter ?? 'the build'} makes cannot be started here`);
	how.say('Starting the build ...');
	const { signal, credentials } = how;
	return served({ program, trial, context, signal, patience: production }, async (place) => {
		const parts = await asked(place);
		const { found, unanswered } = await forged(place, trial.secret);
		// The secret is ours: a session that is none there has another cause, which signing in shows.
		parts.push({ unanswered, found: found.filter(({ code }) => code !== 'app-secret') });
		const flow = credentials && (await signInAndOut(place, credentials));
		return { ...together([...parts, ...(flow ? [flow] : [])]), proofs: flow?.proofs ?? [] };
	});
}

/** Whether there is a script to build the project with. */
export const hasBuild = (host: Host): boolean => buildProgram(host, {}) !== undefined;

/**
 * Builds the project as it is, with or without sign-in in it.
 * @returns what is wrong with it, or nothing.
 * @throws AuthgraftError AG_CANCELLED; it has ended then.
 */
export async function builds(
	host: Host,
	signal: AbortSignal,
): Promise<Diagnosis | 'not installed' | undefined> {
	const isInstalled = [...upwards(host.root, host.workspaceRoot ?? host.root)].some((folder) =>
		['node_modules', '.pnp.cjs'].some((name) => existsSync(join(folder, name))),
	);
	if (!isInstalled) return 'not installed';
	const environment = readEnvironment(host, { production: false, variables: process.env });
	const trial = await newTrial({ host, environment });
	const program = buildProgram(host, environmentOf({ environment }, trial, 'production'));
	return program && build(program, trial, signal);
}

async function newTrial(
	context: Pick<HostContext, 'host' | 'environment'>,
	credentials?: Credentials,
): Promise<Trial> {
	const port = await freePort();
	const secret = randomBytes(32).toString('base64url');
	const values = context.environment.files.flatMap((file) => Object.values(file.values));
	const hidden = [
		secret,
		...values.filter((value) => value.length >= 8),
		...Object.values(credentials?.fields ?? {}).filter((value) => value.length >= 3),
	];
	return { port, secret, origin: originOf(context, port), hidden };
}

/** The test people sign in where they are: in the development server. */
async function inDevelopment(context: HostContext, how: How): Promise<Tried> {
	if (!context.known.some(({ fact }) => fact?.module === ''))
		return unknown(
			'signing in',
			'there are no test people (Development), and no credentials were given on stdin',
		);
	const port = await freePort();
	const trial = { ...(await newTrial(context, how.credentials)), port, origin: `http://127.0.0.1:${port}` };
	const program = developProgram(context.host, port, environmentOf(context, trial, 'development'));
	if (!program) return unknown('signing in', 'the development server cannot be started here');
	how.say('Signing in with a test person ...');
	const { signal } = how;
	return served({ program, trial, context, signal, patience: development }, (place) =>
		signInAndOut(place, { provider: 'development', fields: { id: 'alice' } }),
	);
}

const unknown = (check: string, why: string): Tried => ({
	proofs: [],
	asked: false,
	found: [],
	unanswered: [{ check, state: 'unknown', why }],
});
