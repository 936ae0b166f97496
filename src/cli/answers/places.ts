import type { OwnPages } from '../../generators/context.ts';
import { defaultPages, examples, urlPath, wrong } from './paths.ts';

/** Where sign-in lies: endpoints and pages, as far as flags say. */
export interface Places {
	basePath: string | undefined;
	pages: Partial<OwnPages>;
}

interface PlaceFlags {
	basePath?: string | undefined;
	signInPage?: string | undefined;
	signOutPage?: string | undefined;
}

/**
 * Reads `--base-path`, `--sign-in-page` and `--sign-out-page`: each a place of its own.
 * @param usual base path of the endpoints where none is said
 * @throws AuthgraftError AG_PATH_INVALID (exit 2).
 */
export function placesOf({ basePath, signInPage, signOutPage }: PlaceFlags, usual: string): Places {
	const base =
		basePath === undefined
			? undefined
			: plainPath('--base-path', basePath, 'the endpoints need a plain path of their own');
	const pagePath = (flag: string, value: string | undefined) =>
		value === undefined ? undefined : plainPath(flag, value, 'the page needs a plain path of its own');
	const signIn = pagePath('--sign-in-page', signInPage);
	const signOut = pagePath('--sign-out-page', signOutPage);
	const pages = [signIn ?? defaultPages.signIn, signOut ?? defaultPages.signOut];
	if (pages[0] === pages[1])
		throw wrong(`${pages[0]} is said for both pages`, 'Give signing in and out a path each.');
	const page = pages.find((path) => base !== undefined && isAtOrBelow(base, path));
	if (page)
		throw wrong(`--base-path ${base}: ${page} is a page`, 'Write --base-path /auth, or leave it away.');
	const below = pages.find((path) => isAtOrBelow(path, base ?? usual));
	if (below)
		throw wrong(
			`${below} lies below ${base ?? usual}, where everything is answered by the endpoints`,
			'Choose another path for the page, or another --base-path.',
		);
	return { basePath: base, pages: { ...(signIn && { signIn }), ...(signOut && { signOut }) } };
}

/** Without parameters: one place, and nothing of the application below it. */
function plainPath(flag: string, value: string, who: string): string {
	const path = urlPath(flag, value);
	if (path === '/' || /[[\]=]/.test(path))
		throw wrong(`${flag} ${value}: ${who}`, `Write ${flag} ${examples[flag]}, or leave it away.`);
	return path;
}

const isAtOrBelow = (path: string, place: string): boolean => `${path}/`.startsWith(`${place}/`);
