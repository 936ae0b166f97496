// Measures all contenders with one store, in turns: `worker.mjs <JSON of the task>`, JSON to stdout.
import GitHub from '@auth/core/providers/github';
import { SvelteKitAuth } from '@authgraft/runtime/sveltekit';
import { bare, contenders, eventWith } from './contenders.mjs';
import { stores, user } from './stores.mjs';

const { store, peer, warmUp, batches, batch } = JSON.parse(process.argv[2]);
/** The same cookie costs nothing to make, and what takes least needs most calls until all of it is compiled. */
const warmUpSeen = 5 * warmUp;
const { config, makeTokens } = await stores[store]();
const logger = {
	error(error) {
		throw error;
	},
	warn: console.warn,
	debug() {},
};
const provider = GitHub({ clientId: 'id', clientSecret: 'secret' });
const options = () => ({ ...config, providers: [provider], trustHost: true, logger });
const runners = await Promise.all(
	Object.entries(contenders).map(async ([name, make]) => ({ name, open: await make(options(), peer) })),
);
const limits =
	store === 'jwt' ? Object.entries(bare).map(([name, make]) => ({ name, open: only(make()) })) : [];

// One call and three take turns, too: measured one after the other, whoever comes first has the least compiled code.
const thrice = runners.map((runner) => ({ ...runner, name: `${runner.name}, three calls`, calls: 3 }));
const fresh = await measure([...runners, ...limits, ...thrice], { tokensForEach: makeTokens });
const three = {};
for (const { name } of runners) {
	three[name] = fresh[`${name}, three calls`];
	delete fresh[`${name}, three calls`];
}
const sameToken = async (count) => Array(count).fill((await makeTokens(1))[0]);
const seen = await measure(runners, { ahead: warmUpSeen, tokensForEach: sameToken });
const hook = await measureHook();
const [token] = await makeTokens(1);
const cookies = {};
for (const { name, open } of runners) {
	cookies[name] = { signedIn: await cookiesOf(open, token), anonymous: await cookiesOf(open, null) };
}
process.stdout.write(JSON.stringify({ figures: { seen, fresh, three }, hook, cookies }));
process.exit(0);

/** Something that only decrypts, as a visit. */
function only(decrypt) {
	return async (token) => ({
		look: async () => ({ user: { email: (await decrypt(token)).email } }),
		end: async () => 0,
	});
}

async function cookiesOf(open, token) {
	const visit = await open(token);
	await visit.look();
	return visit.end();
}

/**
 * Microseconds of CPU time, user and system, of the process, for each of so many. What was made before is cleared away
 * first, so that nobody pays for the requests, or for the garbage of the one before.
 */
async function timed(count, run) {
	globalThis.gc({ type: 'minor' });
	const start = process.cpuUsage();
	await run();
	const used = process.cpuUsage(start);
	return (used.user + used.system) / count;
}

/**
 * What asking for the session costs in one request: one figure for each batch, by contender. Requests are opened before and
 * answered after. Batches are short and the contenders take turns, every other time the other way round, so that a noisy
 * second hits all alike.
 */
async function measure(contestants, { ahead = warmUp, tokensForEach }) {
	const entrants = [];
	for (const runner of contestants) {
		entrants.push({ ...runner, tokens: await tokensForEach(ahead + batches * batch), samples: [] });
	}
	for (const { name, open, tokens, calls = 1 } of entrants) {
		for (const token of tokens.splice(0, ahead)) {
			const visit = await open(token);
			let session;
			for (let call = 0; call < calls; call++) session = await visit.look();
			await visit.end();
			if (session?.user?.email !== user.email) throw new Error(`${name}: nobody is signed in (${store})`);
		}
	}
	for (let round = 0; round < batches; round++) {
		for (const { open, tokens, samples, calls = 1 } of round % 2 === 0 ? entrants : entrants.toReversed()) {
			const visits = [];
			for (const token of tokens.splice(0, batch)) visits.push(await open(token));
			const figure = await timed(batch, async () => {
				for (const { look } of visits) for (let call = 0; call < calls; call++) await look();
			});
			samples.push(figure);
			for (const visit of visits) await visit.end();
		}
	}
	return Object.fromEntries(entrants.map(({ name, samples }) => [name, samples]));
}

/** What the hook adds to a request of somebody who is not signed in, beside a hook that does nothing at all. */
async function measureHook() {
	const { handle } = SvelteKitAuth(options());
	const empty = async ({ event, resolve }) => resolve(event);
	const response = new Response('');
	const resolve = async () => response;
	const samples = { ours: [], empty: [] };
	const many = 10 * batch;
	for (let round = 0; round < batches + 10; round++) {
		for (const [name, run] of [
			['ours', handle],
			['empty', empty],
		]) {
			const events = Array.from({ length: many }, () => eventWith(null));
			const figure = await timed(many, async () => {
				for (const event of events) await run({ event, resolve });
			});
			if (round >= 10) samples[name].push(figure);
		}
	}
	return samples;
}
