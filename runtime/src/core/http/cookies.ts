import type { SetCookie } from '../types.js';

/**
 * Parses a Cookie header. The first of two cookies with one name wins; broken encoding is left as it is.
 *
 * @param start only cookies whose name begins like this
 */
export function parseCookies(header: string | null, start = ''): Map<string, string> {
	const cookies = new Map<string, string>();
	for (const [name, value] of cookiePairs(header, start)) if (!cookies.has(name)) cookies.set(name, value);
	return cookies;
}

/** All cookies of a Cookie header in their order, those of one name, too: browsers send what they keep for several domains. */
export function cookiePairs(header: string | null, start = ''): [name: string, value: string][] {
	const pairs: [string, string][] = [];
	for (const pair of header?.split(';') ?? []) {
		const at = pair.indexOf('=');
		if (at < 0) continue;
		const name = trimBlanks(pair.slice(0, at));
		if (name.startsWith(start)) pairs.push([name, decode(trimBlanks(pair.slice(at + 1)))]);
	}
	return pairs;
}

/** Cookies that remove the given ones, and the {@link twins} of these. */
export function clearCookies(names: readonly string[], options: SetCookie['options']): SetCookie[] {
	const { expires: _, ...rest } = options;
	const cleared = names.map((name) => ({ name, value: '', options: { ...rest, maxAge: 0 } }));
	return [...twins(cleared), ...cleared];
}

/**
 * Cookies that remove what stands beside those that are set with a `Domain`: browsers keep the ones of before, without,
 * as cookies of their own, and send these first. To be set before the others, for code that goes by names alone.
 */
export function twins(set: readonly SetCookie[]): SetCookie[] {
	return set.flatMap(({ name, options: { domain, expires: _, ...options } }) =>
		domain ? [{ name, value: '', options: { ...options, maxAge: 0 } }] : [],
	);
}

/** What a Set-Cookie header says about which cookie of its name it sets. */
export function setCookieOf(line: string): SetCookie {
	const [[name, value] = ['', '']] = cookiePairs(line.split(';', 1)[0] ?? '');
	const said = (attribute: string) => new RegExp(`;\\s*${attribute}=([^;]*)`, 'i').exec(line)?.[1];
	const [domain, path = '/'] = [said('domain'), said('path')];
	const [secure, partitioned] = [/;\s*secure/i.test(line), /;\s*partitioned/i.test(line)];
	return { name, value, options: { path, secure, partitioned, httpOnly: true, ...(domain && { domain }) } };
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
	const kept = cookiePairs(header).filter(([name]) => !written.has(name));
	return [...kept, ...written]
		.filter(([, value]) => value !== '')
		.map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
		.join('; ');
}

function isRemoval({ value, options }: SetCookie): boolean {
	if (value === '' || (options.maxAge !== undefined && options.maxAge <= 0)) return true;
	return options.expires !== undefined && new Date(options.expires).getTime() <= Date.now();
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
