import type { RequestEvent } from '@sveltejs/kit';
import { configurationError, type SignInError, signInError } from '../core/errors.js';
import { locationFor, wrapRedirectCallback } from '../core/redirects.js';
import { signInOptions } from '../core/sign-in-options.js';
import type { Resolved } from '../core/types.js';
import type { ConfigFor } from './config-for.js';
import { type RequestState, sessionOf, startState, stateOf } from './request-state.js';
import type { SignInPageData } from './types.js';

/** Makes the `load` of a sign-in page. */
export function createSignInPage(configFor: ConfigFor): (event: RequestEvent) => Promise<SignInPageData> {
	return async (event) => {
		const state = stateOf(event) ?? (await startWithout(event, configFor));
		const { resolved } = state;
		// Query parameters cannot be read while prerendering.
		if (!resolved) {
			const error = state.building ? null : signInError('Configuration');
			return { providers: [], redirectTo: '/', error, session: null };
		}
		const { searchParams } = event.url;
		return {
			providers: signInOptions(resolved.providers),
			redirectTo: await wantedTarget(
				resolved,
				searchParams.get('redirectTo') ?? searchParams.get('callbackUrl'),
			),
			error: resolved.problem
				? configurationError(resolved.dev, resolved.problem.message)
				: errorIn(searchParams),
			session: await sessionOf(event, state),
		};
	};
}

/** Where the hook is not installed. */
async function startWithout(event: RequestEvent, configFor: ConfigFor): Promise<RequestState> {
	const { config, resolve } = await configFor(event);
	const building = config.building === true;
	return startState(event, { resolved: building ? null : resolve(), building });
}

async function wantedTarget(resolved: Resolved, wanted: string | null): Promise<string> {
	const { origin, base, core } = resolved;
	const decide = core.callbacks?.redirect ?? wrapRedirectCallback(undefined, base);
	const target = await decide({ url: wanted ?? (base || '/'), baseUrl: origin });
	return locationFor(target, resolved).location;
}

function errorIn(params: URLSearchParams): SignInError | null {
	const error = params.get('error');
	if (!error) return null;
	return signInError(error.slice(0, 100), params.get('code')?.slice(0, 100));
}
