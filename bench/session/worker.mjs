// Measures all contenders with one store, in turns: `worker.mjs <JSON of the task>`, JSON to stdout.
import GitHub from '@auth/core/providers/github';
import { contenders } from './contenders.mjs';
import { stores, user } from './stores.mjs';

const { store, peer, warmUp, batches, batch } = JSON.parse(process.argv[2]);
const views = warmUp + batches * batch;
const { config, makeTokens } = await stores[store]();
const logger = {
	error(error) {
		throw error;
	},
	warn: console.warn,
	debug() {},
};
const provider = GitHub({ clientId: 'id', clientSecret: 'secret' });
const runners = await Promise.all(
	Object.entries(contenders).map(async ([name, make]) => ({
		name,
		view: await make({ ...config, providers: [provider], trustHost: true, logger }, peer),
	})),
);

// The first has the least compiled code to run on, so it is the one with the most calls.
const three = await measure(3, () => makeTokens(views));
const fresh = await measure(1, () => makeTokens(views));
const seen = await measure(1, async () => Array(views).fill((await makeTokens(1))[0]));
const figures = { seen, fresh, three };
const [token] = await makeTokens(1);
const cookies = {};
for (const { name, view } of runners) {
	cookies[name] = { signedIn: (await view(token, 1)).cookies, anonymous: (await view(null, 1)).cookies };
}
process.stdout.write(JSON.stringify({ figures, cookies }));
process.exit(0);

/**
 * Microseconds of CPU time, user and system, of one page view: one figure for each batch, by contender. Batches are
 * short and the contenders take turns, every other time the other way round, so that a noisy second hits all alike.
 */
async function measure(calls, tokensForEach) {
	const entrants = [];
	for (const runner of runners) entrants.push({ ...runner, tokens: await tokensForEach(), samples: [] });
	for (const { name, view, tokens } of entrants) {
		for (const token of tokens.splice(0, warmUp)) {
			const { session } = await view(token, calls);
			if (session?.user?.email !== user.email) throw new Error(`${name}: nobody is signed in (${store})`);
		}
	}
	for (let round = 0; round < batches; round++) {
		for (const { view, tokens, samples } of round % 2 === 0 ? entrants : entrants.toReversed()) {
			const queue = tokens.splice(0, batch);
			const start = process.cpuUsage();
			for (const token of queue) await view(token, calls);
			const used = process.cpuUsage(start);
			samples.push((used.user + used.system) / batch);
		}
	}
	return Object.fromEntries(entrants.map(({ name, samples }) => [name, samples]));
}
