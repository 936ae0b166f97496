import { variablePrefix } from '../../generators/providers/options.ts';
import { type Diagnosis, diagnosis, type Examination, type Unanswered } from '../diagnosis.ts';
import { type Answer, ask } from './ask.ts';
import { jsonOf, type Place } from './place.ts';

/** Issuers are asked one after the other; nobody has more. */
const most = 12;

/** Clocks that differ by more than this make tokens look expired. Milliseconds. */
const tolerance = 60_000;

export const issuerVariable = (id: string): string => `${variablePrefix(id)}_ISSUER`;

/** The issuers of the environment here: reachable, who they say they are, and with the same time. */
export async function issuers({ context, send, base }: Place): Promise<Examination> {
	const found: Diagnosis[] = [];
	const unanswered: Unanswered[] = [];
	for (const { id } of (context?.known ?? []).slice(0, most)) {
		const name = issuerVariable(id);
		const issuer = context?.environment.get(name)?.value;
		if (!issuer || !URL.canParse(issuer) || !/^https?:/.test(issuer)) continue;
		const url = new URL(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
		const answer = await ask(url, { headers: { accept: 'application/json' } });
		const request = `GET ${url.href}`;
		if (answer.kind === 'failure') {
			// The application may be in another network.
			found.push(
				diagnosis('issuer-unreachable', {
					likely: true,
					title: `The issuer of "${id}" cannot be asked from here: ${answer.why}`,
					cause: 'Where the server cannot ask it, either, nobody gets to the provider.',
					evidence: [{ request }, { variable: name }],
					mend: { text: 'Check the address; from inside a container localhost is the container.' },
				}),
			);
			continue;
		}
		const named = (jsonOf(answer) as { issuer?: unknown } | undefined)?.issuer;
		if (answer.status !== 200 || typeof named !== 'string') {
			found.push(
				diagnosis('issuer-other', {
					title: `The issuer of "${id}" has no discovery document there`,
					cause: 'Its path is wrong: an old /auth of Keycloak, a realm or a tenant that there is not.',
					evidence: [{ request, status: answer.status }, { variable: name }],
					mend: { text: `Set ${name} to the issuer as the provider names it.` },
				}),
			);
			continue;
		}
		// A slash at the end is forgiven.
		if (named.replace(/\/$/, '') !== issuer.replace(/\/$/, ''))
			found.push(
				diagnosis('issuer-other', {
					title: `${name} is not what the provider calls itself`,
					cause: 'Its tokens are of another issuer: every sign-in ends in an error behind the provider.',
					evidence: [{ request, status: 200, says: `issuer ${named}` }, { variable: name }],
					mend: { text: 'Set it to that name.', snippet: `${name}=${named}` },
				}),
			);
		found.push(...(await clock(answer, await send(`${base}/csrf`), id, request)));
	}
	return { found, unanswered };
}

function clock(
	issuer: Extract<Answer, { kind: 'answer' }>,
	app: Answer,
	id: string,
	request: string,
): Diagnosis[] {
	const [theirs, ours] = [issuer, app].map((answer) =>
		answer.kind === 'answer' ? Date.parse(String(answer.headers.date ?? '')) : Number.NaN,
	) as [number, number];
	const here = Date.now();
	if (Number.isNaN(theirs)) return [];
	// Two against one: without a date of the application this machine stands in for it.
	const own = Number.isNaN(ours) ? here : ours;
	const apart = own - theirs;
	if (Math.abs(apart) <= tolerance) return [];
	const seconds = Math.round(Math.abs(apart) / 1000);
	const isOurs = Math.abs(here - theirs) <= tolerance;
	return [
		diagnosis('clock', {
			...(apart < 0 ? { severity: 'warning' as const } : {}),
			title: `The clocks of ${isOurs ? 'the server' : `the provider "${id}"`} and the others are ${seconds} s apart`,
			cause:
				apart > 0
					? 'Tokens that have just been made have expired: unexpected JWT "exp".'
					: 'Tokens live longer than they should.',
			evidence: [{ request, says: `Date: ${issuer.headers.date}` }],
			mend: { text: 'Let the machine keep its time by NTP.' },
		}),
	];
}
