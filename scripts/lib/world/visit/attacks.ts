import fc from 'fast-check';
import { type Places, prepare, readTable } from '../../attack/table.ts';
import { isDecodable, variants } from '../../attack/variants.ts';
import type { WireRequest } from '../../attack/wire.ts';
import { nameOf } from '../model.ts';
import { admin } from '../people.ts';
import { type Bench, secretsIn } from './bench.ts';
import { type Polite, twisted } from './requests.ts';
import { inTurns } from './turns.ts';

type Functions = Places['functions'];

/** Guarded requests of a tree that are tried in other spellings. */
const mostTwisted = 30;

/** Requests that nobody in good faith sends, at what is guarded. */
export async function attackTree(
	bench: Bench,
	requests: readonly Polite[],
	functions: Functions,
	count: number,
): Promise<void> {
	const guarded = requests.filter(({ aim }) => bench.isGuarded(aim));
	const [first] = guarded;
	if (!first) return;
	// Spread over the whole tree.
	const step = Math.max(1, guarded.length / mostTwisted);
	const chosen = Array.from(
		{ length: Math.min(mostTwisted, guarded.length) },
		(_, index) => guarded[Math.floor(index * step)],
	);
	const odd = chosen.flatMap((polite) => (polite ? twisted(polite, bench.world) : []));
	const made = fc.sample(
		variants(bench.world.framework, placesOf(bench, first, functions), belowOf(guarded)),
		{
			numRuns: count,
			seed: bench.world.seed,
		},
	);
	for (const list of [odd, made]) {
		await inTurns(
			list.filter((request) => isAnswered(bench, request)),
			(request) => bench.attack(request),
		);
		await bench.checkRan(`odd spellings of ${first.place.id} and its neighbours`);
	}
}

/** SolidStart 2's server answers nothing to the others, whatever the guard. */
const isAnswered = ({ world }: Bench, { target }: WireRequest): boolean =>
	world.framework === 'sveltekit' || isDecodable(target);

const pathOf = ({ request }: Polite): string => request.target.replace(/\/__data\.json$|\?.*$/g, '');

/** What else of a tree is guarded, as generated requests put it behind the path: only what lies below it. */
function belowOf(guarded: readonly Polite[]): string[] {
	const [first] = guarded;
	const start = first ? pathOf(first) : '';
	return [...new Set(guarded.map(pathOf).filter((path) => path.startsWith(`${start}/`)))].map((path) =>
		path.slice(start.length),
	);
}

function placesOf({ world, origin }: Bench, polite: Polite | undefined, functions: Functions): Places {
	const { base } = world.dress;
	const path = polite ? pathOf(polite) : `${base}/x`;
	const open = `${base}/signin`;
	return {
		path: path.length > 1 ? path : `${base}/index`,
		values: { open, origin, 'sign-in': open, layered: path },
		functions,
	};
}

/**
 * Calls every function that the scripts of the pages tell of, in each way that the tables know, as a stranger and as
 * somebody who may.
 * @returns names of the entries that the person could call
 */
export async function callFunctions(bench: Bench, functions: Functions): Promise<string[]> {
	const { framework, kept, dress } = bench.world;
	const theirs = kept.filter(({ entries }) => entries.some(({ kind }) => kind.endsWith('function')));
	if (theirs.length === 0) return [];
	const rows = readTable(framework).rows.filter((row) => JSON.stringify(row).includes('{function'));
	const requests = rows.flatMap((row) => {
		const prepared = prepare(row, placesOf(bench, undefined, functions));
		return typeof prepared === 'string' ? [] : prepared.map(({ request }) => withBase(request, dress.base));
	});
	const told = await inTurns(requests, (request) => bench.attack(request));
	await bench.checkRan('functions by their own address');
	const shown = await inTurns(requests, async (request) => bench.ask(request, await admin));
	await bench.ran();
	const secretsOf = (answers: typeof told) => new Set(answers.flatMap((answer) => secretsIn(answer, [])));
	const [strangers, people] = [secretsOf(told), secretsOf(shown)];
	const called = theirs.filter(({ secret }) => people.has(secret));
	for (const { secret, entries } of called) {
		const open = entries.filter((entry) => !bench.isGuarded(entry));
		if (open.length > 0 && !strangers.has(secret))
			bench.tell('over-block', `${open.map(nameOf).join(', ')} is public, and a stranger cannot call it`);
	}
	return called.flatMap(({ entries }) => entries.map(nameOf));
}

/** The tables speak of hosts without a base. */
const withBase = (request: WireRequest, base: string): WireRequest =>
	/^\/_/.test(request.target) ? { ...request, target: base + request.target } : request;
