import { AuthgraftError } from '../../errors.ts';
import type { Framework } from '../../host/host.ts';
import { isReserved } from '../../names.ts';

export const wrong = (message: string, hint: string): AuthgraftError =>
	new AuthgraftError('AG_PATH_INVALID', message, hint, 2);

export const examples: Record<string, string> = {
	'--base-path': '/auth',
	'--sign-in-page': '/login',
	'--sign-out-page': '/logout',
};

/**
 * A path of the application, as a flag gives it: `/shop/auth`, without trailing slash.
 * It ends up inside a string of generated code, so only plain characters pass.
 * @throws AuthgraftError AG_PATH_INVALID (exit 2).
 */
export function urlPath(flag: string, value: string): string {
	const usual = `Use plain segments, such as ${flag} ${examples[flag] ?? '/dashboard'}`;
	if (!value.startsWith('/'))
		throw wrong(
			`${flag} ${value || '""'}: a path starts with "/"`,
			/^[\w-][\w\-/]*$/.test(value) ? `Write ${flag} /${value}` : usual,
		);
	if (/[?#]/.test(value))
		throw wrong(
			`${flag} ${value}: a path has no query and no fragment`,
			`Write ${flag} ${value.split(/[?#]/)[0]}`,
		);
	if (!/^(?:\/[\w\-.~@[\]=]*)+$/.test(value) || value.includes('//') || /\/\.{1,2}(?:\/|$)/.test(value)) {
		throw wrong(`${flag} ${value}: not a path of the application`, usual);
	}
	const reserved = value.split('/').find((segment) => segment !== '' && isReserved(segment));
	if (reserved !== undefined)
		throw wrong(`${flag} ${value}: Windows has no file of the name ${reserved}`, usual);
	return value === '/' ? value : value.replace(/\/$/, '');
}

/** Where `init` puts its pages unless it is told. */
export const defaultPages = { signIn: '/signin', signOut: '/signout' };

/** What decides about a pattern besides its own text. */
export interface PatternPlace {
	framework: Framework;
	/** Base path of the auth endpoints; empty when they do not matter. */
	basePath: string;
	/** The sign-in page and others that have to stay open. */
	pages: readonly string[];
}

/**
 * A pattern to guard, as people type it: `/dashboard`, `/blog/[slug]`, on SvelteKit `/(app)` too. It ends up inside a
 * string of generated code and decides what is guarded, so whatever is not surely meant so is refused.
 * @param flag what it was given to, for the messages: `--protect`, `protect-route`.
 * @returns the pattern without trailing slash.
 * @throws AuthgraftError AG_PATH_INVALID (exit 2), with a correction to paste.
 */
export function guardedPattern(flag: string, value: string, place: PatternPlace): string {
	const fault = spellingFault(value) ?? segmentFault(value, place.framework);
	if (fault) {
		const { says, write } = fault;
		const better =
			write && !spellingFault(write) && !segmentFault(write, place.framework) ? write : undefined;
		const hint = better ? `Write ${flag} ${better}` : `Use plain segments, such as ${flag} /dashboard`;
		throw wrong(`${flag} ${shown(value)}: ${says}`, `${hint}${fault.hint ? `. ${fault.hint}` : ''}`);
	}
	const path = value === '/' ? value : value.replace(/\/$/, '');
	const pages = place.pages.length > 0 ? place.pages : Object.values(defaultPages);
	const open = [...pages, place.basePath].find((page) => isAtOrBelow(path, page, place));
	if (place.basePath !== '' && open)
		throw wrong(
			`${flag} ${value}: nobody could sign in any more`,
			`${open} has to stay open; guard another path.`,
		);
	return path;
}

/** A path that `init` guards. */
export const guardedPath = (value: string, place: PatternPlace): string =>
	guardedPattern('--protect', value, place);

function isAtOrBelow(path: string, page: string, { framework }: PatternPlace): boolean {
	if (page === '' || page === '/') return false;
	const segments = path
		.split('/')
		.filter((segment) => framework === 'solid-start' || !/^\(.*\)$/.test(segment));
	// SolidStart's router takes upper and lower case for the same.
	const fold = (text: string) => (framework === 'solid-start' ? text.toLowerCase() : text);
	return `${fold(segments.join('/'))}/`.startsWith(`${fold(page)}/`);
}

interface Fault {
	says: string;
	/** The pattern that is meant. */
	write?: string | undefined;
	hint?: string;
}

/** What no pattern may look like, whatever the framework. */
function spellingFault(value: string): Fault | undefined {
	if (/^[a-z][a-z\d+.-]*:\/\//i.test(value))
		return { says: 'a path starts with "/", and this is a whole URL', write: URL.parse(value)?.pathname };
	const windows = /^[a-z]:[\\/](?:.*?[\\/]git(?=[\\/]))?(.*)$/i.exec(value);
	if (windows)
		return {
			says: 'a path starts with "/", and this is a Windows path, which Git Bash makes of /dashboard',
			write: `/${(windows[1] ?? '').replaceAll('\\', '/').replace(/^\/+/, '')}`,
			hint: 'In Git Bash, set MSYS_NO_PATHCONV=1 in front of the command',
		};
	if (/^\/[\^]|\\\/|\\[dws][*+]|\.[*+]|\(\?|\$\/?$/.test(value))
		return {
			says: 'a regular expression, not a path of the application; a rule covers all below it',
			write: `/${value.replaceAll('\\/', '/').replace(/^\/?\^?\/?|(?:\/?\.[*+])?\$?\/?$/g, '')}`,
		};
	if (value.includes('\\')) {
		const says = value.startsWith('\\') ? 'a path starts with "/"' : 'not a path of the application';
		return { says: `${says}; its segments are parted by "/"`, write: value.replaceAll('\\', '/') };
	}
	if (!value.startsWith('/'))
		return { says: 'a path starts with "/"', write: value.trim() && `/${value.replace(/^(?:\.\/)+/, '')}` };
	if (/[?#]/.test(value))
		return { says: 'a path has no query and no fragment', write: value.split(/[?#]/)[0] };
	if (/\*/.test(value.replace(/\/\*{1,2}\/?$/, '')))
		return { says: '"*" is no pattern here, so it is not a path; [name] stands for one segment' };
	if (value.includes('*'))
		return {
			says: '"*" is no pattern here, and a path covers all below it',
			write: value.replace(/\/\*+\/?$/, '') || '/',
		};
	if (value.includes('//') || /\/\.{1,2}(?:\/|$)/.test(value))
		return {
			says: 'not a path of the application',
			write: URL.parse(`http://x${value.replace(/\/+/g, '/')}`)?.pathname,
		};
	if (value.includes('%'))
		return { says: 'not a path as routes have it, which are not percent-encoded', write: decoded(value) };
	// What passes is safe within either quote and a template. Invisible characters would make two paths look like one.
	if (
		!/^(?:[\w/\-.~@+!,()[\]=\p{L}\p{M}\p{N}\p{Extended_Pictographic}\p{Emoji_Modifier}]|\u200d)*$/u.test(
			value,
		)
	)
		return { says: 'not a path of the application' };
	return undefined;
}

/** Segments in brackets, as the framework's router knows them. */
function segmentFault(value: string, framework: Framework): Fault | undefined {
	for (const segment of value.split('/').filter(Boolean)) {
		if (!/[()[\]=]/.test(segment)) continue;
		const plain =
			framework === 'sveltekit'
				? /^(?:\([^()[\]]+\)|(?:\[(?:\.{3})?[\w-]+(?:=[\w-]+)?\]|\[\[[\w-]+(?:=[\w-]+)?\]\]|[^()[\]=])+)$/
				: /^\[\w+\]$/;
		if (plain.test(segment)) continue;
		if (framework === 'sveltekit')
			return { says: `not a path of the application: ${segment} is no segment of a route` };
		return {
			says: `not a path: ${segment} is how a file is called; write the path as people see it`,
			write:
				value
					.replace(/\/\([^/]*\)/g, '')
					.replace(/\/\[(?:\[|\.{3}).*$/, '')
					.replace(/\[(\w+)=\w+\]/g, '[$1]') || undefined,
		};
	}
	return undefined;
}

function decoded(value: string): string | undefined {
	try {
		return decodeURIComponent(value);
	} catch {
		return undefined;
	}
}

/** For a message on one line: what cannot be seen is spelled out. */
const shown = (value: string): string =>
	value === ''
		? '""'
		: value.replace(
				/[\p{C}\p{Zl}\p{Zp}]/gu,
				(letter) => `\\u{${(letter.codePointAt(0) as number).toString(16)}}`,
			);
