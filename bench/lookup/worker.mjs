// Measures one thing: `worker.mjs <JSON of the task>`, with --expose-gc, JSON to stdout.
import { takeTurns, takeTurnsInGroups } from '../lib/turns.mjs';
import { decryptByJose, decryptByNode } from '../session/bare.mjs';
import { secret, stores } from '../session/stores.mjs';
import { makeBetterAuth } from './better-auth.mjs';
import { empty, ours, theirs } from './entrants.mjs';
import { flood } from './flood.mjs';
import { padding, tokenMaker } from './tokens.mjs';

const { what, peer, betterAuth, ahead, batches, batch } = JSON.parse(process.argv[2]);
const amount = { ahead, batches, batch };
const total = ahead + batches * batch;
const many = (make, count = total) => Array.from({ length: count }, () => make());

const tasks = {
	/** Everybody who reads a session, side by side. */
	async peers() {
		const make = tokenMaker(secret);
		const [fresh, seen] = [many(make), [make()]];
		const raw = (name, run) => ({ name, input: (token) => token, run, tokens: fresh });
		const entrants = [
			{ name: 'empty', ...empty(), tokens: [null], nobody: true },
			{ name: 'nobody', ...ours({ secret }), tokens: [null], nobody: true },
			{ name: 'ours, seen', ...ours({ secret }), tokens: seen },
			{ name: 'ours, new', ...ours({ secret }), tokens: fresh },
			raw('node:crypto', decryptByNode()),
			raw('jose', decryptByJose()),
			{ name: '@auth/sveltekit, seen', ...(await theirs({ secret }, peer)), tokens: seen },
			{ name: '@auth/sveltekit, new', ...(await theirs({ secret }, peer)), tokens: fresh },
		];
		for (const strategy of ['compact', 'jwe']) {
			const { cookies, read } = await makeBetterAuth(betterAuth, strategy, batch);
			const input = (cookie) => new Headers({ host: 'localhost:3000', accept: 'text/html', cookie });
			const one = { input, run: read };
			entrants.push(
				{ name: `Better Auth ${strategy}, seen`, ...one, tokens: cookies.slice(0, 1) },
				{ name: `Better Auth ${strategy}, new`, ...one, tokens: cookies },
			);
		}
		return takeTurns(entrants, amount);
	},

	/** By characters of the token. */
	async sizes({ sizes }) {
		const make = tokenMaker(secret);
		const groups = sizes.map(async (size) => {
			const extra = padding(make, size);
			const [fresh, seen] = [many(() => make(extra)), [make(extra)]];
			const entrants = [
				...(await both({ secret }, { fresh, seen })),
				{ name: 'node:crypto', input: (token) => token, run: decryptByNode(), tokens: fresh },
			];
			return { about: { characters: seen[0].length }, entrants };
		});
		return takeTurnsInGroups(await Promise.all(groups), amount);
	},

	/** By number of secrets; the tokens are of the last one, which is the oldest. */
	async secrets({ counts }) {
		const groups = counts.map(async (count) => {
			const secrets = Array.from({ length: count }, (_, index) => `${secret}, number ${index}`);
			const make = tokenMaker(secrets.at(-1));
			const tokens = { fresh: many(make), seen: [make()] };
			return { about: { secrets: count }, entrants: await both({ secret: secrets }, tokens) };
		});
		return takeTurnsInGroups(await Promise.all(groups), amount);
	},

	/** By requests under way at a time in one process. */
	async concurrency({ counts }) {
		const make = tokenMaker(secret);
		const { config, makeTokens } = await stores['database, libsql in memory']();
		const sessions = await makeTokens(batch);
		const groups = counts.map(async (together) => {
			const entrants = [
				...(await both({ secret }, { fresh: many(make), seen: [make()] })),
				{ name: 'database', ...ours(config), tokens: sessions },
			];
			return { about: { together }, entrants: entrants.map((entrant) => ({ ...entrant, together })) };
		});
		return takeTurnsInGroups(await Promise.all(groups), amount);
	},

	/** Memory while ever more people come, each once. */
	flood,
};

process.stdout.write(JSON.stringify(await tasks[what](JSON.parse(process.argv[2]))));
process.exit(0);

async function both(config, { fresh, seen }) {
	return [
		{ name: 'seen', ...ours(config), tokens: seen },
		{ name: 'new', ...ours(config), tokens: fresh },
		{ name: '@auth/sveltekit', ...(await theirs(config, peer)), tokens: fresh },
	];
}
