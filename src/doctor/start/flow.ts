import type { Answer } from '../address/ask.ts';
import { Jar } from '../address/cookies.ts';
import { guardedPaths } from '../address/guards.ts';
import { jsonOf, type Place } from '../address/place.ts';
import { type Diagnosis, diagnosis, type Evidence, type Examination } from '../diagnosis.ts';

/** Who signs in: a provider, and what its form sends. */
export interface Credentials {
	provider: string;
	fields: Record<string, string>;
}

/** What was proved, in the order in which it was. */
export type Proof = 'signed in' | 'guarded' | 'signed out';

export interface Flow extends Examination {
	proofs: Proof[];
}

/** What became of building, starting and signing in. */
export interface Tried extends Flow {
	/** Whether it came so far that anything could be asked, or was found on the way. */
	asked: boolean;
}

/** Signs in as a browser does, opens what is guarded, signs out, and looks whether that counts. */
export async function signInAndOut(place: Place, { provider, fields }: Credentials): Promise<Flow> {
	const { send, base, origin } = place;
	const jar = new Jar();
	const post = async (path: string, body: Record<string, string>): Promise<Answer> => {
		const headers = {
			origin,
			'sec-fetch-site': 'same-origin',
			'sec-fetch-mode': 'navigate',
			accept: 'text/html',
			...jar.header,
		};
		const answer = await send(path, { method: 'POST', body: new URLSearchParams(body).toString(), headers });
		if (answer.kind === 'answer') jar.take(answer.cookies);
		return answer;
	};
	const signIn = `${base}/signin/${provider}`;
	const entered = await post(signIn, fields);
	const proofs: Proof[] = [];
	const end = (found: Diagnosis[] = []): Flow => ({ proofs, found, unanswered: [] });
	const session = await send(`${base}/session`, { headers: jar.header });
	if (!(jsonOf(session) as { user?: unknown } | null | undefined)?.user)
		return end([notSignedIn(signIn, entered)]);
	proofs.push('signed in');

	const refused: Diagnosis[] = [];
	const paths = guardedPaths(place);
	for (const path of paths) {
		const answer = await send(path, { headers: { accept: 'text/html', ...jar.header } });
		if (answer.kind === 'failure' || answer.status >= 500) refused.push(pageFails(path, answer));
		else if (leadsToSignIn(answer, place)) refused.push(staysShut(path, answer));
	}
	if (refused.length > 0) return end(refused);

	const left = await post(`${base}/signout`, {});
	const after = await send(`${base}/session`, { headers: jar.header });
	if (jsonOf(after) !== null) return end([notSignedOut(`${base}/signout`, left)]);
	const open: Diagnosis[] = [];
	for (const path of guardedPaths(place)) {
		const answer = await send(path, { headers: { accept: 'text/html', ...jar.header } });
		if (answer.kind === 'answer' && answer.status < 300) open.push(stillOpen(path, answer.status));
	}
	// Of pages that are shut to everybody, or open to everybody, nothing was seen but that.
	if (open.length === 0) proofs.push(...(paths.length > 0 ? ['guarded' as const] : []), 'signed out');
	return end(open);
}

/** Whether an answer sends people to where they sign in. */
function leadsToSignIn(answer: Answer, { base, context, origin }: Place): boolean {
	const { location = '' } = answer.kind === 'answer' ? answer.headers : {};
	if (location === '' || !URL.canParse(location, origin)) return false;
	const { pathname } = new URL(location, origin);
	const own = context?.module?.facts.pages.signIn;
	return (
		pathname === `${base}/signin` || (own !== undefined && pathname === `${context?.host.base ?? ''}${own}`)
	);
}

const evidenceOf = (request: string, answer: Answer): Evidence =>
	answer.kind === 'failure'
		? { request, says: answer.why }
		: {
				request,
				status: answer.status,
				...(answer.headers.location ? { says: `Location: ${withoutValues(answer.headers.location)}` } : {}),
			};

/** A query may hold a code or a token; its error is what counts. */
function withoutValues(location: string): string {
	const [path = '', query] = location.split('?');
	const error = query && new URLSearchParams(query).get('error');
	return error ? `${path}?error=${error.slice(0, 100)}` : path;
}

const notSignedIn = (path: string, answer: Answer): Diagnosis =>
	diagnosis('sign-in-fails', {
		title: 'Signing in does not sign in',
		cause:
			'The form was accepted or refused, and there is no session behind it: the log of the server says more.',
		evidence: [evidenceOf(`POST ${path}`, answer)],
		mend: {
			text: 'Look at the lines with [auth] in the output of the server.',
			command: 'authgraft doctor --log <file>',
		},
	});

const pageFails = (path: string, answer: Answer): Diagnosis =>
	diagnosis('app-broken', {
		title: `${path} ends in an error for people who are signed in`,
		cause: 'Its code, or that of a layout around it, fails with a session.',
		evidence: [evidenceOf(`GET ${path} signed in`, answer)],
		mend: { text: 'Look at the output of the server.' },
	});

const staysShut = (path: string, answer: Answer): Diagnosis =>
	diagnosis('sign-in-fails', {
		title: `${path} sends people to sign in who are signed in`,
		cause: 'The session is there, and the guard does not see it.',
		evidence: [evidenceOf(`GET ${path} signed in`, answer)],
		mend: {
			text: 'Look whether a hook between sign-in and the guard replaces `event.locals`, or takes cookies away.',
		},
	});

const notSignedOut = (path: string, answer: Answer): Diagnosis =>
	diagnosis('sign-out-fails', {
		title: 'Signing out does not sign out',
		cause: 'The session is still there behind it.',
		evidence: [evidenceOf(`POST ${path}`, answer)],
		mend: { text: 'Look whether a hook of the application answers in front, or sets the cookie anew.' },
	});

const stillOpen = (path: string, status: number): Diagnosis =>
	diagnosis('guard-open', {
		title: `${path} opens after signing out`,
		cause: 'The rule does not run there, or something keeps the page.',
		evidence: [{ request: `GET ${path} signed out`, status }],
		mend: { text: 'See which rule the project has for it.', command: 'authgraft routes' },
	});
