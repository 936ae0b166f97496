import type { AccountFailure } from '../accounts.js';
import type { SetCookie } from '../types.js';

/** What a run of the core came to besides its answer. */
export interface Outcome {
	/** Where a `signIn` callback sends somebody instead of signing them in with a passkey. */
	detour?: string;
	/** Type of the last error that was logged: the answer says `Configuration` for most of them. */
	error?: string;
	/** Why a password was not even checked. */
	failure?: AccountFailure;
	/** To be set besides those of the core. */
	cookies?: SetCookie[] | undefined;
}
