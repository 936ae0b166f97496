import { AuthgraftError } from '../errors.ts';

const wrong = (message: string, hint: string): AuthgraftError =>
	new AuthgraftError('AG_PATH_INVALID', message, hint, 2);

/**
 * A path of the application, as a flag gives it: `/shop/auth`, without trailing slash.
 * It ends up inside a string of generated code, so only plain characters pass.
 * @throws AuthgraftError AG_PATH_INVALID (exit 2).
 */
export function urlPath(flag: string, value: string): string {
	const usual = `Use plain segments, such as ${flag} ${flag === '--base-path' ? '/auth' : '/dashboard'}`;
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
	return value === '/' ? value : value.replace(/\/$/, '');
}

/**
 * A base path for the auth endpoints: a place of its own, so that no page of the application lies below it.
 * @throws AuthgraftError AG_PATH_INVALID (exit 2).
 */
export function authPath(value: string): string {
	const path = urlPath('--base-path', value);
	const page = ['/signin', '/signout'].find((page) => path === page || path.startsWith(`${page}/`));
	if (path === '/' || page || /[[\]=]/.test(path))
		throw wrong(
			`--base-path ${value}: ${page ? `${page} is a page` : 'the endpoints need a plain path of their own'}`,
			'Write --base-path /auth, or leave it away.',
		);
	return path;
}

/**
 * A path to guard. Guarding the sign-in page itself would lock everybody out.
 * @throws AuthgraftError AG_PATH_INVALID (exit 2).
 */
export function guardedPath(value: string, basePath: string): string {
	const path = urlPath('--protect', value);
	const covers = (open: string) => path === open || path.startsWith(`${open}/`);
	const open = ['/signin', '/signout', basePath].find(covers);
	if (open)
		throw wrong(
			`--protect ${value}: nobody could sign in any more`,
			`${open} has to stay open; guard another path.`,
		);
	return path;
}
