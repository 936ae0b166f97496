import { type Diagnosis, diagnosis, type Examination } from '../diagnosis.ts';
import { isLoopback } from '../loopback.ts';
import { Jar, parseSetCookie } from './cookies.ts';
import { isHtml, jsonOf, type Place } from './place.ts';

/** A cookie of the check for the core's token, three times: which tells servers and proxies apart without a side effect. */
export async function csrfCookies({ send, base, address }: Place): Promise<Examination> {
	const request = `GET ${base}/csrf`;
	const jar = new Jar();
	const tokens: string[] = [];
	const sets: string[][] = [];
	const found: Diagnosis[] = [];
	// A balancer picks one of several servers: of three in a row two may be the same.
	for (let round = 0; round < 8; round++) {
		const answer = await send(`${base}/csrf`, { headers: jar.header });
		const token = (jsonOf(answer) as { csrfToken?: unknown } | undefined)?.csrfToken;
		if (answer.kind === 'failure' || typeof token !== 'string')
			return {
				found,
				unanswered: [
					{
						check: request,
						state: 'unknown',
						why: answer.kind === 'failure' ? answer.why : `it answers ${answer.status}`,
					},
				],
			};
		if (round === 0) found.push(...attributes(answer.cookies, address, request));
		tokens.push(token);
		sets.push(answer.cookies.map((line) => parseSetCookie(line).name));
		jar.take(answer.cookies);
	}
	const later = sets.slice(2);
	const isNew = tokens.slice(2).some((token, index) => token !== tokens[index + 1]);
	if (!isNew) return { found, unanswered: [] };
	const setsCsrf = later.some((names) => names.some((name) => name.includes('csrf')));
	const setsCallback = later.every((names) => names.some((name) => name.includes('callback-url')));
	const evidence = [
		{ request: `${request}, eight times with the cookies sent back`, says: 'the token changes' },
	];
	if (setsCsrf && !setsCallback)
		found.push(
			diagnosis('secrets-differ', {
				evidence,
				title: 'Several servers answer there, with different values of AUTH_SECRET',
				cause:
					'A session of one is none to the other: people are signed out at random, and sign-in fails every second time.',
				mend: {
					text: 'Give all of them the same AUTH_SECRET; while rotating, the same list in the same order (docs/secrets.md).',
				},
			}),
		);
	else
		found.push(
			diagnosis('cookies-lost', {
				evidence,
				title: setsCsrf ? 'Cookies do not reach the server' : 'Set-Cookie does not reach the browser',
				cause:
					'Something between the two takes them out, a CDN or the hosting: nobody can ever be signed in.',
				mend: {
					text: setsCsrf
						? 'Let the proxy pass the Cookie header on. (Firebase passes a cookie called __session alone.)'
						: 'Let the proxy pass Set-Cookie on, and cache nothing below the base path.',
				},
			}),
		);
	return { found, unanswered: [] };
}

function attributes(lines: readonly string[], address: URL, request: string): Diagnosis[] {
	const isTls = address.protocol === 'https:';
	return lines.flatMap((line) => {
		const { name, attributes: has } = parseSetCookie(line);
		const evidence = [
			{
				request,
				says: `Set-Cookie: ${name}=...${[...has].map(([key, value]) => `; ${key}${value ? `=${value}` : ''}`).join('')}`,
			},
		];
		const fault = (title: string, cause: string, text: string) => [
			diagnosis('cookie-options', { title, cause, evidence, mend: { text } }),
		];
		const domain = has.get('domain')?.replace(/^\./, '').toLowerCase();
		if (isTls && !has.has('secure'))
			return [
				diagnosis('address-scheme', {
					evidence,
					title: 'The application takes itself for an http address, and people come by https',
					cause: 'Its cookies are not secure, and providers are told an http address: redirect_uri_mismatch.',
					mend: {
						text: 'Set AUTH_URL to the https address, or let the proxy send X-Forwarded-Proto: https.',
						snippet: `AUTH_URL=${address.origin}`,
					},
				}),
			];
		if (!isTls && has.has('secure') && !isLoopback(address))
			return [
				diagnosis('address-scheme', {
					evidence,
					title: 'Cookies are for https alone, and this address is http',
					cause: 'Browsers drop them: nothing happens when people sign in.',
					mend: { text: 'Come by https, or set AUTH_URL to the address that people use.' },
				}),
			];
		if (domain !== undefined && address.hostname !== domain && !address.hostname.endsWith(`.${domain}`))
			return fault(
				`The cookie ${name} is for ${domain}, which ${address.hostname} does not belong to`,
				'Browsers refuse it.',
				'Take `domain` out of its options, or name the right one.',
			);
		if (!has.has('httponly'))
			return fault(
				`The cookie ${name} can be read by scripts`,
				'One script from elsewhere can take it.',
				'Take httpOnly: false out of its options.',
			);
		return [];
	});
}

