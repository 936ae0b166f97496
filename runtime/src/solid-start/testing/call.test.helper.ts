import { SolidAuth } from '../auth.js';
import type { SolidAuthConfig } from '../types.js';
import { cookiesOf, type EventOptions, makeConfig, makeEvent } from './fixtures.test.helper.js';

/** Sends a request to the auth route of a configuration. */
export async function call(path: string, options: EventOptions = {}, config: Partial<SolidAuthConfig> = {}) {
	const made = makeConfig(config);
	const event = makeEvent(path, options);
	const { GET, POST } = SolidAuth(made);
	const response = (await (event.request.method === 'POST' ? POST : GET)(event)) as Response;
	const location = response.headers.get('location');
	return {
		response,
		status: response.status,
		location,
		cookies: cookiesOf(response),
		event,
		logger: made.logger,
	};
}
export const right = { username: 'ada', password: 'secret' };
