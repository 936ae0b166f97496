import type { Entry } from '../../../../src/audit/entry.ts';
import { leaksIn } from '../../attack/leaks.ts';
import { describeRequest, isRefusal } from '../../attack/run.ts';
import { tellTale } from '../../attack/tell-tale.ts';
import { isDecodable } from '../../attack/variants.ts';
import { headerOf, send, type WireAnswer, type WireRequest } from '../../attack/wire.ts';
import { type EntryName, type Kept, nameOf, secretMark, type World } from '../model.ts';
import { admin } from '../people.ts';

export interface Problem {
	/**
	 * `leak`: a stranger got what `routes` calls guarded, or what the words of a rule are about. `over-block`: a stranger was
	 * refused what `routes` calls public. `kept out`: somebody who may was refused. `routes`: an entry is missing or too many.
	 */
	kind: 'leak' | 'crash' | 'over-block' | 'kept out' | 'routes' | 'error';
	detail: string;
	request?: string;
	status?: number;
}

type Headers = WireRequest['headers'];
/** SolidStart 2's server never answers some paths that cannot be decoded; nobody waits long for them. */
const patience = (target: string): number => (isDecodable(target) ? 20_000 : 1_000);

/** What is said of a world, and the means to ask it. */
export class Bench {
	readonly problems: Problem[] = [];
	requests = 0;
	readonly world: World;
	readonly origin: string;
	/** Headers of a stranger: none, except in a control. */
	readonly #stranger: Headers;
	readonly #entries = new Map<string, Entry>();
	/** By secret: whether strangers may have it. */
	readonly #guarded = new Map<string, Kept>();

	/** Secrets of layouts, which every page in them shows. */
	readonly layouts: ReadonlySet<string>;

	constructor(world: World, entries: readonly Entry[], origin: string, stranger: Headers = []) {
		this.world = world;
		this.origin = origin;
		this.#stranger = stranger;
		this.layouts = new Set(
			world.kept.flatMap(({ layout, secret }) => (layout === undefined ? [] : [secret])),
		);
		for (const entry of entries) this.#entries.set(nameOf(entry), entry);
		for (const kept of world.kept) {
			// `routes` says so where a page's own guard leaves the data of its layout open.
			const isLoose = (one: EntryName) =>
				kept.layout !== undefined && this.entry(one)?.note?.includes(kept.layout);
			if (kept.entries.every((one) => this.isGuarded(one) && !isLoose(one)))
				this.#guarded.set(kept.secret, kept);
		}
		this.#compareLists(entries);
	}

	entry = (name: EntryName): Entry | undefined => this.#entries.get(nameOf(name));

	isGuarded(name: EntryName): boolean {
		const guard = this.entry(name)?.guard;
		return guard !== undefined && guard !== 'public' && !guard.startsWith('cannot');
	}

	/** `routes` lists what the world has, and nothing else at its routes. */
	#compareLists(entries: readonly Entry[]): void {
		const { trees, kept } = this.world;
		const known = new Set(kept.flatMap((one) => one.entries.map(nameOf)));
		for (const name of known) if (!this.#entries.has(name)) this.tell('routes', `${name} is not listed`);
		const ids = new Set(trees.flatMap(({ places }) => places.map(({ id }) => id)));
		for (const entry of entries) {
			// Every page has the data of the root's layout.
			const isTheirs = ids.has(entry.id) && entry.kind !== 'data request';
			if (isTheirs && !known.has(nameOf(entry)))
				this.tell('routes', `${nameOf(entry)} is listed, and is not there`);
		}
	}

	tell(kind: Problem['kind'], detail: string, request?: WireRequest, answer?: WireAnswer): void {
		const location = answer && headerOf(answer, 'location');
		const status = answer ? { status: answer.status } : {};
		const asked = request ? { request: describeRequest(request) + headersOf(request) } : {};
		this.problems.push({
			kind,
			detail: detail + (location ? ` (location: ${location})` : ''),
			...asked,
			...status,
		});
	}

	/** Sends it as somebody, and follows the redirect by which a router corrects a slash. */
	async ask(
		request: WireRequest,
		who: Headers = this.#stranger,
		{ follow = true } = {},
	): Promise<WireAnswer> {
		this.requests++;
		const full = { ...request, headers: [...request.headers, ...who] };
		const answer = await send(this.origin, full, patience(request.target));
		const location = headerOf(answer, 'location');
		if (answer.end === 'refused') this.tell('crash', 'the server is gone', request, answer);
		if (!follow || answer.status !== 308 || location === undefined) return answer;
		const { pathname, search } = new URL(location, this.origin + request.target);
		return this.ask({ ...request, target: pathname + search }, who, { follow: false });
	}

	/** Sends it as a stranger, and tells what must not have got out. */
	async attack(request: WireRequest): Promise<WireAnswer> {
		const answer = await this.ask(request);
		const leaks = secretsIn(answer, [...this.#guarded.keys()]).filter((secret) => this.#guarded.has(secret));
		for (const secret of leaks) {
			const names = this.#guarded.get(secret)?.entries.map(nameOf).join(', ');
			this.tell('leak', `it told ${secret} of ${names}, which \`routes\` calls guarded`, request, answer);
		}
		return answer;
	}

	/** Sent to sign in, or told so: whether that page can be seen there is a question of its own. */
	isRefused(answer: WireAnswer): boolean {
		const { base, signInPage } = this.world.dress;
		return ['', this.origin].some((origin) =>
			['', base].some((at) => isRefusal(answer, origin + at + signInPage)),
		);
	}

	/** What was handed out since this was asked last: something may run although its answer is a refusal. */
	async ran(): Promise<string[]> {
		const target = this.world.dress.base + tellTale;
		const answer = await this.ask({ method: 'GET', target, headers: [], body: '' }, await admin);
		if (answer.status !== 200)
			this.tell(
				'error',
				'the tell-tale does not answer',
				{ method: 'GET', target, headers: [], body: '' },
				answer,
			);
		return secretsIn(answer, []);
	}

	/** Tells what has run for strangers although it is guarded. */
	async checkRan(what: string): Promise<void> {
		for (const secret of new Set(await this.ran())) {
			const names = this.#guarded.get(secret)?.entries.map(nameOf).join(', ');
			if (names !== undefined) this.tell('leak', `${names} ran for a stranger, who asked for ${what}`);
		}
	}
}

const headersOf = ({ headers }: WireRequest): string =>
	headers.length > 0 ? ` (${headers.map((header) => header.join(': ')).join('; ')})` : '';

/** The secrets that an answer holds, however they are written. @param others looked for where no reading finds any */
export function secretsIn(answer: WireAnswer, others: readonly string[]): string[] {
	if (leaksIn(answer, [secretMark]).length === 0) return [];
	const plain = `${answer.raw}\n${answer.body}`.match(/kept-behind-door-\d+-of-the-world/g);
	return plain ? [...new Set(plain)] : leaksIn(answer, others);
}
