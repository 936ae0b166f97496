import type { RequestEvent } from '@sveltejs/kit';
import { wantsDocument } from '../../core/http/wants-document.js';

/**
 * Whether a request is about a page, so that a redirect leads the person on; else a program wants to know.
 *
 * @param isEndpoint whether it is for a `+server` file
 */
export function wantsPage(event: RequestEvent, isEndpoint: boolean): boolean {
	if (event.isRemoteRequest) return false;
	return event.isDataRequest || isEnhanced(event) || wantsDocument(event.request, isEndpoint);
}

/** Whether a form was sent by `use:enhance`, which understands SvelteKit's own answers only. */
export function isEnhanced({ request }: Pick<RequestEvent, 'request'>): boolean {
	return request.headers.get('x-sveltekit-action') === 'true';
}
