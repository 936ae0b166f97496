import { findAuthLibraries } from '../../host/auth/libraries.ts';
import type { Host } from '../../host/host.ts';
import type { Context, OwnPages } from '../context.ts';

const defaults: OwnPages = { signIn: '/signin', signOut: '/signout' };

/** What says another path for a page. */
export const pageFlags = { signin: '--sign-in-page', signout: '--sign-out-page' };

/** Where the pages for signing in and out lie: as was said, as the auth module says, or as `init` has it. */
export function ownPagesOf({ host, answers, auth }: Pick<Context, 'host' | 'answers' | 'auth'>): OwnPages {
	const present = auth.module?.facts.pages ?? {};
	const place = (page: keyof OwnPages): string =>
		answers.pages[page] ?? withoutBase(present[page], host.base ?? '') ?? defaults[page];
	return { signIn: place('signIn'), signOut: place('signOut') };
}

/** A page on another site is none that could be written. */
function withoutBase(page: string | undefined, base: string): string | undefined {
	if (page === undefined || !/^\/[^/]/.test(page)) return undefined;
	const path = page.replace(/[?#].*$/s, '').replace(/\/$/, '');
	return base !== '' && path.startsWith(`${base}/`) ? path.slice(base.length) : path;
}

/** What to paste where a page of the host's own lies: nothing where it may be that of another library, which would be gone. */
export const pageSnippet = (host: Host, text: string): string =>
	findAuthLibraries(host).length > 0 ? '' : text;
