import { type Diagnosis, diagnosis, type Examination } from '../diagnosis.ts';
import { optionAt, textOf } from '../host/options.ts';
import { guardedPaths } from './guards.ts';
import { jsonOf, type Place } from './place.ts';

/** What somebody without a session gets. */
export async function session({ send, base }: Place): Promise<Diagnosis[]> {
	const request = `GET ${base}/session`;
	const answer = await send(`${base}/session`);
	if (answer.kind !== 'answer') return [];
	const cacheable = !/no-store|private/.test(String(answer.headers['cache-control'] ?? ''));
	if (jsonOf(answer) !== null || !cacheable) return [];
	return [
		diagnosis('page-cached', {
			title: 'The session endpoint may be kept by caches',
			cause: 'The session of one person is handed to the next.',
			evidence: [
				{
					request,
					status: answer.status,
					says: `cache-control: ${answer.headers['cache-control'] ?? '(none)'}`,
				},
			],
			mend: { text: 'Let nothing between server and browser change the headers below the base path.' },
		}),
	];
}

/** A cookie with a session made by a secret, as the core makes it. */
export async function forgedCookie(place: Place, secret: string): Promise<string> {
	const { encode } = await import('@auth/core/jwt');
	const { config } = place.context ?? {};
	const prefix = place.origin.startsWith('https:') ? '__Secure-' : '';
	const name = textOf(optionAt(config, 'cookies', 'sessionToken', 'name')) ?? `${prefix}authjs.session-token`;
	const token = { name: 'authgraft doctor', email: 'doctor@doctor.invalid', sub: 'authgraft-doctor' };
	return `${name}=${await encode({ token, secret, salt: name, maxAge: 120 })}`;
}

/** Whether what runs there has the secret of the environment here, and what it says to people with a session. */
export async function forged(place: Place, secret: string | undefined): Promise<Examination> {
	const { send, base, context } = place;
	const check = `GET ${base}/session with a session made here`;
	const skip = (why: string): Examination => ({ found: [], unanswered: [{ check, state: 'skipped', why }] });
	if (secret === undefined) return skip('AUTH_SECRET is not set here');
	if (
		context?.module?.facts.strategy === 'database' ||
		(context?.module?.facts.adapter === 'there' && context.module.facts.strategy !== 'jwt')
	)
		return skip('sessions are in the database');
	const cookie = await forgedCookie(place, secret);
	const answer = await send(`${base}/session`, { headers: { cookie } });
	if (answer.kind === 'failure')
		return { found: [], unanswered: [{ check, state: 'unknown', why: answer.why }] };
	if (jsonOf(answer) === null)
		return {
			unanswered: [],
			found: [
				diagnosis('app-secret', {
					title: 'What runs there has another AUTH_SECRET than the environment here',
					cause: 'Sessions that were made with the one here are none there.',
					evidence: [{ request: check, status: answer.status }],
					mend: {
						text: 'Nothing is wrong where the two are meant to differ, as they are between development and production.',
					},
				}),
			],
		};
	return { found: await cachedPages(place, cookie), unanswered: [] };
}

/** Pages as somebody signed in gets them. */
async function cachedPages(place: Place, cookie: string): Promise<Diagnosis[]> {
	const found: Diagnosis[] = [];
	for (const path of ['/', ...guardedPaths(place)].slice(0, 5)) {
		const answer = await place.send(path, { headers: { cookie } });
		const header = answer.kind === 'answer' ? String(answer.headers['cache-control'] ?? '') : '';
		if (
			answer.kind !== 'answer' ||
			answer.status >= 300 ||
			!/\bpublic\b|\bs-maxage\b/.test(header) ||
			!answer.body.includes('doctor.invalid')
		)
			continue;
		found.push(
			diagnosis('page-cached', {
				title: `${path} holds the session, and lets every cache keep it`,
				cause: 'A cache in front of the application hands the page of one person to the next.',
				evidence: [
					{ request: `GET ${path} signed in`, status: answer.status, says: `cache-control: ${header}` },
				],
				mend: {
					text: 'Keep it in the browser alone.',
					snippet: "setHeaders({ 'cache-control': 'private, max-age=0' });",
				},
			}),
		);
	}
	return found;
}
