import type { RequestEvent } from '@sveltejs/kit';
import { signInError } from '../core/errors.js';
import { type SignInPageData, signInPageData } from '../core/sign-in/page.js';
import type { ConfigFor } from './config-for.js';
import { currentCookies, type RequestState, sessionOf, startState, stateOf } from './request-state.js';

/** Makes the `load` of a sign-in page. */
export function createSignInPage(configFor: ConfigFor): (event: RequestEvent) => Promise<SignInPageData> {
	return async (event) => {
		const state = stateOf(event) ?? (await startWithout(event, configFor));
		// Query parameters cannot be read while prerendering.
		if (!state.resolved) {
			const error = state.building ? null : signInError('Configuration');
			return { providers: [], passkeys: [], basePath: '', redirectTo: '/', error, session: null };
		}
		const session = await sessionOf(event, state);
		const { searchParams } = event.url;
		return signInPageData(state.resolved, searchParams, session, currentCookies(event, state));
	};
}

/** Where the hook is not installed. */
async function startWithout(event: RequestEvent, configFor: ConfigFor): Promise<RequestState> {
	const { config, resolve } = await configFor(event);
	const building = config.building === true;
	return startState(event, { resolved: building ? null : resolve(), building });
}
