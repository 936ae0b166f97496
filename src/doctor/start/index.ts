import { randomBytes } from 'node:crypto';
import { AuthgraftError } from '../../errors.ts';
import { asked } from '../address/index.ts';
import type { Access, Place } from '../address/place.ts';
import { reach } from '../address/reach.ts';
import { forged } from '../address/session.ts';
import type { HostContext } from '../context.ts';
import { type Diagnosis, diagnosis, type Examination, together } from '../diagnosis.ts';
import { type Credentials, type Proof, signInAndOut } from './flow.ts';
import { answers, freePort, type Program, type Started, start } from './process.ts';
import {
	buildProgram,
	developProgram,
	environmentOf,
	originOf,
	serveProgram,
	type Trial,
} from './programs.ts';

/** How long each may take. Milliseconds. */
const patience = { build: 10 * 60_000, start: 60_000, develop: 120_000 };

export interface Tried extends Examination {
	/** What was seen to hold. */
	proofs: Proof[];
}

interface How {
	signal: AbortSignal;
	/** Who signs in at the production build; without, the test people do in the development server. */
	credentials?: Credentials | undefined;
	/** Told what happens. */
	say(line: string): void;
}

/**
 * Builds the project with its own script, starts it on a free port of 127.0.0.1, asks it, and signs in and out. Ends
 * whatever it started, also when it is interrupted. The project's own code runs: nothing else of the doctor does that.
 */
export async function tryOut(context: HostContext, how: How): Promise<Tried> {
	const { host } = context;
	const trial = await newTrial(context);
	const env = environmentOf(context, trial, 'production');
	const build = buildProgram(host, env);
	if (!build) return unknown('build', 'package.json has no script "build"');
	how.say('Building ...');
	const failed = await run(build, how.signal);
	if (failed) return { proofs: [], unanswered: [], found: [failed] };
	const serve = serveProgram(host, trial.port, env);
	if (!serve) return unknown('start', `what ${host.adapter ?? 'the build'} makes cannot be started here`);
	how.say('Starting the build ...');
	const built = await served(
		serve,
		trial,
		how,
		async (place) => {
			const parts = await asked(place);
			parts.push(await forged(place, trial.secret));
			const flow = how.credentials && (await signInAndOut(place, how.credentials));
			return { ...together([...parts, ...(flow ? [flow] : [])]), proofs: flow?.proofs ?? [] };
		},
		context,
	);
	if (how.credentials || built.found.some(({ severity }) => severity === 'error')) return built;
	const developed = await inDevelopment(context, how);
	return { ...together([built, developed]), proofs: developed.proofs };
}

async function newTrial(context: HostContext): Promise<Trial> {
	const port = await freePort();
	return { port, secret: randomBytes(32).toString('base64url'), origin: originOf(context, port) };
}

/** The test people sign in where they are: in the development server. */
async function inDevelopment(context: HostContext, how: How): Promise<Tried> {
	if (!context.known.some(({ fact }) => fact?.module === ''))
		return unknown(
			'signing in',
			'there are no test people (Development), and no credentials were given on stdin',
		);
	const port = await freePort();
	const trial = { ...(await newTrial(context)), port, origin: `http://127.0.0.1:${port}` };
	const program = developProgram(context.host, port, environmentOf(context, trial, 'development'));
	if (!program) return unknown('signing in', 'the development server cannot be started here');
	how.say('Signing in with a test person ...');
	return served(
		program,
		trial,
		how,
		(place) => signInAndOut(place, { provider: 'development', fields: { id: 'alice' } }),
		context,
		patience.develop,
	);
}

const unknown = (check: string, why: string): Tried => ({
	proofs: [],
	found: [],
	unanswered: [{ check, state: 'unknown', why }],
});

async function run(program: Program, signal: AbortSignal): Promise<Diagnosis | undefined> {
	const child = start(program);
	const timer = setTimeout(() => void child.end(), patience.build);
	const stop = () => void child.end();
	signal.addEventListener('abort', stop, { once: true });
	await child.ended;
	clearTimeout(timer);
	signal.removeEventListener('abort', stop);
	await child.end();
	if (signal.aborted) throw interrupted();
	if (child.code() === 0) return undefined;
	return diagnosis('build-fails', {
		title: 'The project does not build',
		cause: 'Whatever it is, nothing of it can be deployed.',
		evidence: [{ request: 'run build', says: lastLines(child) }],
		mend: {
			text: 'The lines above are its own.',
			command: [program.file.split(/[\\/]/).at(-1), ...program.args.slice(-2)].join(' '),
		},
	});
}

/** Starts a server, hands it over, and ends it whatever happens. */
async function served(
	program: Program,
	trial: Trial,
	{ signal }: How,
	look: (place: Place) => Promise<Tried>,
	context: HostContext,
	milliseconds = patience.start,
): Promise<Tried> {
	const server = start(program);
	const address = new URL(`http://127.0.0.1:${trial.port}`);
	try {
		const isThere = await answers(server, address, { milliseconds, signal });
		if (signal.aborted) throw interrupted();
		if (!isThere) return { proofs: [], unanswered: [], found: [doesNotStart(server, program)] };
		const access: Access = {
			...{ origin: trial.origin, signal, patience: 60_000 },
			headers: { 'x-forwarded-proto': new URL(trial.origin).protocol.slice(0, -1), ...hostHeader(trial) },
		};
		const reached = await reach(address, context, access);
		if (signal.aborted) throw interrupted();
		if (!reached.place) return { ...reached.examination, proofs: [] };
		const result = await look(reached.place);
		if (signal.aborted) throw interrupted();
		return {
			...together([{ found: reached.found.map((one) => withLog(one, server)), unanswered: [] }, result]),
			proofs: result.proofs,
		};
	} finally {
		await server.end();
	}
}

/** An application that was built for another host looks at the name that it is asked by. */
const hostHeader = ({ origin, port }: Trial): Record<string, string> => {
	const { host } = new URL(origin);
	return host === `127.0.0.1:${port}` ? {} : { host };
};

/** What the log says is better than what can be seen from outside. */
function withLog(one: Diagnosis, server: Started): Diagnosis {
	const lines = server
		.output()
		.split('\n')
		.filter((line) => line.includes('[auth]'));
	if (lines.length === 0) return one;
	return {
		...one,
		evidence: [
			...one.evidence,
			...lines.slice(0, 5).map((says) => ({ request: 'log', says: says.trim().slice(0, 300) })),
		],
	};
}

const doesNotStart = (server: Started, { args }: Program): Diagnosis =>
	diagnosis('start-fails', {
		title: server.code() === undefined ? 'The server does not answer' : 'The server ends while it starts',
		cause: 'What was built does not run.',
		evidence: [
			{
				request: `node ${args.join(' ')}`.replace(/\S*[\\/]node_modules[\\/]/, 'node_modules/'),
				says: lastLines(server),
			},
		],
		mend: { text: 'The lines above are its own.' },
	});

const lastLines = (child: Started): string =>
	child
		.output()
		// biome-ignore lint/suspicious/noControlCharactersInRegex: colours of other programs.
		.replace(/\u001b\[[\d;]*[A-Za-z]/g, '')
		.trim()
		.split('\n')
		.slice(-15)
		.join(' | ')
		.slice(-1_500);

const interrupted = (): AuthgraftError =>
	new AuthgraftError('AG_CANCELLED', 'Cancelled. What was started has been ended.', '', 130);
