import { delimiter, dirname } from 'node:path';

/**
 * What npm and vitest put into the environment of their children, and what a developer's shell may hold, must not
 * decide what happens in a host: NODE_ENV=test turns a production build into a development build, npm's
 * `local_prefix` points at this repository, and a stray AUTH_SECRET would hide that a host has none.
 */
const unwanted = [
	/^(npm_(package|lifecycle|command|execpath|node_execpath|config_(local_prefix|loglevel|user_agent|workspaces?)))/,
	/^(INIT_CWD|NODE_ENV|NODE_OPTIONS|MODE|DEV|PROD|SSR|BASE_URL|TEST)$/,
	/^(VITEST|AUTH)(_|$)/,
	/^(ORIGIN|HOST|PORT|PROTOCOL_HEADER|HOST_HEADER)$/,
];

/** A copy of the environment as a fresh shell would have it, with the running Node first in PATH, plus `extra`. */
export function cleanEnv(extra: Record<string, string> = {}): NodeJS.ProcessEnv {
	const kept = Object.entries(process.env).filter(
		([name]) => !unwanted.some((pattern) => pattern.test(name)),
	);
	const env = Object.fromEntries(kept);
	const node = dirname(process.execPath);
	const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== node);
	return { ...env, PATH: [node, ...folders].join(delimiter), ...extra };
}
