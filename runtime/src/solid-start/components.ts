import { createComponent, type JSX, mergeProps, splitProps } from 'solid-js';
import { Dynamic } from 'solid-js/web';

export {
	createSession,
	SessionProvider,
	type SessionProviderProps,
	type SessionState,
	type UseAuthResult,
	useAuth,
} from './session-provider.js';

/** Attributes of the form besides those of {@link SignIn} and {@link SignOut} themselves: `class`, `id` ... */
interface FormProps extends Omit<JSX.FormHTMLAttributes<HTMLFormElement>, 'action' | 'method' | 'children'> {
	/** Path of the auth endpoints, with the application's base. Default `/api/auth`. */
	basePath?: string;
	/** What stands in the button: an element, or a function that makes one. */
	submitButton?: JSX.Element | (() => JSX.Element);
	/** Attributes of the button, such as `{ class: 'primary' }`. */
	button?: JSX.ButtonHTMLAttributes<HTMLButtonElement>;
	/** What stands in the form instead of the button: fields, and a button of your own. */
	children?: JSX.Element;
}

/**
 * What {@link SignIn} takes: the following, and attributes of its form.
 *
 * Specification: section 4.2 (components).
 */
export interface SignInProps extends FormProps {
	/** A provider's id. Without one the button leads to the sign-in page. */
	provider?: string;
	/** The page that the button leads to without a provider. Default: what `pages.signIn` says. */
	signInPage?: string;
	/** Where to go afterwards, a path of this site, and fields to send along. */
	options?: { redirectTo?: string } & Record<string, string | undefined>;
	/** Added to the provider's authorization page, such as `{ login_hint: 'ada@example.com' }`. */
	authorizationParams?: Record<string, string>;
}

/**
 * What {@link SignOut} takes: the following, and attributes of its form.
 *
 * Specification: section 4.2 (components).
 */
export interface SignOutProps extends FormProps {
	/** A page that asks first: the button leads there, instead of ending the session at once. */
	signOutPage?: string;
	/** Where to go afterwards, a path of this site. */
	options?: { redirectTo?: string };
}

const own = ['basePath', 'options', 'submitButton', 'button', 'children'] as const;

/**
 * A sign-in button: a plain form that posts to the endpoints. It works without JavaScript, and needs no token, since
 * the endpoint checks the origin. Made without JSX, so that nothing has to compile it.
 *
 * Specification: section 4.2 (components); integration A has none of its own.
 *
 * @param props see {@link SignInProps}
 */
export function SignIn(props: SignInProps): JSX.Element {
	const [mine, rest] = splitProps(props, [...own, 'provider', 'signInPage', 'authorizationParams']);
	return form(rest, mine, 'Sign in', () => {
		const { provider, signInPage, options = {}, authorizationParams = {} } = mine;
		const { redirectTo, redirect: _, ...fields } = options;
		if (!provider) {
			return { method: 'get', action: signInPage ?? `${path(mine)}/signin`, fields: { redirectTo } };
		}
		const query = new URLSearchParams(authorizationParams).toString();
		const action = `${path(mine)}/signin/${encodeURIComponent(provider)}${query && `?${query}`}`;
		return { method: 'post', action, fields: { ...fields, callbackUrl: redirectTo } };
	});
}

/**
 * A sign-out button. Like {@link SignIn}.
 *
 * Specification: section 4.2 (components); integration A has none of its own.
 *
 * @param props see {@link SignOutProps}
 */
export function SignOut(props: SignOutProps): JSX.Element {
	const [mine, rest] = splitProps(props, [...own, 'signOutPage']);
	return form(rest, mine, 'Sign out', () => {
		const { signOutPage, options = {} } = mine;
		const { redirectTo } = options;
		return signOutPage
			? { method: 'get', action: signOutPage, fields: { redirectTo } }
			: { method: 'post', action: `${path(mine)}/signout`, fields: { callbackUrl: redirectTo } };
	});
}

type Mine = Pick<SignInProps, (typeof own)[number]>;
interface Target {
	method: 'get' | 'post';
	action: string;
	fields: Record<string, string | undefined>;
}

function path({ basePath = '/api/auth' }: Mine): string {
	return basePath.replace(/\/+$/, '');
}

function form(rest: object, mine: Mine, label: string, target: () => Target): JSX.Element {
	const button = () =>
		element('button', () => mine.button ?? {}, {
			type: 'submit',
			get children() {
				return (mine.submitButton ?? label) as JSX.Element;
			},
		});
	return element('form', rest, {
		get method() {
			return target().method;
		},
		get action() {
			return target().action;
		},
		get children() {
			const fields = Object.entries(target().fields).flatMap(([name, value]) =>
				value === undefined ? [] : [element('input', {}, { type: 'hidden', name, value })],
			);
			return [...fields, mine.children ?? button()];
		},
	});
}

/** An element with what the caller gave, and ours, which wins. */
function element(component: string, given: object | (() => object), props: object): JSX.Element {
	return createComponent(Dynamic, mergeProps(given, props, { component }) as { component: 'form' });
}
