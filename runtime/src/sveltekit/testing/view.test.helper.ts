import type { Session } from '@auth/core/types';
import type { SvelteKitAuthConfig } from '../types.js';
import { cookiesOf, type EventOptions, makeAuth, makeEvent, page } from './fixtures.test.helper.js';

/** A page view: the session that the page saw, and the cookies that came with it. */
export async function view(
	options: Partial<SvelteKitAuthConfig>,
	cookies: Record<string, string>,
	more: EventOptions = {},
) {
	const { handle, logger } = makeAuth(options);
	const event = makeEvent('/', { cookies, routeId: '/', ...more });
	const response = await handle({ event, resolve: page });
	const session = (await response.json()) as (Session & Record<string, unknown>) | null;
	return { session, cookies: cookiesOf(response), raw: response.headers.getSetCookie(), logger };
}
