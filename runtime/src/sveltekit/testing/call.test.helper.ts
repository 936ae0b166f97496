import GitHub from '@auth/core/providers/github';
import type { SvelteKitAuthConfig } from '../types.js';
import { cookiesOf, type EventOptions, makeAuth, makeEvent, password } from './fixtures.test.helper.js';

export const github = GitHub({ clientId: 'id', clientSecret: 'x' });
/** What a request gets that the hook lets through. */
export const app = async () => new Response('the application', { status: 299 });

/** Sends a request to the hook of a configuration with credentials and GitHub. */
export async function call(
	path: string,
	event: EventOptions = {},
	options: Partial<SvelteKitAuthConfig> = {},
) {
	const { handle, logger } = makeAuth({ providers: [password, github], ...options });
	const response = await handle({ event: makeEvent(path, event), resolve: app });
	const location = response.headers.get('location');
	return { response, status: response.status, location, cookies: cookiesOf(response), logger };
}
export const own = { origin: 'http://localhost:3000' };
export const json = { 'x-auth-return-redirect': '1' };
