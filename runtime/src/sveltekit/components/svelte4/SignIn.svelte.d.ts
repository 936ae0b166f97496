import type { SvelteComponent } from 'svelte';
import type { HTMLButtonAttributes, HTMLFormAttributes } from 'svelte/elements';
import type { AuthorizationParams } from '../../../core/browser/index.js';
import type { FormOptions } from '../form.js';

/** What {@link SignIn} takes: the following, and attributes of its form, such as `id`. */
export interface SignInProps extends Omit<HTMLFormAttributes, 'action' | 'method'> {
	/** A provider's id. Without one the form leads to the sign-in page. */
	provider?: string;
	/** Where the sign-in form action lives: a route, or a path with the application's base. Default `signin`. */
	signInPage?: string;
	/** `redirectTo`, and fields to send along. `redirect: false` stays. */
	options?: FormOptions;
	/** Added to the provider's authorization page. */
	authorizationParams?: AuthorizationParams;
	/** Attributes of the button. */
	button?: HTMLButtonAttributes;
	/** Classes beside `signInButton`. `class` replaces both. */
	className?: string;
}

/** What can be put into the form: its slots take nothing. */
type Slots = Record<'default' | 'credentials' | 'email' | 'submitButton', Record<string, never>>;

/**
 * `SignIn` for Svelte 4, with slots only.
 *
 * Specification: section 4.2 (components).
 */
export default class SignIn extends SvelteComponent<SignInProps, Record<string, CustomEvent>, Slots> {}
