import type { EnvironmentRecord } from './types.js';

/** Looks one variable up. Empty values count as not set, as they do in every `.env.example`. */
export type Environment = (name: string) => string | undefined;

/**
 * The process's own variables, where there is a process. Read by computed keys: bundlers replace the literal
 * `process.env` (Vite makes it `{}` for browser-like targets) and would freeze build-time values into the output.
 *
 * On Cloudflare SolidStart's server (Nitro) leaves those of a Worker in `__env__`, with every request and not before
 * the first: with Node's modules and a compatibility date before 2025-04-01 there is a process without any.
 */
export function processEnvironment(): EnvironmentRecord {
	const scope = globalThis as unknown as Record<string, Record<string, EnvironmentRecord> | undefined>;
	const [process, env, worker] = ['process', 'env', '__env__'];
	const own = scope[process]?.[env] ?? {};
	return Object.hasOwn(scope, worker) ? { ...scope[worker], ...own } : own;
}

/**
 * Reads variables from what the host exports, then from the process.
 * SvelteKit 3 hides undeclared variables, and `vite dev` keeps `.env` out of `process.env`: neither source alone will do.
 */
export function environment(env: EnvironmentRecord = {}): Environment {
	const fallback = processEnvironment();
	return (name) => {
		const value = env[name] ?? fallback[name];
		return typeof value === 'string' && value !== '' ? value : undefined;
	};
}

/**
 * Reads a switch. Any defined string used to count as true, `AUTH_TRUST_HOST=false` included.
 *
 * @returns undefined when the variable is not set.
 */
export function readSwitch(value: string | undefined): boolean | undefined {
	if (value === undefined) return undefined;
	return !['', '0', 'false', 'no', 'off'].includes(value.trim().toLowerCase());
}

/** Secrets from the environment, the one that signs first: AUTH_SECRET_3, _2, _1, AUTH_SECRET. */
export function readSecrets(env: Environment): string[] {
	return ['AUTH_SECRET_3', 'AUTH_SECRET_2', 'AUTH_SECRET_1', 'AUTH_SECRET'].flatMap(
		(name) => env(name) ?? [],
	);
}
