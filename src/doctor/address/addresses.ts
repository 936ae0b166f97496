import { type Diagnosis, diagnosis } from '../diagnosis.ts';
import { isLoopback } from '../loopback.ts';
import { jsonOf, type Place, type RunningProvider } from './place.ts';

/** Whether the application knows the address that people see. */
export async function addresses(place: Place): Promise<Diagnosis[]> {
	return [...told(place), ...(await trusting(place)), ...(await plain(place))];
}

function told({ providers, address, origin, base }: Place): Diagnosis[] {
	const [first] = providers;
	if (!first || !URL.canParse(first.callbackUrl)) return [];
	const url = new URL(first.callbackUrl);
	const evidence = [
		{ request: `GET ${base}/providers`, status: 200, says: `callbackUrl of ${first.id} at ${url.origin}` },
	];
	if (url.origin === origin) return [];
	if (url.host === new URL(origin).host)
		return [
			diagnosis('address-scheme', {
				evidence,
				title: `The application takes itself for ${url.origin}, and people come to ${origin}`,
				cause:
					url.protocol === 'http:'
						? 'Providers are told an http address: redirect_uri_mismatch.'
						: 'Its cookies are for https alone: browsers drop them here.',
				mend: {
					text: 'Set AUTH_URL to the address that people see, or let the proxy send X-Forwarded-Proto.',
					snippet: `AUTH_URL=${origin}`,
				},
			}),
		];
	// Asked on its own machine, an application may well have a public address.
	const inside = isLoopback(address) && !isLoopback(url);
	return [
		diagnosis('address-host', {
			...(inside ? { severity: 'note' as const } : {}),
			evidence,
			title: `The application says that it is at ${url.origin}, and was asked at ${origin}`,
			cause: inside
				? 'That is right when people come to that address: ask there to see what they see.'
				: 'People who come here begin to sign in on one host and come back to the other, where the cookies are not: InvalidCheck.',
			mend: inside
				? { text: 'Ask the public address.', command: `authgraft doctor --url ${url.origin}` }
				: {
						text: `Redirect one host to the other, or set AUTH_URL to the one that people use.`,
						snippet: `AUTH_URL=${origin}`,
					},
		}),
	];
}

/** A header that anybody can send decides where people are sent to. */
async function trusting({ send, base, address, isVite }: Place): Promise<Diagnosis[]> {
	if (isVite) return [];
	const headers = { 'x-forwarded-host': 'doctor.invalid', 'x-forwarded-proto': 'https' };
	const json = jsonOf(await send(`${base}/providers`, { headers })) as
		| Record<string, RunningProvider>
		| undefined;
	const fooled = Object.values(json ?? {}).some(({ callbackUrl }) =>
		String(callbackUrl).includes('//doctor.invalid'),
	);
	if (!fooled) return [];
	return [
		diagnosis('host-header-trusted', {
			...(isLoopback(address) ? { severity: 'warning' as const } : {}),
			title: 'The application believes the X-Forwarded-Host of anybody',
			cause: isLoopback(address)
				? 'That is right behind a proxy that sets the header itself, as long as nobody else reaches this port.'
				: 'A stranger can make links of your sign-in that lead to a host of theirs.',
			evidence: [
				{
					request: `GET ${base}/providers with X-Forwarded-Host: doctor.invalid`,
					status: 200,
					says: 'callbackUrl at https://doctor.invalid',
				},
			],
			mend: { text: 'Set AUTH_URL, and leave AUTH_TRUST_HOST away.', snippet: `AUTH_URL=${address.origin}` },
		}),
	];
}

/** Whether http leads to https, and whether browsers are told to stay there. */
async function plain({ address, send }: Place): Promise<Diagnosis[]> {
	if (address.protocol !== 'https:' || isLoopback(address)) return [];
	const http = new URL(address);
	http.protocol = 'http:';
	if (http.port !== '') return [];
	const answer = await send(http.href);
	const home = await send('/');
	const open = answer.kind === 'answer' && answer.status < 300;
	const stays = home.kind === 'answer' && home.headers['strict-transport-security'] !== undefined;
	return [
		...(open
			? [
					diagnosis('http-open', {
						title: 'The application also answers over plain http',
						cause: 'Whoever listens on the network reads what people send there.',
						evidence: [{ request: `GET ${http.href}`, status: answer.status }],
						mend: { text: 'Let the proxy send http on to https.' },
					}),
				]
			: []),
		...(stays
			? []
			: [
					diagnosis('hsts', {
						title: 'Browsers are not told to come by https alone (Strict-Transport-Security)',
						cause: 'The first request of a visit may go over http.',
						evidence: [{ request: `GET ${address.href}` }],
						mend: {
							text: 'Let the proxy set it, once all of the host speaks https.',
							snippet: 'Strict-Transport-Security: max-age=31536000',
						},
					}),
				]),
	];
}
