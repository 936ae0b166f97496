import type { Resolved } from '../types.js';

const told = new WeakSet<object>();

/**
 * Says that `pages` names a page that a rule guards by its name: left open, as pages of sign-in are, it would show what is in it
 * to everybody.
 *
 * @param rule whose: each says it once
 */
export function tellNamed(pathname: string, { logger }: Resolved, rule: object): void {
	if (told.has(rule)) return;
	told.add(rule);
	logger.error(
		new Error(
			`protect() names ${pathname}, and so do the \`pages\` of the configuration, which have to be open: the rule holds. Give \`pages\` another page, or, if people sign in there, the rule \`signInPage: '${pathname}'\``,
		),
	);
}

/** Whether a page of the configuration is at a path of this application. */
export function isOwnPath(page: string, pathname: string, { origin }: Resolved): boolean {
	const url = new URL(page, origin);
	return url.origin === origin && url.pathname === pathname;
}
