import { AuthgraftError } from '../../errors.ts';
import { ask } from '../address/ask.ts';
import type { Access, Place } from '../address/place.ts';
import { type Reached, reach } from '../address/reach.ts';
import type { HostContext } from '../context.ts';
import { type Diagnosis, diagnosis, together } from '../diagnosis.ts';
import type { Tried } from './flow.ts';
import { interrupted } from './interrupted.ts';
import { complaint, withLog } from './output.ts';
import { answers, freePort, type Program, pause, type Started, start } from './process.ts';
import type { Trial } from './programs.ts';

/** How long a server may take. Milliseconds. */
interface Patience {
	/** Until it answers anything at all. */
	start: number;
	/** From then on, until it answers what it is asked: one that builds while it runs says 503 before. */
	settle: number;
}

export const production: Patience = { start: 60_000, settle: 0 };
export const development: Patience = { start: 120_000, settle: 40_000 };

interface Serving {
	program: Program;
	trial: Trial;
	context: HostContext;
	signal: AbortSignal;
	patience: Patience;
}

/** Starts a server, hands it over, and ends it whatever happens. */
export async function served(
	serving: Serving,
	look: (place: Place) => Promise<Omit<Tried, 'asked'>>,
): Promise<Tried> {
	const { program, trial, signal, patience } = serving;
	if (!(await isFree(trial.port))) return taken(trial);
	const server = start(program);
	const address = new URL(`http://127.0.0.1:${trial.port}`);
	const fails = (): Tried => ({
		...{ proofs: [], asked: true, unanswered: [] },
		found: [doesNotStart(server, serving)],
	});
	try {
		const isThere = await answers(server, address, { milliseconds: patience.start, signal });
		if (signal.aborted) throw interrupted();
		if (!isThere) return fails();
		const reached = await settled(server, address, serving);
		if (signal.aborted) throw interrupted();
		if (reached === undefined) return fails();
		const { place } = reached;
		const first = place ? { found: reached.found, unanswered: [] } : reached.examination;
		const result = place ? await look(place) : { proofs: [], found: [], unanswered: [] };
		if (signal.aborted) throw interrupted();
		const all = together([first, result]);
		return {
			...{ asked: true, proofs: result.proofs, unanswered: all.unanswered },
			found: all.found.map((one) => withLog(one, server, trial)),
		};
	} finally {
		await server.end();
	}
}

/** A build takes its time: whoever has the port by now would be asked in the place of the server. */
const isFree = (port: number): Promise<boolean> =>
	freePort(port).then(
		() => true,
		() => false,
	);

const taken = ({ port }: Trial): Tried => ({
	...{ proofs: [], found: [], asked: false },
	unanswered: [
		{ check: 'start', state: 'unknown', why: `Another program took port ${port} meanwhile: run again.` },
	],
});

/** What is there once the server has got ready. Undefined where it ended over the first questions. */
async function settled(
	server: Started,
	address: URL,
	{ trial, context, signal, patience }: Serving,
): Promise<Reached | undefined> {
	const access: Access = {
		...{ origin: trial.origin, signal, patience: 60_000 },
		headers: { 'x-forwarded-proto': new URL(trial.origin).protocol.slice(0, -1), ...hostHeader(trial) },
	};
	const deadline = Date.now() + patience.settle;
	for (;;) {
		const isLast = Date.now() >= deadline || signal.aborted || server.code() !== undefined;
		const home = isLast ? undefined : await ask(address, { signal, headers: access.headers ?? {} });
		const isReady = home?.kind === 'answer' && home.status < 500;
		if (isReady || isLast) {
			const reached = await reachedOrGone(address, context, access);
			if (isLast || reached?.place) return reached;
		}
		await pause(300);
	}
}

async function reachedOrGone(
	address: URL,
	context: HostContext,
	access: Access,
): Promise<Reached | undefined> {
	try {
		return await reach(address, context, access);
	} catch (error) {
		if (error instanceof AuthgraftError && error.code === 'AG_NOTHING_TO_ASK') return undefined;
		throw error;
	}
}

/** An application that was built for another host looks at the name that it is asked by. */
const hostHeader = ({ origin, port }: Trial): Record<string, string> => {
	const { host } = new URL(origin);
	return host === `127.0.0.1:${port}` ? {} : { host };
};

const doesNotStart = (server: Started, { program: { args }, trial }: Serving): Diagnosis =>
	diagnosis('start-fails', {
		title:
			server.code() === undefined
				? 'The server does not answer'
				: 'The server ends while it starts, or at the first request',
		cause: 'What was built does not run.',
		evidence: [
			{
				request: `node ${args.join(' ')}`.replace(/\S*[\\/]node_modules[\\/]/, 'node_modules/'),
				says: complaint(server, trial),
			},
		],
		mend: { text: 'The lines above are its own.' },
	});
