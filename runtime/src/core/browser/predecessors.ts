import type { ClientSignInOptions, ClientSignOutOptions } from './index.js';

/**
 * The predecessors' name of {@link ClientSignInOptions}, with their type argument, so that their imports go on compiling.
 *
 * Specification: section 4.2 (client `signIn`).
 */
export type SignInOptions<Redirect extends boolean = boolean> = ClientSignInOptions & {
	/** Whether to leave the page when it has worked. Default true. */
	redirect?: Redirect;
};

/**
 * The predecessors' name of {@link ClientSignOutOptions}, with their type argument.
 *
 * Specification: section 4.2 (client `signOut`).
 */
export type SignOutParams<Redirect extends boolean = boolean> = ClientSignOutOptions & {
	/** Whether to leave the page when it has worked. Default true. */
	redirect?: Redirect;
};
