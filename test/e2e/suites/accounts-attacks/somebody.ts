import { typePassword } from '../../../conformance/support/oidc.ts';
import { Person, type Visit, type VisitOptions } from '../../../conformance/support/person.ts';
import type { ProviderPerson } from '../../../support/identity-provider.ts';
import type { Attacked } from './world.ts';

export type Answer = Visit & {
	/** `400 LinkInvalid`, or where it led: `/account?done=linked`. */
	outcome: string;
};

const asProgram = { accept: 'application/json' };

/** Somebody with a browser, at one process of a host: it answers as if it were the only one. */
export class Somebody extends Person {
	readonly #attacked: Attacked;

	constructor(attacked: Attacked, answers: string) {
		const { origin } = attacked.host;
		// The same request, at the port of this process.
		const fetchThere = async (request: Request) => {
			const { pathname, search } = new URL(request.url);
			const { method } = request;
			// A connection that is kept may be closed by a busy server just when it is used again.
			const headers = new Headers(request.headers);
			headers.set('connection', 'close');
			const body = method === 'GET' || method === 'HEAD' ? null : await request.arrayBuffer();
			const response = await fetch(new URL(`${pathname}${search}`, answers), {
				...{ method, headers, body, redirect: 'manual' },
				// Two hundred hashes at once take their time where no queue refuses any.
				signal: AbortSignal.timeout(300_000),
			});
			const said = [...response.headers].filter(([name]) => name !== 'set-cookie');
			attacked.heard.push(`${said.join('\n')}\n${await response.clone().text()}`);
			return response;
		};
		super({ origin, fetch: fetchThere });
		this.#attacked = attacked;
	}

	/** A form of the accounts' pages, as a program sends it: the answer says its status. */
	async post(action: string, form: Record<string, string>, options: VisitOptions = {}): Promise<Answer> {
		const headers = { ...asProgram, ...options.headers };
		const path = `${this.#attacked.authPath}/account/${action}`;
		const visit = await this.visit(path, { follow: false, form, ...options, headers });
		return { ...visit, outcome: this.#outcome(visit) };
	}

	/** The same as a browser sends it. */
	async send(action: string, form: Record<string, string>, options: VisitOptions = {}): Promise<Answer> {
		return this.post(action, form, { ...options, headers: { accept: 'text/html', ...options.headers } });
	}

	async signIn(email: string, password: string, options: VisitOptions = {}): Promise<Answer> {
		const headers = { 'x-auth-return-redirect': '1', ...options.headers };
		const path = `${this.#attacked.authPath}/callback/credentials`;
		const visit = await this.visit(path, { form: { email, password }, follow: false, ...options, headers });
		return { ...visit, outcome: this.#outcome(visit) };
	}

	/** Opens the link of a mail. */
	async open(link: string, options: VisitOptions = {}): Promise<Answer> {
		const { pathname, search } = new URL(link);
		const visit = await this.visit(`${pathname}${search}`, { follow: false, ...options });
		return { ...visit, outcome: this.#outcome(visit) };
	}

	/** Whose session it is, by its address. */
	async who(): Promise<string | null> {
		const { text } = await this.visit(`${this.#attacked.authPath}/session`);
		return (JSON.parse(text) as { user?: { email?: string } } | null)?.user?.email ?? null;
	}

	token = (): string => this.cookies.find('authjs.session-token')?.value ?? '';

	/** Goes to the provider, types the password, and comes to where the provider sends back: not opened yet. */
	async returnFrom(
		person: ProviderPerson,
		id = 'keycloak',
		start: Record<string, string> = { callbackUrl: '/' },
	): Promise<string> {
		const path = `${this.#attacked.authPath}/signin/${id}`;
		return this.#throughProvider(person, await this.visit(path, { form: start, follow: false }));
	}

	/** The whole way by a provider. */
	async signInWith(person: ProviderPerson, id = 'keycloak'): Promise<Answer> {
		return this.open(await this.returnFrom(person, id));
	}

	/** Adds the account of a provider on purpose, up to the way back. */
	async beginLink(person: ProviderPerson, password: string, providerId = 'keycloak'): Promise<string> {
		return this.#throughProvider(person, await this.send('link', { providerId, password }));
	}

	/** Whoever is signed in over there is sent back at once. */
	async #throughProvider(person: ProviderPerson, started: Visit): Promise<string> {
		let page = started;
		for (;;) {
			const [next] = page.redirects;
			if (next === undefined) return typePassword(this, page, person);
			if (new URL(next).pathname.startsWith(this.#attacked.authPath)) return next;
			page = await this.visit(next, { follow: false });
		}
	}

	#outcome({ status, headers, text }: Visit): string {
		const { origin } = this.#attacked.host;
		const short = (url: string) => url.replace(origin, '') || '/';
		const location = headers.get('location');
		if (location !== null) return short(location);
		if (!headers.get('content-type')?.includes('application/json')) return String(status);
		const { error, url } = JSON.parse(text) as { error?: string; url?: string };
		return error ? `${status} ${error}` : url ? short(url) : String(status);
	}
}
