import type { CookieOption } from '@auth/core/types';

/** A cookie as the core describes it. */
export interface SetCookie {
	name: string;
	value: string;
	options: CookieOption['options'] & { expires?: Date | undefined };
}
