import { median } from '../measure.mjs';

/**
 * Something that takes a token and gives a session, again and again.
 * @typedef {object} Entrant
 * @property {string} name
 * @property {(token: string | null) => unknown} input what one call is made with; made before the clock runs
 * @property {(input: unknown) => Promise<object | null>} run
 * @property {(string | null)[]} tokens one for each call, those that go ahead included; it begins anew at its end
 * @property {boolean} [nobody] whether no session is what has to come of it
 * @property {number} [together] how many calls are under way at a time; 1 unless told
 */

/**
 * Microseconds of CPU time, user and system, of the process, for one call of each entrant: medians of batches. Batches
 * are short and the entrants take turns, every other time the other way round, so that a noisy second hits all alike.
 * What was made before is cleared away first, so that nobody pays for the garbage of the one before. Needs `--expose-gc`.
 *
 * @param {Entrant[]} entrants
 * @param {{ ahead: number, batches: number, batch: number }} amount calls that fill caches, batches that count, and calls
 *   in each
 * @returns {Promise<Record<string, number>>} by name
 * @throws Error when an entrant does not give what it should: whoever does nothing is fast, too
 */
export async function takeTurns(entrants, { ahead, batches, batch }) {
	const samples = new Map(entrants.map((entrant) => [entrant, []]));
	const next = new Map(entrants.map((entrant) => [entrant, 0]));
	const inputs = (entrant, count) =>
		Array.from({ length: count }, () => {
			const index = next.get(entrant);
			next.set(entrant, index + 1);
			return entrant.input(entrant.tokens[index % entrant.tokens.length]);
		});
	for (const entrant of entrants) {
		// What takes least needs most calls until all of it is compiled, and the same token costs nothing to make.
		const calls = entrant.tokens.length === 1 ? 5 * ahead : ahead;
		for (const input of inputs(entrant, calls)) {
			const found = (await entrant.run(input)) !== null;
			if (found === Boolean(entrant.nobody))
				throw new Error(`${entrant.name}: ${found ? 'a' : 'no'} session`);
		}
	}
	for (let round = 0; round < batches; round++) {
		for (const entrant of round % 2 === 0 ? entrants : entrants.toReversed()) {
			const given = inputs(entrant, batch);
			const { run, together = 1 } = entrant;
			globalThis.gc({ type: 'minor' });
			const start = process.cpuUsage();
			if (together === 1) for (const input of given) await run(input);
			else
				for (let first = 0; first < batch; first += together) {
					await Promise.all(given.slice(first, first + together).map((input) => run(input)));
				}
			const used = process.cpuUsage(start);
			samples.get(entrant).push((used.user + used.system) / batch);
		}
	}
	return Object.fromEntries([...samples].map(([{ name }, figures]) => [name, median(figures)]));
}

/**
 * Several groups of entrants with the same names, such as one for each size of a token. All of them take turns: group by
 * group, the first would have the least compiled code to run on.
 *
 * @param {{ about: object, entrants: Entrant[] }[]} groups
 * @returns {Promise<object[]>} for each group what it is about, and its figures by name
 */
export async function takeTurnsInGroups(groups, amount) {
	const named = groups.map(({ entrants }, group) =>
		entrants.map((entrant) => ({ ...entrant, name: `${entrant.name} ${group}` })),
	);
	const figures = await takeTurns(named.flat(), amount);
	return groups.map(({ about, entrants }, group) => ({
		...about,
		...Object.fromEntries(entrants.map(({ name }) => [name, figures[`${name} ${group}`]])),
	}));
}
