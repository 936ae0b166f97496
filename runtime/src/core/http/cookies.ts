import type { SetCookie } from '../types.js';

/** Browsers drop cookies above 4096 bytes, attributes included. The core cuts at the same length. */
const chunkSize = 4096 - 160;

/**
 * Parses a Cookie header. The first of two cookies with one name wins; broken encoding is left as it is.
 *
 * @param start only cookies whose name begins like this
 */
export function parseCookies(header: string | null, start = ''): Map<string, string> {
	const cookies = new Map<string, string>();
	for (const pair of header?.split(';') ?? []) {
		const at = pair.indexOf('=');
		if (at < 0) continue;
		const name = trimBlanks(pair.slice(0, at));
		if (!name.startsWith(start) || cookies.has(name)) continue;
		cookies.set(name, decode(trimBlanks(pair.slice(at + 1))));
	}
	return cookies;
}

/**
 * The session cookie of a request, put together again when it was too long for one cookie.
 *
 * @returns the value (`''` when there is none) and the names of all cookies that belong to it
 */
export function readSessionCookie(
	cookies: ReadonlyMap<string, string>,
	name: string,
): { value: string; names: string[] } {
	const names: string[] = [];
	for (const key of cookies.keys()) if (key === name || chunkIndex(key, name) >= 0) names.push(key);
	const whole = cookies.get(name);
	if (whole) return { value: whole, names };
	const chunks = names.filter((key) => key !== name);
	chunks.sort((a, b) => chunkIndex(a, name) - chunkIndex(b, name));
	return { value: chunks.map((key) => cookies.get(key)).join(''), names };
}

/** Cookies that store a session value, in chunks when it is long, and that remove what is no longer used. */
export function writeSessionCookie(
	name: string,
	value: string,
	options: SetCookie['options'],
	present: readonly string[],
): SetCookie[] {
	const count = Math.ceil(value.length / chunkSize);
	const written = Array.from({ length: count }, (_, index) => ({
		name: count === 1 ? name : `${name}.${index}`,
		value: value.slice(index * chunkSize, (index + 1) * chunkSize),
		options,
	}));
	const stale = present.filter((key) => !written.some((cookie) => cookie.name === key));
	return [...written, ...clearCookies(stale, options)];
}

/** Cookies that remove the given ones. */
export function clearCookies(names: readonly string[], options: SetCookie['options']): SetCookie[] {
	const { expires: _, ...rest } = options;
	return names.map((name) => ({ name, value: '', options: { ...rest, maxAge: 0 } }));
}

/** One Set-Cookie header value. */
export function serializeCookie({ name, value, options }: SetCookie): string {
	const parts = [`${name}=${encodeURIComponent(value)}`];
	if (options.maxAge !== undefined) parts.push(`Max-Age=${Math.floor(options.maxAge)}`);
	if (options.domain) parts.push(`Domain=${options.domain}`);
	parts.push(`Path=${options.path ?? '/'}`);
	if (options.expires) parts.push(`Expires=${new Date(options.expires).toUTCString()}`);
	if (options.httpOnly) parts.push('HttpOnly');
	if (options.secure) parts.push('Secure');
	const sameSite = options.sameSite === true ? 'strict' : options.sameSite;
	if (sameSite) parts.push(`SameSite=${sameSite.charAt(0).toUpperCase()}${sameSite.slice(1)}`);
	if (options.partitioned) parts.push('Partitioned');
	return parts.join('; ');
}

/** Blanks and tabs, as servers and the core do. `trim` also takes what is part of a name: a no-break space, say. */
function trimBlanks(text: string): string {
	let [start, end] = [0, text.length];
	while (isBlank(text, start)) start++;
	while (end > start && isBlank(text, end - 1)) end--;
	return text.slice(start, end);
}

function isBlank(text: string, at: number): boolean {
	const code = text.charCodeAt(at);
	return code === 0x20 || code === 0x09;
}

/** Notes what a response does to the browser's cookies: their new values, `''` for removed ones. */
export function noteCookies(written: Map<string, string>, cookies: readonly SetCookie[]): void {
	for (const cookie of cookies) written.set(cookie.name, isRemoval(cookie) ? '' : cookie.value);
}

/** A Cookie header as the browser would send it next. */
export function withCookies(header: string | null, written: ReadonlyMap<string, string>): string | null {
	if (written.size === 0) return header;
	const cookies = new Map([...parseCookies(header), ...written]);
	return [...cookies]
		.filter(([, value]) => value !== '')
		.map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
		.join('; ');
}

function isRemoval({ value, options }: SetCookie): boolean {
	if (value === '' || (options.maxAge !== undefined && options.maxAge <= 0)) return true;
	return options.expires !== undefined && new Date(options.expires).getTime() <= Date.now();
}

function chunkIndex(key: string, name: string): number {
	const match = key.startsWith(`${name}.`) ? /^\d{1,3}$/.exec(key.slice(name.length + 1)) : null;
	return match ? Number(match[0]) : -1;
}

/** A session's cookie is long and has neither: looking for them costs a tenth of what decoding does. */
function decode(value: string): string {
	const plain = value.startsWith('"') ? value.replace(/^"(.*)"$/, '$1') : value;
	if (!plain.includes('%')) return plain;
	try {
		return decodeURIComponent(plain);
	} catch {
		return plain;
	}
}
