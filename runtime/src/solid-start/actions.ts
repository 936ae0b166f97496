import { type SignInError, signInError } from '../core/errors.js';
import { noStore } from '../core/http/responses.js';
import { isSameOrigin } from '../core/http/same-origin.js';
import { asError, createLogger } from '../core/log.js';
import { readFields, type SignInForm, signInRequest } from '../core/sign-in/form.js';
import { type ActionResult, signIn as runSignIn, signOut as runSignOut } from '../core/sign-in/index.js';
import type { Resolved } from '../core/types.js';
import { routerRedirect, signInLocation } from './location.js';
import { changeSession, resolvedOf } from './request-state.js';
import type { SignInFailure, SolidAuthInput, SolidEvent } from './types.js';

/**
 * Signs in from an action of the application.
 *
 * ```ts
 * export const signInAction = action(async (form: FormData) => {
 *   'use server';
 *   return signIn(getRequestEvent(), authConfig, form);
 * }, 'sign-in');
 * ```
 *
 * SolidStart runs actions for any site and for GET, too, so method and origin are checked here. On a value that an
 * action returns to a form without JavaScript, SolidStart puts the whole form into a cookie, password included:
 * there a mistake is a redirect to the sign-in page with `error` and `code`. **Do nothing else in the action that
 * may throw or return.**
 *
 * Specification: sections 4.2 (sign-in form action), 5 and 7.
 *
 * @param event `getRequestEvent()` inside the action
 * @param config the same value that {@link SolidAuth} got
 * @param form what the action received: `providerId`, `redirectTo` and the provider's fields
 * @returns the person's mistake, only to JavaScript
 * @throws Response: the redirect that goes with success, and without JavaScript the one that goes with a mistake
 */
export function signIn(
	event: SolidEvent | undefined,
	config: SolidAuthInput,
	form: SignInForm,
): Promise<SignInFailure> {
	return act(event, config, form, (resolved, { request }, fields) =>
		runSignIn(resolved, signInRequest(request, fields)),
	);
}

/**
 * Signs out from an action of the application. Like {@link signIn}.
 *
 * Specification: section 4.2 (sign-out form action).
 *
 * @param event `getRequestEvent()` inside the action
 * @param config the same value that {@link SolidAuth} got
 * @param form fields: `redirectTo`, a path of this site (default: the application's base); `atProvider`, as
 *   `signOut` of the configuration has it
 * @returns the mistake, only to JavaScript, as of {@link signIn}
 * @throws Response: the redirect that goes with success, and without JavaScript the one that goes with a mistake
 */
export function signOut(
	event: SolidEvent | undefined,
	config: SolidAuthInput,
	form: SignInForm = {},
): Promise<SignInFailure> {
	return act(event, config, form, (resolved, { request }, fields) =>
		runSignOut(resolved, request, fields.redirectTo ?? fields.callbackUrl, fields.atProvider),
	);
}

type Fields = Partial<Record<string, string>>;
type Run = (resolved: Resolved, event: SolidEvent, fields: Fields) => Promise<ActionResult>;

async function act(
	event: SolidEvent | undefined,
	config: SolidAuthInput,
	form: SignInForm,
	run: Run,
): Promise<SignInFailure> {
	let answer: Response | SignInFailure;
	try {
		if (!event) throw new TypeError('signIn and signOut need the event: pass getRequestEvent()');
		answer = await answerAction(event, config, readFields(form), run);
	} catch (error) {
		createLogger({}).error(asError(error));
		// Thrown as it is, an error would make SolidStart put the form into a cookie.
		answer = new Response(null, { status: 500, headers: noStore });
	}
	if (answer instanceof Response) throw answer;
	return answer;
}

async function answerAction(
	event: SolidEvent,
	config: SolidAuthInput,
	fields: Fields,
	run: Run,
): Promise<Response | SignInFailure> {
	const resolved = await resolvedOf(event, config);
	const result = isOwnPost(event.request, resolved)
		? await run(resolved, event, fields)
		: { ok: false as const, status: 403, ...signInError('MissingCSRF') };
	if (!result.ok) {
		const { status: _, ...failure } = result;
		return refuse(event, resolved, failure, fields);
	}
	if (!changeSession(event, resolved, result.cookies)) {
		throw new Error(
			'The response has begun, so that the session cookie cannot be set. Sign in from an action',
		);
	}
	return routerRedirect(resolved, result.redirect, 303);
}

/** A mistake as a value where JavaScript asked, which returns it and nothing else; else as a redirect. */
function refuse(
	{ request }: SolidEvent,
	resolved: Resolved,
	failure: { ok: false } & SignInError,
	{ providerId, redirectTo, callbackUrl }: Fields,
): Response | SignInFailure {
	// What SolidStart itself goes by when it decides on the cookie.
	if (request.headers.has('x-server-instance')) return { ...failure, ...(providerId && { providerId }) };
	const { error, code } = failure;
	const from = redirectTo ?? callbackUrl ?? null;
	return routerRedirect(resolved, signInLocation(resolved, { error, ...(code && { code }), from }), 303);
}

function isOwnPost({ method, headers }: Request, { origin, hostOrigin }: Resolved): boolean {
	return method === 'POST' && isSameOrigin(headers, [origin, hostOrigin]);
}
