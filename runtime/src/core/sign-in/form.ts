import { textFields } from '../http/body.js';
import type { SignInRequest } from './index.js';

/**
 * What a sign-in form sends: what an action receives, or an object.
 *
 * Specification: section 4.2 (sign-in form action).
 */
export type SignInForm = FormData | URLSearchParams | SignInFields;

/**
 * The fields of a sign-in form, as an object.
 *
 * Specification: section 4.2 (sign-in form action).
 */
export interface SignInFields {
	/** Id of the provider. Without one the browser is sent to the sign-in page. */
	providerId?: string | undefined;
	/** Where to go afterwards, a path of this site. */
	redirectTo?: string | undefined;
	/** What the provider asks for, such as `username` and `password`. */
	[field: string]: string | undefined;
}

const oneParam = 'authorizationParams-';

/**
 * Splits what a sign-in form sent into what is meant for us and what is meant for the provider.
 * `csrfToken` is dropped: the caller has checked the origin.
 *
 * Specification: section 4.2 (sign-in form action).
 *
 * @param page path of the page whose action runs
 */
export function signInRequest(
	request: { headers: Headers },
	form: Readonly<Partial<Record<string, string>>>,
	page?: string,
): SignInRequest {
	const { providerId, redirectTo, callbackUrl, authorizationParams, csrfToken: _, ...rest } = form;
	const fields: Record<string, string> = {};
	const params = Object.fromEntries(new URLSearchParams(authorizationParams));
	for (const [name, value = ''] of Object.entries(rest)) {
		// One field each, as the predecessors' forms have them.
		if (name.startsWith(oneParam)) params[name.slice(oneParam.length)] = value;
		else fields[name] = value;
	}
	return {
		request,
		providerId,
		redirectTo: redirectTo ?? callbackUrl,
		fields,
		link: form.link === 'true',
		page,
		authorizationParams: params,
	};
}

/** The text fields of what the application hands over. A form without JavaScript is URLSearchParams in SolidStart 2. */
export function readFields(form: SignInForm): Partial<Record<string, string>> {
	return textFields(isPairs(form) ? form : Object.entries(form ?? {}));
}

/** Told by what it can do: a form of another realm is no instance of ours. */
const isPairs = (form: SignInForm | undefined): form is FormData | URLSearchParams =>
	typeof (form as Partial<FormData> | undefined)?.[Symbol.iterator] === 'function';
