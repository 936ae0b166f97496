import { isPoison } from '../http/body.js';
import type { SignInRequest } from './index.js';

/**
 * Splits what a sign-in form sent into what is meant for us and what is meant for the provider.
 * `csrfToken` is dropped: the caller has checked the origin.
 *
 * Specification: section 4.2 (sign-in form action).
 */
export function signInRequest(
	request: { headers: Headers },
	form: Readonly<Partial<Record<string, string>>>,
): SignInRequest {
	const { providerId, redirectTo, callbackUrl, authorizationParams, csrfToken: _, ...fields } = form;
	return {
		request,
		providerId,
		redirectTo: redirectTo ?? callbackUrl,
		fields: fields as Record<string, string>,
		link: form.link === 'true',
		authorizationParams: Object.fromEntries(new URLSearchParams(authorizationParams)),
	};
}

/** The text fields of a form. The last of two with one name wins, as in the core. */
export function textFields(form: Iterable<readonly [string, unknown]>): Record<string, string> {
	const fields = [...form].filter(([name, value]) => typeof value === 'string' && !isPoison(name));
	return Object.fromEntries(fields) as Record<string, string>;
}
