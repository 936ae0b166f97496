import { signInError } from '../../core/errors.js';
import { parseHttpUrl } from '../../core/http/origin.js';
import { asError, createLogger } from '../../core/log.js';
import { signInPageData } from '../../core/sign-in/page.js';
import type { Resolved } from '../../core/types.js';
import { requestedPage } from '../location.js';
import { currentCookies, resolvedOf, sessionOf } from '../request-state.js';
import { requestEvent } from '../session.js';
import type { SolidAuthInput, SolidEvent, SolidSignInPageData } from '../types.js';

/**
 * What {@link signInPage} cannot see by itself.
 *
 * Specification: section 7 (`error` and `code` in the sign-in page's URL).
 */
export interface SignInPageOptions {
	/** The page's query, `useLocation().search`. Default: the request's, which is not the page's after a client navigation. */
	search?: string | undefined;
}

/**
 * What a sign-in page shows. Its forms are plain ones: `<form method="post" action={provider.action}>` with the
 * provider's fields and `<input type="hidden" name="callbackUrl" value={redirectTo} />`. They work without
 * JavaScript, need no token (the endpoint checks the origin), and a mistake comes back as `error`.
 *
 * Specification: sections 4.1, 5 and 7.
 *
 * @param event `getRequestEvent()` inside a server function
 * @param config the same value that {@link SolidAuth} got
 * @param options the page's query
 * @returns plain data; with a configuration that cannot work no ways to sign in, and the error
 * @throws TypeError outside of a request
 */
export async function signInPage(
	event: SolidEvent | undefined,
	config: SolidAuthInput,
	options: SignInPageOptions = {},
): Promise<SolidSignInPageData> {
	const current = requestEvent(event);
	let resolved: Resolved;
	try {
		resolved = await resolvedOf(current, config);
	} catch (error) {
		createLogger({}).error(asError(error));
		return {
			providers: [],
			passkeys: [],
			basePath: '',
			redirectTo: '/',
			error: signInError('Configuration'),
			session: null,
			signOutAction: '',
		};
	}
	// A server function's argument: whoever calls it decides what it is.
	const search = typeof options.search === 'string' ? options.search : queryOf(current.request, resolved);
	const session = await sessionOf(current, config);
	const cookies = currentCookies(current.request);
	const data = await signInPageData(resolved, new URLSearchParams(search), session, cookies);
	const { basePath } = resolved;
	return {
		...data,
		providers: data.providers.map((provider) => ({
			...provider,
			action: `${basePath}/signin/${encodeURIComponent(provider.id)}`,
		})),
		signOutAction: `${basePath}/signout`,
	};
}

function queryOf(request: Request, resolved: Resolved): string {
	const page = requestedPage(request, resolved);
	return page?.startsWith('/')
		? new URL(page, resolved.origin).search
		: (parseHttpUrl(page ?? '')?.search ?? '');
}
