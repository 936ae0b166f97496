import type { Entry } from '../../../../src/audit/entry.ts';
import { discoverFunctions } from '../../attack/discover.ts';
import { isForbidden } from '../../attack/run.ts';
import { headerOf, type WireAnswer, type WireRequest } from '../../attack/wire.ts';
import { nameOf, type Tree, type World } from '../model.ts';
import { admin, member } from '../people.ts';
import { isMeant } from '../plan/rules.ts';
import { attackTree, callFunctions } from './attacks.ts';
import { Bench, type Problem, secretsIn } from './bench.ts';
import { aliasRequests, type Polite, politeRequests } from './requests.ts';
import { inTurns } from './turns.ts';

export interface Verdict {
	requests: number;
	problems: Problem[];
	/** Entries of `authgraft routes` that were held against what HTTP says, and how many of them are guarded. */
	compared: number;
	guarded: number;
	/** Entries that no address led to: other routes take them all. */
	unreached: string[];
}

export interface VisitOptions {
	/** Generated requests a tree, besides those that are made from its routes. */
	count: number;
	/** Headers of those who count as strangers: somebody who is signed in, as a control. */
	stranger?: WireRequest['headers'];
}

/**
 * Asks a running world for everything that it has, politely and otherwise, and holds the answers against what
 * `authgraft routes --json` says.
 */
export async function visitWorld(
	world: World,
	entries: readonly Entry[],
	origin: string,
	{ count, stranger }: VisitOptions,
): Promise<Verdict> {
	const { trees, kept, framework, dress } = world;
	const bench = new Bench(world, entries, origin, stranger);
	const functions = await discoverFunctions(origin, framework, [`${dress.base}/signin`]);
	const reached = new Set<string>();
	await bench.ran();
	for (const tree of trees) {
		const polite = [
			...tree.places.map((place) => politeRequests(world, place, origin)),
			aliasRequests(world, tree.places, origin),
		];
		for (const requests of polite) await visitPlace(bench, tree, requests, reached);
		await checkSignInPage(bench, polite.flat());
		await attackTree(bench, polite.flat(), functions, count);
	}
	for (const name of await callFunctions(bench, functions)) reached.add(name);
	const names = new Set(kept.flatMap((one) => one.entries.map(nameOf)));
	const isThere = (entry: Entry) => names.has(nameOf(entry));
	const compared = entries.filter((entry) => isThere(entry) && reached.has(nameOf(entry)));
	return {
		requests: bench.requests,
		problems: bench.problems,
		compared: compared.length,
		guarded: compared.filter((entry) => bench.isGuarded(entry)).length,
		unreached: [...names].filter((name) => !reached.has(name)),
	};
}

/** Strangers first, and what has run for them; then those who may. */
async function visitPlace(
	bench: Bench,
	tree: Tree,
	requests: readonly Polite[],
	reached: Set<string>,
): Promise<void> {
	const [first] = requests;
	if (!first) return;
	const strangers = await inTurns(requests, ({ request }) => bench.attack(request));
	await bench.checkRan(`${first.place.id}: ${requests.map(({ request }) => request.target).join(' ')}`);
	const people = await inTurns(requests, async ({ request }) => bench.ask(request, await admin));
	await bench.ran();
	const shown = new Set<string>();
	for (const [index, polite] of requests.entries()) {
		const [stranger, person] = [strangers[index], people[index]];
		if (!stranger || !person) continue;
		const { aim } = polite;
		const shows = (answer: typeof person) => secretsIn(answer, [aim.secret]).includes(aim.secret);
		checkPerson(bench, polite, stranger, person);
		// Another route has the address, or the framework itself.
		if (!shows(person)) continue;
		// The data of a layout is that of all pages in it: whose address this is, its page tells, which was asked before.
		const isLayouts = bench.layouts.has(aim.secret);
		if (aim.kind === 'data request' && isLayouts && !shown.has(`page ${polite.address.path}`)) continue;
		shown.add(`${aim.kind} ${polite.address.path}`);
		reached.add(nameOf(aim));
		judge(bench, tree, polite, { answer: stranger, isShown: shows(stranger) });
	}
	const conditional = requests.filter(({ aim }) => bench.entry(aim)?.conditional);
	await inTurns(conditional.slice(0, 8), async ({ aim, request }) => {
		const answer = await bench.ask(request, await member);
		if (secretsIn(answer, [aim.secret]).includes(aim.secret))
			bench.tell('leak', `${nameOf(aim)} is for a role, and somebody without it sees it`, request, answer);
	});
	// A function that asks for no role has run for them, and for no stranger.
	if (conditional.length > 0) await bench.ran();
}

/** Whoever may is let in, and nobody meets an error. */
function checkPerson(
	bench: Bench,
	{ address, request }: Polite,
	stranger: WireAnswer,
	person: WireAnswer,
): void {
	// What the auth endpoints and the pages for signing in and out say themselves looks alike.
	const isAuths =
		/[?&](callbackUrl|error)=/.test(headerOf(person, 'location') ?? '') ||
		['signin', 'signout'].includes(address.plain.join('/'));
	if ((bench.isRefused(person) && !isAuths) || isForbidden(person))
		bench.tell('kept out', 'somebody who is signed in and has the role is refused', request, person);
	const statuses = `${stranger.status} for a stranger, ${person.status} for a person`;
	if (Math.max(stranger.status, person.status) >= 500) bench.tell('error', statuses, request, stranger);
}

function judge(
	bench: Bench,
	{ rules }: Tree,
	{ aim, place, address, request }: Polite,
	{ answer, isShown }: { answer: Awaited<ReturnType<Bench['ask']>>; isShown: boolean },
): void {
	const entry = bench.entry(aim);
	if (bench.isGuarded(aim)) {
		if (!isShown && !bench.isRefused(answer))
			bench.tell('error', `${nameOf(aim)} is guarded, and a stranger gets no refusal`, request, answer);
		return;
	}
	const meant = rules.find((rule) => isMeant(rule, bench.world.framework, place.segments, address));
	const isLeftOpen = entry?.signIn || entry?.guard.startsWith('cannot');
	if (isShown && meant && !isLeftOpen)
		bench.tell(
			'leak',
			`${nameOf(aim)} is open, though protect-route ${meant.args.join(' ')} is about it`,
			request,
			answer,
		);
	// `routes` says so itself, and calls it public.
	const isPartly = /some of its addresses only/.test(entry?.note ?? '');
	// Readers of paths disagree about those, and SolidStart's guard closes what one of them may take for a guarded path.
	const isDoubtful = bench.world.framework === 'solid-start' && /%2f|%5c|%25|\.\.|\/\//i.test(address.path);
	if (!isShown && !isPartly && !isDoubtful)
		bench.tell('over-block', `${nameOf(aim)} is public, and a stranger does not get it`, request, answer);
}

/** Where strangers are sent, they can sign in. */
async function checkSignInPage(bench: Bench, requests: readonly Polite[]): Promise<void> {
	const guarded = requests.find(({ aim }) => aim.kind === 'page' && bench.isGuarded(aim));
	if (!guarded) return;
	const refusal = await bench.ask(guarded.request);
	const location = headerOf(refusal, 'location');
	if (location === undefined || !bench.isRefused(refusal)) return;
	const { pathname, search } = new URL(location, bench.origin);
	const request = { ...guarded.request, target: pathname + search };
	const answer = await bench.ask(request);
	if (answer.status !== 200)
		bench.tell('kept out', 'strangers cannot see the page on which people sign in', request, answer);
}
