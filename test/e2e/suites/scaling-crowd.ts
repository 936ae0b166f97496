import { Person } from '../../conformance/support/person.ts';
import type { ProviderPerson } from '../../support/identity-provider.ts';
import { mineSecret } from './scaling-host.ts';

/** What came of a crowd's reading, in requests. */
export interface Report {
	/** The reader's own name, and what only they may see. */
	own: number;
	/** Nobody is signed in, or the guard's refusal. */
	closed: number;
	/** 5xx, or no answer. */
	failed: number;
	/** How they failed. */
	failures: Set<string>;
	/** Each that must never be: another person's answer, a secret for nobody, an answer of no known kind. */
	wrong: string[];
	/** Origins of the servers that answered. */
	servers: Set<string>;
	/** Milliseconds of each answer. */
	times: number[];
}

const newReport = (): Report => ({
	...{ own: 0, closed: 0, failed: 0, failures: new Set(), wrong: [], servers: new Set(), times: [] },
});

/** Somebody who reads, with or without a session of their own. */
export interface Reader {
	/** Null for a stranger, who must never get past the guard. */
	email: string | null;
	person: Person;
}

/** The people that the identity provider knows, by number. */
export const makePeople = (count: number): ProviderPerson[] =>
	Array.from({ length: count }, (_, index) => ({
		username: `reader${index}`,
		password: `password-of-${index}`,
		name: `Reader ${index}`,
		email: `reader${index}@test.example`,
	}));

/** Signs somebody in, from the guarded page over the provider and back, each step at another server. */
export async function signIn(origin: string, who: ProviderPerson): Promise<Reader> {
	const person = new Person({ origin, fetch: send });
	const page = await person.visit(`${origin}/dashboard/mine`);
	const login = await person.submit(page, /^Sign in with Keycloak$/);
	const back = await person.submit(login, /^Continue$/, { username: who.username, password: who.password });
	if (back.status !== 200 || !back.text.includes(mineSecret) || !back.text.includes(`"${who.email}"`))
		throw new Error(
			`${who.username} is not signed in: ${back.status} ${back.url}\n${back.text.slice(0, 500)}`,
		);
	return { email: who.email, person };
}

const send = (request: Request) =>
	fetch(request, { redirect: 'manual', signal: AbortSignal.timeout(30_000) });

/** The same for many, some at a time. */
export async function signInAll(origin: string, people: readonly ProviderPerson[]): Promise<Reader[]> {
	const waiting = [...people];
	const readers: Reader[] = [];
	const next = async () => {
		for (let who = waiting.shift(); who; who = waiting.shift()) readers.push(await signIn(origin, who));
	};
	await Promise.all(Array.from({ length: 6 }, next));
	return readers;
}

/** Somebody who never signed in; with a cookie, somebody who pretends. */
export function stranger(origin: string, cookie?: string): Reader {
	const person = new Person({ origin, fetch: send });
	if (cookie !== undefined) person.cookies.set('authjs.session-token', cookie, origin);
	return { email: null, person };
}

/**
 * Asks once who is signed in, and once for what the guard keeps; notes what came of it.
 * @param current asked at each answer, so that a report holds what came while it was the current one
 */
async function read({ email, person }: Reader, current: () => Report): Promise<void> {
	for (const path of ['/who', '/dashboard/mine']) {
		const start = performance.now();
		const headers = { accept: 'application/json' };
		const visit = await person.visit(path, { headers, follow: false }).catch((error: Error) => error);
		const report = current();
		report.times.push(performance.now() - start);
		if (visit instanceof Error || visit.status >= 500) {
			report.failed++;
			report.failures.add(
				visit instanceof Error
					? `${visit.message} ${visit.cause}`
					: `${visit.status} ${visit.text.slice(0, 200)}`,
			);
			continue;
		}
		report.servers.add(visit.headers.get('x-served-by') ?? '');
		const isRefusal = path !== '/who' && visit.status === 401 && !visit.text.includes(mineSecret);
		const isNobody = path === '/who' && visit.status === 200 && visit.text === '{"email":null}';
		const own = email !== null && visit.status === 200 && JSON.parse(visit.text).email === email;
		if (own) report.own++;
		else if (isRefusal || isNobody) report.closed++;
		else
			report.wrong.push(`${email ?? 'a stranger'} at ${path}: ${visit.status} ${visit.text.slice(0, 200)}`);
	}
}

/** Reads until every one of the servers has answered. */
export async function readOnEach(reader: Reader, servers: number): Promise<Report> {
	const report = newReport();
	for (let round = 0; round < 30 && (report.servers.size < servers || round < 3); round++)
		await read(reader, () => report);
	return report;
}

/** Many requests of one browser at once: all with the cookies that it has at the beginning. */
export async function readAtOnce(origin: string, { email, person }: Reader, count: number): Promise<Report> {
	const report = newReport();
	const tabs = Array.from({ length: count }, () => {
		const tab = new Person({ origin: origin, fetch: send });
		for (const cookie of person.cookies.all) tab.cookies.set(cookie.name, cookie.value, origin);
		return { email, person: tab };
	});
	await Promise.all(tabs.map((tab) => read(tab, () => report)));
	const [first] = tabs;
	for (const cookie of first?.person.cookies.all ?? []) person.cookies.keep(origin, [cookie.header]);
	return report;
}

/** A crowd that reads all the time, each of them one request after the other. */
export class Crowd {
	readonly #readers: readonly Reader[];
	readonly #pause: number;
	readonly #reports = [newReport()];
	#running: Promise<unknown> | undefined;
	#over = false;

	/** @param pause milliseconds between two rounds of a reader */
	constructor(readers: readonly Reader[], pause: number) {
		this.#readers = readers;
		this.#pause = pause;
	}

	/** Lets them read from now on, two minutes at most. */
	start(): void {
		const end = Date.now() + 120_000;
		this.#running = Promise.all(
			this.#readers.map(async (reader) => {
				while (!this.#over && Date.now() < end) {
					await read(reader, () => this.#reports.at(-1) as Report);
					await new Promise((resolve) => setTimeout(resolve, this.#pause));
				}
			}),
		);
	}

	/** Reads on for a while, and hands over what has come of it since the last time. */
	async during(milliseconds: number): Promise<Report> {
		await new Promise((resolve) => setTimeout(resolve, milliseconds));
		const report = this.#reports.at(-1) as Report;
		this.#reports.push(newReport());
		return report;
	}

	/** Ends it. Returns the first few things of all that was ever wrong. */
	async stop(): Promise<string[]> {
		this.#over = true;
		await this.#running;
		return this.#reports.flatMap(({ wrong }) => wrong).slice(0, 5);
	}
}
