import { formsOf, type PageForm, press } from '../../../scripts/lib/demo/forms.ts';
import type { Application } from './application.ts';
import { Cookies } from './cookies.ts';

export interface Visit {
	/** Last URL after redirects. */
	url: string;
	status: number;
	headers: Headers;
	text: string;
	/** `Location` of every redirect that was followed, in order, as an absolute URL. */
	redirects: string[];
	json<T = Record<string, unknown>>(): T;
}

export interface VisitOptions {
	method?: string;
	headers?: Record<string, string>;
	/** Sent as a form. */
	form?: Record<string, string>;
	/** Sent as JSON. */
	json?: unknown;
	/** Sent as it is; say its type in the headers. */
	body?: string;
	/** Follow redirects. Default true. */
	follow?: boolean;
	/** The page's origin, for POST. Default: that of the URL itself. Null: a browser that sends none. */
	from?: string | null;
}

/** What a person needs of an application. */
type Reachable = Pick<Application, 'origin' | 'fetch'>;

let browsers = 0;

/** Somebody with a browser, between applications in this process and real servers on loopback. */
export class Person {
	readonly #applications: Reachable[];
	readonly cookies = new Cookies();
	/** One that nobody else has: a form that is sent again by the same one is a double click. */
	readonly #browser = `Browser ${++browsers}`;

	constructor(...applications: Reachable[]) {
		this.#applications = applications;
	}

	/** @param target URL, or path of the first application */
	async visit(target: string, options: VisitOptions = {}): Promise<Visit> {
		const { form, json, body, follow = true } = options;
		const redirects: string[] = [];
		let url = new URL(target, this.#applications[0]?.origin).href;
		let method = options.method ?? (form || json !== undefined || body !== undefined ? 'POST' : 'GET');
		let from = options.from === undefined ? new URL(url).origin : options.from;
		for (let hops = 0; hops < 20; hops++) {
			const response = await this.#send(this.#request(url, method, from, options));
			const text = await response.text();
			const location = response.headers.get('location');
			const { status, headers } = response;
			const redirected = location !== null && status >= 300 && status < 400;
			if (redirected) redirects.push(new URL(location, url).href);
			if (!redirected || !follow)
				return { url, status, headers, text, redirects, json: () => JSON.parse(text) };
			from = new URL(location, url).origin === new URL(url).origin ? from : 'null';
			url = new URL(location, url).href;
			if (status !== 307 && status !== 308) method = 'GET';
		}
		throw new Error(`More than 20 redirects from ${target}:\n${redirects.join('\n')}`);
	}

	/** Fills in the form of a page whose button has this text, and sends it. */
	async submit(
		page: Visit,
		button: RegExp,
		fields: Record<string, string> = {},
		options: VisitOptions = {},
	): Promise<Visit> {
		const found = formsOf(page.text).flatMap((form) => {
			const pressed = press(form, button);
			return pressed ? [{ form, pressed }] : [];
		})[0];
		if (!found) throw new Error(`No form with a button ${button} on ${page.url}:\n${page.text}`);
		return this.#sendForm(page, found.form, { ...found.pressed, ...fields }, options);
	}

	#sendForm(page: Visit, form: PageForm, fields: Record<string, string>, options: VisitOptions) {
		const action = new URL(form.action || page.url, page.url);
		const from = new URL(page.url).origin;
		if (form.method === 'POST') return this.visit(action.href, { from, form: fields, ...options });
		action.search = new URLSearchParams(fields).toString();
		return this.visit(action.href, options);
	}

	#request(url: string, method: string, from: string | null, options: VisitOptions): Request {
		const headers = new Headers({ accept: 'text/html', ...options.headers });
		if (!headers.has('user-agent')) headers.set('user-agent', this.#browser);
		const cookie = this.cookies.header(url, { method, from });
		if (cookie !== '' && !headers.has('cookie')) headers.set('cookie', cookie);
		if (method === 'GET' || method === 'HEAD') return new Request(url, { method, headers });
		if (from !== null && !headers.has('origin')) headers.set('origin', from);
		if (options.json !== undefined) {
			if (!headers.has('content-type')) headers.set('content-type', 'application/json');
			return new Request(url, { method, headers, body: JSON.stringify(options.json) });
		}
		const body = options.body ?? new URLSearchParams(options.form ?? {});
		return new Request(url, { method, headers, body });
	}

	async #send(request: Request): Promise<Response> {
		const { origin } = new URL(request.url);
		const application = this.#applications.find((candidate) => candidate.origin === origin);
		const response = await (application
			? application.fetch(request)
			: fetch(request, { redirect: 'manual', signal: AbortSignal.timeout(20_000) }));
		this.cookies.keep(request.url, response.headers.getSetCookie());
		return response;
	}
}
