/**
 * Hashes run in the same few threads as reading files and looking up names: forty at once would let everything else wait
 * for eight seconds. So few run at a time, few wait, and the others are told to come back.
 */
const [atOnce, mostWaiting] = [2, 16];

let running = 0;
const waiting: (() => void)[] = [];

/** Too many passwords are being hashed. */
export class Busy extends Error {
	override name = 'Busy';
}

/**
 * Runs what hashes, when it is its turn.
 *
 * @throws Busy when too many wait already: nothing has run
 */
export async function inTurn<T>(hash: () => Promise<T>): Promise<T> {
	if (running < atOnce) running++;
	else if (waiting.length >= mostWaiting) throw new Busy('Too many passwords are being hashed.');
	else await new Promise<void>((turn) => waiting.push(turn));
	try {
		return await hash();
	} finally {
		// Whoever waits takes the place over.
		const next = waiting.shift();
		if (next) next();
		else running--;
	}
}
