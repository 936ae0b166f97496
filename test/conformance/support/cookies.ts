/** A cookie as the browser keeps it. */
export interface Cookie {
	name: string;
	value: string;
	domain: string;
	hostOnly: boolean;
	path: string;
	secure: boolean;
	httpOnly: boolean;
	sameSite: string;
	/** Milliseconds; undefined until the browser closes. */
	expires: number | undefined;
	/** The whole Set-Cookie header. */
	header: string;
}

/** The cookies of a browser: Domain, Path, Secure, expiry, SameSite and the name prefixes are obeyed. */
export class Cookies {
	readonly all: Cookie[] = [];

	/** The cookie of that name, wherever it is from. */
	find(name: string): Cookie | undefined {
		return this.all.find((cookie) => cookie.name === name && !isOver(cookie));
	}

	/** Names of all cookies, in alphabetical order. */
	names(): string[] {
		return this.all
			.filter((cookie) => !isOver(cookie))
			.map(({ name }) => name)
			.sort();
	}

	/** Puts a cookie there by hand, as somebody with developer tools does. */
	set(name: string, value: string, url = 'http://localhost:3000'): void {
		this.keep(url, [`${name}=${value}; Path=/`]);
	}

	delete(name: string): void {
		for (const cookie of this.all.filter((one) => one.name === name)) this.#remove(cookie);
	}

	/** The Cookie header of a request; `from` is the origin of the page that it starts on. */
	header(url: string, { method, from }: { method: string; from: string | null }): string {
		const target = new URL(url);
		const crossSite = from !== null && !sameSite(from, target);
		return this.all
			.filter((cookie) => !isOver(cookie) && isFor(cookie, target))
			.filter(({ sameSite: rule }) => !crossSite || rule === 'none' || (rule === 'lax' && method === 'GET'))
			.sort((a, b) => b.path.length - a.path.length)
			.map(({ name, value }) => `${name}=${value}`)
			.join('; ');
	}

	/** Takes the Set-Cookie headers of a response. */
	keep(url: string, headers: readonly string[]): void {
		for (const header of headers) {
			const cookie = parse(new URL(url), header);
			if (!cookie) continue;
			const at = this.all.findIndex((one) => sameCookie(one, cookie));
			// What is set anew keeps its place: browsers send the oldest first.
			if (at < 0 && !isOver(cookie)) this.all.push(cookie);
			else if (at >= 0) this.all.splice(at, 1, ...(isOver(cookie) ? [] : [cookie]));
		}
	}

	#remove(cookie: Cookie): void {
		this.all.splice(this.all.indexOf(cookie), 1);
	}
}

function parse(url: URL, header: string): Cookie | null {
	const [pair = '', ...rest] = header.split(';').map((part) => part.trim());
	const at = pair.indexOf('=');
	const name = pair.slice(0, at);
	const attributes = new Map(
		rest.map((part) => {
			const [key = '', ...value] = part.split('=');
			return [key.toLowerCase(), value.join('=')];
		}),
	);
	const maxAge = attributes.get('max-age');
	const until = attributes.get('expires');
	const domain = attributes.get('domain')?.replace(/^\./, '');
	const path = attributes.get('path');
	const cookie = {
		name,
		value: pair.slice(at + 1),
		domain: domain || url.hostname,
		hostOnly: !domain,
		path: path?.startsWith('/') ? path : '/',
		secure: attributes.has('secure'),
		httpOnly: attributes.has('httponly'),
		sameSite: attributes.get('samesite')?.toLowerCase() || 'lax',
		expires:
			maxAge !== undefined ? Date.now() + Number(maxAge) * 1000 : until ? Date.parse(until) : undefined,
		header,
	};
	return isAllowed(cookie, url) ? cookie : null;
}

/** What a browser refuses to keep. */
function isAllowed(cookie: Cookie, url: URL): boolean {
	const { name, value, secure, domain, hostOnly, path } = cookie;
	const size = new TextEncoder().encode(name + value).length;
	if (size > 4096 || !isBelow(url.hostname, domain)) return false;
	if (secure && url.protocol !== 'https:') return false;
	if (/^__(Secure|Host)-/.test(name) && !secure) return false;
	return !name.startsWith('__Host-') || (hostOnly && path === '/');
}

function isFor({ domain, hostOnly, path, secure }: Cookie, url: URL): boolean {
	const host = hostOnly ? url.hostname === domain : isBelow(url.hostname, domain);
	const below = url.pathname === path || url.pathname.startsWith(path.endsWith('/') ? path : `${path}/`);
	return host && below && (!secure || url.protocol === 'https:');
}

/** One with a Domain is another than one without, also where it is the host's own. */
function sameCookie(a: Cookie, b: Cookie): boolean {
	return a.name === b.name && a.domain === b.domain && a.path === b.path && a.hostOnly === b.hostOnly;
}
const isBelow = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`);
const isOver = ({ expires }: Cookie) => expires !== undefined && expires <= Date.now();

/** Ports do not matter. The last two labels stand for the registrable domain. */
function sameSite(from: string, target: URL): boolean {
	if (from === 'null') return false;
	const origin = new URL(from);
	const site = ({ hostname }: URL) =>
		/^[\d.]+$/.test(hostname) ? hostname : hostname.split('.').slice(-2).join('.');
	return origin.protocol === target.protocol && site(origin) === site(target);
}
