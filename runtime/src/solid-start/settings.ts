import { resolveConfig } from '../core/config/index.js';
import { tellAtStart } from '../core/config/prepare.js';
import { environment } from '../core/environment.js';
import { normalizeBase } from '../core/http/base.js';
import { parseHttpUrl } from '../core/http/origin.js';
import { resolveBasePath } from '../core/http/paths.js';
import { isDevelopmentProcess } from '../core/providers/development.js';
import type { Resolved, RuntimeConfig } from '../core/types.js';
import { bundler } from './bundled-base.js';
import type { SolidAuthConfig, SolidAuthInput, SolidEvent } from './types.js';

const known = new WeakMap<SolidAuthConfig, RuntimeConfig>();
/** What has been logged already, by what the application passes: a config function makes a new object each time. */
const told = new WeakMap<SolidAuthInput, Set<string>>();

/** Resolves a configuration for one request. */
export async function resolveFor(
	input: SolidAuthInput,
	event: Pick<SolidEvent, 'request' | 'clientAddress'>,
): Promise<Resolved> {
	const config = typeof input === 'function' ? await input(event as SolidEvent) : input;
	const { request } = event;
	const logged = toldOf(input);
	const clientAddress = () => event.clientAddress;
	const where = { url: new URL(request.url), headers: request.headers, clientAddress };
	const resolved = resolveConfig(runtimeConfig(config), where, logged);
	const bundled = bundler.base()?.pages;
	if (bundled && bundled !== resolved.base && !logged.has('base')) {
		logged.add('base');
		resolved.logger.error(
			new Error(
				`base is "${resolved.base}", and the application is built for "${bundled}": guards close what either of them may mean. Write \`base: import.meta.env.BASE_URL\` (in SolidStart 1 SERVER_BASE_URL)`,
			),
		);
	}
	return resolved;
}

function toldOf(input: SolidAuthInput): Set<string> {
	const logged = told.get(input) ?? new Set();
	told.set(input, logged);
	return logged;
}

/** Tells what is wrong with a configuration that is no function when the server has started; not while it is built. */
export function tellSoon(input: SolidAuthInput): void {
	const { argv = [] } = (globalThis as { process?: { argv?: readonly string[] } }).process ?? {};
	// To make pages, a build starts the server in its own process.
	if (typeof input === 'function' || argv.includes('build')) return;
	tellAtStart(() => runtimeConfig(input), toldOf(input));
}

/**
 * The options with SolidStart's defaults: the endpoints at `/api/auth`, the base that the application is built for, and `dev` only when the environment says
 * "development" in so many words. NODE_ENV is unset in production there, so nothing may follow from its absence.
 *
 * @throws TypeError when there is no list of providers, or `basePath` and `prefix` contradict each other
 */
export function runtimeConfig(config: SolidAuthConfig): RuntimeConfig {
	if (!Array.isArray(config?.providers)) {
		throw new TypeError('SolidAuth needs a configuration with a list of `providers`.');
	}
	const made = known.get(config);
	if (made) return made;
	const { prefix, dev = isDevelopmentProcess(), ...options } = config;
	const base = normalizeBase(options.base ?? bundler.base()?.pages);
	const authUrl = parseHttpUrl(environment(options.env)('AUTH_URL'));
	const place = (path: string | undefined) => resolveBasePath(path, authUrl, base, '/api/auth');
	if (prefix !== undefined && options.basePath !== undefined && place(prefix) !== place(options.basePath)) {
		throw new TypeError(
			`SolidAuth got two paths: basePath "${options.basePath}" and prefix "${prefix}". Set one of them`,
		);
	}
	const result = { ...options, base, dev, basePath: place(options.basePath ?? prefix) };
	known.set(config, result);
	return result;
}