/** Whether forms get through: to a provider that there is not, which changes nothing. */
export async function forms({ send, base, origin, framework, isVite }: Place): Promise<Examination> {
	const path = `${base}/signin/doctor-probe`;
	const request = `POST ${path} with Origin: ${origin}`;
	const answer = await send(path, {
		method: 'POST',
		body: '',
		headers: { origin, 'sec-fetch-site': 'same-origin' },
	});
	if (answer.kind === 'failure')
		return { found: [], unanswered: [{ check: request, state: 'unknown', why: answer.why }] };
	const { status } = answer;
	const evidence = [{ request, status }];
	if (status === 403 && !jsonOf(answer))
		return {
			unanswered: [],
			found: [
				diagnosis('form-origin', {
					evidence,
					title:
						'Every form is refused: the server takes itself for another address than the one that people see',
					cause:
						'SvelteKit answers 403 "Cross-site POST form submissions are forbidden" before any hook runs, and no log says so.',
					mend: {
						text: 'Say the address when you build (SvelteKit 3), or set ORIGIN where it starts (SvelteKit 2); behind a proxy that keeps the Host header, PROTOCOL_HEADER=x-forwarded-proto is enough.',
						snippet: `paths: { origin: '${origin}' }`,
					},
				}),
			],
		};
	if (isHtml(answer) && status < 400)
		return {
			unanswered: [],
			found: [
				diagnosis('not-mounted', {
					evidence,
					title: 'The endpoints of sign-in answer no POST',
					cause: 'Buttons reload the page, and nothing else happens.',
					mend: {
						text: 'Export both methods from the route of the endpoints.',
						snippet: 'export const { GET, POST } = SolidAuth(authConfig);',
					},
				}),
			],
		};
	// A development server of Vite checks no origin.
	if (isVite)
		return {
			found: [],
			unanswered: [
				{ check: 'foreign forms', state: 'skipped', why: 'a development server checks no origin' },
			],
		};
	return { found: await foreign({ send, base, framework }), unanswered: [] };
}

/** A form of another site must not sign anybody in or out. */
async function foreign({
	send,
	base,
	framework,
}: Pick<Place, 'send' | 'base' | 'framework'>): Promise<Diagnosis[]> {
	const headers = { origin: 'https://doctor.invalid', 'sec-fetch-site': 'cross-site' };
	const answer = await send(`${base}/signout`, { method: 'POST', body: '', headers });
	if (answer.kind === 'failure') return [];
	const refused = answer.status >= 400 || /error=/.test(answer.headers.location ?? '');
	if (refused || framework === undefined) return [];
	return [
		diagnosis('form-origin', {
			severity: 'warning',
			title: 'A form of another site can sign people out',
			cause: 'Nothing compares where a form comes from.',
			evidence: [
				{ request: `POST ${base}/signout with Origin: https://doctor.invalid`, status: answer.status },
			],
			mend: { text: 'Turn the check of origins on again (csrf.checkOrigin, csrf.trustedOrigins).' },
		}),
	];
}
