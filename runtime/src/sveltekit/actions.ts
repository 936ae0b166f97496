import { fail, redirect as kitRedirect, type RequestEvent } from '@sveltejs/kit';
import { signInError } from '../core/errors.js';
import { locationFor } from '../core/http/redirects.js';
import { isSameOrigin } from '../core/http/same-origin.js';
import { readFields, type SignInForm, signInRequest } from '../core/sign-in/form.js';
import { type ActionResult, signIn, signOut } from '../core/sign-in/index.js';
import type { Resolved, SetCookie } from '../core/types.js';
import { type ConfigFor, resolvedFor } from './config-for.js';
import { closeQueue, stateOf } from './request-state.js';
import type { AuthAction } from './types.js';

/** SvelteKit 3 refuses to leave the origin without the third argument; SvelteKit 2 does not look at it. */
const redirect = kitRedirect as (status: 303, location: string, options?: { external: true }) => never;

/** Makes the two form actions. @param lazy whether the configuration is a function */
export function createActions(
	configFor: ConfigFor,
	lazy: boolean,
): { signIn: AuthAction; signOut: AuthAction } {
	return {
		signIn: createAction(configFor, (resolved, request, form, page) =>
			signIn(resolved, { ...signInRequest(request, form, page), lazy }),
		),
		signOut: createAction(configFor, (resolved, request, form) =>
			signOut(resolved, request, form.redirectTo ?? form.callbackUrl, form.atProvider),
		),
	};
}

type Run = (
	resolved: Resolved,
	request: Request,
	form: Partial<Record<string, string>>,
	page: string | undefined,
) => Promise<ActionResult>;

function createAction(configFor: ConfigFor, run: Run): AuthAction {
	return async (event, given) => {
		const resolved = await resolvedFor(event, configFor);
		if (!resolved) return fail(500, signInError('Configuration'));
		// SvelteKit checks the origin of forms, but not while developing.
		if (!isSameOrigin(event.request.headers, [resolved.origin, resolved.hostOrigin])) {
			return fail(403, signInError('MissingCSRF'));
		}
		const { redirect: leave, ...form } = readFields(given ?? (await sentForm(event)));
		const result = await run(
			resolved,
			event.request,
			form,
			event.isRemoteRequest ? undefined : event.url.pathname,
		);
		if (!result.ok) {
			const { ok: _, status, ...error } = result;
			setRetryAfter(event, result.retryAfter);
			// Nothing of what was typed goes back: it would be the password, too.
			return fail(status, { ...error, ...(form.providerId && { providerId: form.providerId }) });
		}
		setCookies(event, result.cookies);
		const { location, external } = locationFor(result.redirect, resolved);
		// All that a form can say about it is text.
		if (leave === 'false') return { ok: true, url: location };
		return leaveFor(location, external);
	};
}

/** Sends the browser elsewhere. */
export function leaveFor(location: string, external: boolean): never {
	return external ? redirect(303, location, { external: true }) : redirect(303, location);
}

/** Says when to come back. */
export function setRetryAfter(event: RequestEvent, seconds: number | undefined): void {
	try {
		if (seconds) event.setHeaders({ 'retry-after': String(seconds) });
	} catch {
		// The application has set it.
	}
}

/** Cookies of an action. Those of the session decide: a refresh in the same answer would bring the old one back. */
export function setCookies(event: RequestEvent, cookies: readonly SetCookie[]): void {
	if (cookies.length > 0) closeQueue(event, cookies);
	for (const { name, value, options } of lastOfEach(event, cookies)) {
		event.cookies.set(name, value, { path: '/', ...options } as Parameters<typeof event.cookies.set>[2]);
	}
}

/** A body can be read once: `superValidate(event)`, remote forms and actions of the application's own have done so. */
function sentForm({ request }: Pick<RequestEvent, 'request'>): Promise<SignInForm> {
	if (request.bodyUsed)
		throw new TypeError(
			'The form was read before signIn(event) or signOut(event). Hand on what is in it: signIn(event, { providerId, ...values })',
		);
	return request.formData();
}

/** An older SvelteKit keeps one cookie of a name: what is removed beside the one that is set goes by the hook. */
function lastOfEach(event: RequestEvent, cookies: readonly SetCookie[]): SetCookie[] {
	const last = new Map(cookies.map((cookie) => [cookie.name, cookie]));
	stateOf(event)?.queue.push(...cookies.filter((cookie) => last.get(cookie.name) !== cookie));
	return [...last.values()];
}
