import type { SvelteComponent } from 'svelte';
import type { HTMLButtonAttributes, HTMLFormAttributes } from 'svelte/elements';
import type { FormOptions } from '../form.js';

/** What {@link SignOut} takes: the following, and attributes of its form, such as `id`. */
export interface SignOutProps extends Omit<HTMLFormAttributes, 'action' | 'method'> {
	/** Where the sign-out form action lives: a route, or a path with the application's base. Default `signout`. */
	signOutPage?: string;
	/** `redirectTo`. `redirect: false` stays. */
	options?: FormOptions;
	/** Attributes of the button. */
	button?: HTMLButtonAttributes;
	/** Classes beside `signOutButton`. `class` replaces both. */
	className?: string;
}

/** What can be put into the form: its slots take nothing. */
type Slots = Record<'default' | 'submitButton', Record<string, never>>;

/**
 * `SignOut` for Svelte 4, with slots only.
 *
 * Specification: section 4.2 (components).
 */
export default class SignOut extends SvelteComponent<SignOutProps, Record<string, CustomEvent>, Slots> {}
