import type { Session } from '@auth/core/types';
import type { RequestEvent } from '@sveltejs/kit';
import { resolveConfig } from '../core/config/index.js';
import { tellAtStart } from '../core/config/prepare.js';
import { isForeignSocket } from '../core/http/same-origin.js';
import { warn } from '../core/log.js';
import { readSession } from '../core/session/index.js';
import { readToken } from '../core/session/jwt.js';
import type { Resolved } from '../core/types.js';
import { createAccountPages } from './account-pages.js';
import { createActions } from './actions.js';
import { type ConfigFor, type GivenConfig, resolvedFor } from './config-for.js';
import { createHandle } from './handle.js';
import { currentCookies, sessionOf, stateOf } from './request-state.js';
import { createSignInPage } from './sign-in-page.js';
import type { LazyConfig, SvelteKitAuthConfig, SvelteKitAuthResult } from './types.js';

/**
 * Adds authentication to a SvelteKit application. One build works with SvelteKit 2 and 3.
 *
 * ```ts
 * export const { handle, signIn, signOut, signInPage } = SvelteKitAuth({ building, dev, env, providers: [GitHub] });
 * ```
 *
 * Specification: section 4.2 (`AuthB`).
 *
 * @param config the options, or a function that makes them for a request. They are never written to
 * @returns the hook, the two form actions, the `load` of a sign-in page, `getToken` and `getSession`
 * @throws TypeError when called without a configuration. Every other mistake is logged with its fix when the
 *   server has started, or for a function when the first request comes, and the endpoints answer 500: a page without
 *   authentication still works
 */
export function SvelteKitAuth(config: SvelteKitAuthConfig | LazyConfig): SvelteKitAuthResult {
	if (typeof config !== 'function' && !Array.isArray(config?.providers)) {
		throw new TypeError('SvelteKitAuth needs a configuration with a list of `providers`.');
	}
	const told = new Set<string>();
	// Whoever does not say it may be building.
	if (typeof config !== 'function' && config.building === false) tellAtStart(() => config, told);
	const given = (chosen: SvelteKitAuthConfig, event: RequestEvent): GivenConfig => ({
		config: chosen,
		resolve() {
			const { url, request } = event;
			const where = { url, headers: request.headers, clientAddress: () => addressOf(event) };
			const resolved = resolveConfig(chosen, where, told);
			tellOrigin(resolved, told);
			return resolved;
		},
	});
	const configFor: ConfigFor =
		typeof config === 'function'
			? async (event) => given(await config(event), event)
			: (event) => given(config, event);
	return {
		handle: createHandle(configFor),
		...createActions(configFor, typeof config === 'function'),
		signInPage: createSignInPage(configFor),
		...createAccountPages(configFor),
		getSession: (request) => requestSession(request, configFor),
		async getToken(event) {
			const resolved = await resolvedFor(event, configFor);
			return resolved && readToken(resolved, currentCookies(event));
		},
	};
}

/** It throws where the server is told to look into a header that is not there, and while a page is made by a build. */
function addressOf(event: RequestEvent): string | undefined {
	try {
		return event.getClientAddress();
	} catch {
		return undefined;
	}
}

/**
 * Says so when SvelteKit takes itself for https and is http: it refuses every form, before any hook and without a word in the
 * log. Not while developing, when it does not look.
 */
function tellOrigin({ authOrigin, hostOrigin, dev, logger }: Resolved, told: Set<string>): void {
	if (authOrigin === null || dev || told.has('origin')) return;
	if (authOrigin !== hostOrigin.replace(/^https/, 'http') || authOrigin === hostOrigin) return;
	told.add('origin');
	warn(
		logger,
		`AUTH_URL is ${authOrigin}, and SvelteKit takes itself for ${hostOrigin}: it answers forms of ${authOrigin} with 403 "Cross-site POST form submissions are forbidden". ` +
			`Where people come by https, set AUTH_URL=${hostOrigin}. Else set paths: { origin: '${authOrigin}' } in its configuration and build anew (SvelteKit 2: start it with ORIGIN=${authOrigin}), or behind a proxy PROTOCOL_HEADER=x-forwarded-proto`,
	);
}

/** The session of a request for which there may be no event. */
async function requestSession(request: Request, configFor: ConfigFor): Promise<Session | null> {
	const url = new URL(request.url);
	const bare = { request, url, locals: {}, params: {}, route: { id: null } };
	const event = bare as unknown as RequestEvent;
	const resolved = await resolvedFor(event, configFor);
	if (!resolved || isForeignSocket(request.headers, resolved)) return null;
	const state = stateOf(event);
	if (state) return sessionOf(event, state);
	return (await readSession(resolved, request.headers.get('cookie'), () => false)).session;
}
