import { leaksIn } from './leaks.ts';
import type { Expectation } from './table.ts';
import { headerOf, send, type WireAnswer, type WireRequest } from './wire.ts';

export interface Target {
	/** `http://127.0.0.1:4000` */
	origin: string;
	/** What must not get out. */
	secrets: readonly string[];
	/** Sent with every request: a session cookie, the switch of a fixture. */
	headers?: readonly (readonly [name: string, value: string])[];
	/** Asked after every request, to see whether the server is still there; may tell what has run meanwhile. */
	probe?: string;
	/** Milliseconds for one answer. Default 3 seconds. */
	timeout?: number;
}

export interface AttackResult {
	request: WireRequest;
	answer: WireAnswer;
	/** Secrets in the answer. */
	leaks: string[];
	/** Secrets that the probe told of: something guarded ran, whatever the answer said. */
	ran: string[];
	/** The server answers nobody any more. */
	crash: boolean;
}

/** Sends one request of a stranger (or of whoever `target.headers` says) and looks at what came of it. */
export async function attack(target: Target, request: WireRequest): Promise<AttackResult> {
	const { origin, secrets, headers = [], timeout = 3_000 } = target;
	const own = new Set(request.headers.map(([name]) => name.toLowerCase()));
	const more = headers.filter(([name]) => !own.has(name.toLowerCase()));
	const full = { ...request, headers: [...request.headers, ...more] };
	const answer = await send(origin, full, timeout);
	const after = await probe(target);
	return {
		request: full,
		answer,
		leaks: leaksIn(answer, secrets),
		ran: after ? leaksIn(after, secrets) : [],
		crash: after === null,
	};
}

const probeRequest = (path: string): WireRequest => ({
	method: 'GET',
	target: path,
	headers: [['accept', 'text/html']],
	body: '',
});

/** Asks again for a while: a server under load is no server that is gone. */
async function probe({ origin, probe: path = '/', timeout = 3_000 }: Target): Promise<WireAnswer | null> {
	for (let attempt = 0; attempt < 3; attempt++) {
		const answer = await send(origin, probeRequest(path), timeout);
		if (answer.status > 0) return answer;
		await new Promise((resolve) => setTimeout(resolve, 200));
	}
	return null;
}

/** Whether an answer is a guard's refusal: to the sign-in page, in whatever form the caller understands, or by status. */
export function isRefusal(answer: WireAnswer, signInPage = '/signin'): boolean {
	const { status } = answer;
	if (status === 401 || status === 403) return true;
	const leadsThere = (location: unknown) => typeof location === 'string' && location.startsWith(signInPage);
	if (status >= 300 && status < 400) return leadsThere(headerOf(answer, 'location'));
	const { type, location, error } = resultOf(answer);
	return (type === 'redirect' && leadsThere(location)) || (type === 'error' && error?.status === 401);
}

/** Whether an answer tells somebody who is signed in that it is not for them. */
export function isForbidden(answer: WireAnswer): boolean {
	const { type, status, error } = resultOf(answer);
	return answer.status === 403 || (type === 'error' && (status === 403 || error?.status === 403));
}

interface Result {
	type?: string;
	status?: number;
	location?: unknown;
	error?: { status?: number };
}

/** What SvelteKit's own scripts are told, with status 200 whatever it is. */
function resultOf({ status, body }: WireAnswer): Result {
	if (status !== 200 || !body.startsWith('{')) return {};
	try {
		return JSON.parse(body) as Result;
	} catch {
		return {};
	}
}

/** Why an outcome is not what its row expects of a stranger; nothing when it is. */
export function disappointment(
	outcome: AttackResult,
	expectation: Expectation,
	{ open = [], publicText = '' }: { open?: readonly string[]; publicText?: string } = {},
): string | undefined {
	const { answer, leaks, ran, crash } = outcome;
	if (crash) return 'the server is gone';
	if (leaks.length > 0) return `it told ${leaks.join(', ')}`;
	if (ran.length > 0) return `behind a closed door it ran ${ran.join(', ')}`;
	const { status, end } = answer;
	if (expectation === 'unanswered' || expectation === 'silent') return undefined;
	if (status === 0) return `no answer (${end})`;
	if (expectation === 'closed') return refusalProblem(answer);
	if (expectation === 'open')
		return leaksIn(answer, open).length > 0 ? undefined : `${status}, and nothing of the file`;
	if (expectation === 'public')
		return status === 200 && answer.body.includes(publicText)
			? undefined
			: `${status}, and nothing of the page`;
	return status === expectation ? undefined : `${status} instead of ${expectation}`;
}

/** A redirect with the page in it is none: whoever asks with a program reads on. */
function refusalProblem(answer: WireAnswer): string | undefined {
	const { status, body } = answer;
	if (!isRefusal(answer)) return `${status}, which is no refusal`;
	return status >= 300 && status < 400 && body !== ''
		? `a redirect with ${body.length} bytes in it`
		: undefined;
}

/** For people: `GET /dashboard`. */
export const describeRequest = ({ method, target, body }: WireRequest): string =>
	`${method} ${JSON.stringify(target).slice(1, -1)}${body ? ` with ${JSON.stringify(body.slice(0, 60))}` : ''}`;
