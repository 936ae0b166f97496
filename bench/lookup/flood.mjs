import { cookieName, secret } from '../session/stores.mjs';
import { ours } from './entrants.mjs';
import { tokenMaker } from './tokens.mjs';

/**
 * Reads a session for each of many people who come once, and notes the memory of the process on the way.
 *
 * @param {{ steps: number[], cache?: false }} options after how many tokens memory is looked at
 * @returns {Promise<{ tokens: number, heap: number, resident: number }[]>} MiB, after collecting the garbage. The first
 *   one is where it began, with everything compiled
 */
export async function flood({ steps, cache }) {
	const make = tokenMaker(secret);
	const { run } = ours({ secret, ...(cache === false && { sessionCache: false }) });
	const rows = [];
	let read = 0;
	const upTo = async (count) => {
		for (; read < count; read++) {
			if ((await run(eventWith(make()))) === null) throw new Error('nobody is signed in');
		}
		globalThis.gc();
		// What was freed is told a moment later.
		await new Promise((resolve) => setTimeout(resolve, 50));
		globalThis.gc();
		const { heapUsed, rss } = process.memoryUsage();
		rows.push({ tokens: count, heap: mebibytes(heapUsed), resident: mebibytes(rss) });
	};
	for (const step of steps) await upTo(step);
	return rows;
}

const url = new URL('http://localhost:3000/');

/** As light as it can be: a whole Request takes longer to make than its session takes to read. */
function eventWith(token) {
	const request = {
		method: 'GET',
		url: url.href,
		headers: new Headers({ cookie: `${cookieName}=${token}` }),
	};
	return { request, url, cookies: { getAll: () => [] }, locals: {}, route: { id: '/' } };
}

const mebibytes = (bytes) => bytes / 1024 / 1024;
