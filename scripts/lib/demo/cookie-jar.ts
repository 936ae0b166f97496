export interface Visit {
	/** Last URL after redirects. */
	url: string;
	status: number;
	headers: Headers;
	text: string;
	/** `Location` of every redirect that was followed, in order. */
	redirects: string[];
}

export interface VisitOptions {
	method?: string;
	headers?: Record<string, string>;
	/** Sent as a form. */
	form?: Record<string, string>;
	/** Follow redirects. Default true. */
	follow?: boolean;
}

/** A browser without the browser: keeps the cookies of one origin, follows redirects, sends Origin as browsers do. */
export class CookieJar {
	readonly cookies = new Map<string, string>();

	header(): string {
		return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
	}

	async visit(url: string, options: VisitOptions = {}): Promise<Visit> {
		const redirects: string[] = [];
		let method = options.method ?? (options.form ? 'POST' : 'GET');
		let current = url;
		for (let hops = 0; hops < 20; hops++) {
			const response = await this.#request(current, method, options);
			const text = await response.text();
			const location = response.headers.get('location');
			const { status, headers } = response;
			if (options.follow === false || location === null || status < 300 || status > 399) {
				return { url: current, status, headers, text, redirects };
			}
			redirects.push(location);
			current = new URL(location, current).href;
			if (status !== 307 && status !== 308) method = 'GET';
		}
		throw new Error(`More than 20 redirects from ${url}:\n${redirects.join('\n')}`);
	}

	async #request(url: string, method: string, options: VisitOptions): Promise<Response> {
		const headers = new Headers({ accept: 'text/html', ...options.headers });
		if (this.cookies.size > 0 && !headers.has('cookie')) headers.set('cookie', this.header());
		if (method !== 'GET' && !headers.has('origin')) headers.set('origin', new URL(url).origin);
		const body = method !== 'GET' && options.form ? new URLSearchParams(options.form) : null;
		const signal = AbortSignal.timeout(60_000);
		const response = await fetch(url, { method, headers, body, redirect: 'manual', signal });
		for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
		return response;
	}

	#keep(cookie: string): void {
		const [pair = '', ...attributes] = cookie.split(';').map((part) => part.trim());
		const name = pair.slice(0, pair.indexOf('='));
		const expired = attributes.some((attribute) => {
			const [key = '', value = ''] = attribute.split('=');
			if (key.toLowerCase() === 'max-age') return Number(value) <= 0;
			return key.toLowerCase() === 'expires' && Date.parse(value) <= Date.now();
		});
		if (expired) this.cookies.delete(name);
		else this.cookies.set(name, pair.slice(pair.indexOf('=') + 1));
	}
}
