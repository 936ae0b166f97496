import { allowsForm } from '../../audit/collisions/form-action.ts';
import { variablePrefix } from '../../generators/providers/options.ts';
import { type Diagnosis, diagnosis, type Examination, together } from '../diagnosis.ts';
import { entersByScript, heldBack } from '../host/providers.ts';
import { isLoopback } from '../loopback.ts';
import type { Answer } from './ask.ts';
import { issuers, issuerVariable } from './issuers.ts';
import { isHtml, type Place, type RunningProvider } from './place.ts';

/** Providers are asked one after the other; nobody has more. */
const most = 12;

/** What each provider is told, and whether people get there. Never mail, never credentials. */
export async function runningProviders(place: Place): Promise<Examination> {
	const asked = place.providers.filter(({ type }) => type === 'oauth' || type === 'oidc').slice(0, most);
	const parts: Examination[] = [{ found: [...listed(place), ...testPeople(place)], unanswered: [] }];
	const issuer = await issuers(place);
	parts.push(issuer);
	const faulty = (id: string) =>
		issuer.found.some(({ evidence }) =>
			evidence.some((one) => 'variable' in one && one.variable === issuerVariable(id)),
		);
	const targets: URL[] = [];
	for (const provider of asked) {
		// Why it cannot begin has been said.
		if (faulty(provider.id)) continue;
		const { examination, url } = await start(place, provider);
		parts.push(examination);
		if (url) targets.push(url);
	}
	parts.push(await signInPage(place, targets));
	return together(parts);
}

/** Listed in the source, and not there. */
function listed({ providers, context, base }: Place): Diagnosis[] {
	const running = new Set(providers.map(({ id }) => id));
	// Without its variables nobody expects it to run.
	const isSet = (id: string) => context?.environment.get(`${variablePrefix(id)}_ID`);
	const missing = (context?.known ?? []).filter(
		({ id, fact }) => fact?.module !== '' && !running.has(id) && isSet(id),
	);
	return missing.map(({ id }) =>
		diagnosis('provider-not-running', {
			likely: true,
			title: `"${id}" is in the source, and not in what runs there`,
			cause: 'Its variables are not set there, or another version of the application runs.',
			evidence: [{ request: `GET ${base}/providers`, status: 200 }, { file: context?.module?.list ?? '' }],
			mend: {
				text: `Set its variables in the environment of the server; the log names them.`,
				command: `authgraft providers ${id}`,
			},
		}),
	);
}

function testPeople({ providers, address, base, isVite }: Place): Diagnosis[] {
	if (!providers.some(({ id }) => id === 'development') || (isVite && isLoopback(address))) return [];
	return [
		diagnosis('development-provider', {
			title: 'The test people of development can sign in there',
			cause: 'Everybody signs in as anybody, without a password.',
			evidence: [{ request: `GET ${base}/providers`, status: 200 }],
			mend: { text: 'Run a production build there (NODE_ENV=production), not the development server.' },
		}),
	];
}

/** Begins a sign-in and goes no further: what would be sent to the provider is what has to be registered there. */
async function start(
	{ send, base, origin }: Place,
	provider: RunningProvider,
): Promise<{ examination: Examination; url?: URL }> {
	const path = `${base}/signin/${encodeURIComponent(provider.id)}`;
	const request = `POST ${path}`;
	const answer = await send(path, {
		method: 'POST',
		body: '',
		headers: { origin, 'sec-fetch-site': 'same-origin', accept: 'text/html' },
	});
	const unknown = (why: string): { examination: Examination } => ({
		examination: { found: [], unanswered: [{ check: request, state: 'unknown', why }] },
	});
	if (answer.kind === 'failure') return unknown(answer.why);
	const { location } = answer.headers;
	if (!location || !URL.canParse(location, origin)) {
		if (answer.status === 403) return unknown('forms are refused');
		return { examination: { found: [cannotStart(provider, request, answer)], unanswered: [] } };
	}
	const url = new URL(location, origin);
	if (url.origin === origin && url.searchParams.has('error'))
		return { examination: { found: [cannotStart(provider, request, answer)], unanswered: [] } };
	const redirect = url.searchParams.get('redirect_uri') ?? provider.callbackUrl;
	return {
		url,
		examination: {
			found: [register(provider, redirect, request), ...mismatch(redirect, origin, request, provider)],
			unanswered: [],
		},
	};
}

const cannotStart = (
	provider: RunningProvider,
	request: string,
	answer: Extract<Answer, { kind: 'answer' }>,
): Diagnosis =>
	diagnosis('issuer-unreachable', {
		likely: true,
		title: `Signing in with ${provider.name} ends before people get there`,
		cause:
			'Its issuer cannot be reached from the server, or something of its configuration is missing: the log says which.',
		evidence: [{ request, status: answer.status }],
		mend: {
			text: 'Look at the line with [auth] in the log of the server.',
			command: 'authgraft doctor --log <file>',
		},
	});

const register = ({ id, name }: RunningProvider, redirect: string, request: string): Diagnosis =>
	diagnosis('callback-url', {
		title: `${name} has to know ${redirect}`,
		cause: 'Registered there in any other form, a slash more or less, people see redirect_uri_mismatch.',
		evidence: [{ request, says: 'redirect_uri' }],
		mend: { text: `Register it as it stands here (${id}).`, snippet: redirect },
	});

/** A redirect proxy sends people to an address of its own, on purpose. */
function mismatch(
	redirect: string,
	origin: string,
	request: string,
	{ id, callbackUrl }: RunningProvider,
): Diagnosis[] {
	if (!URL.canParse(redirect) || redirect !== callbackUrl) return [];
	const url = new URL(redirect);
	const visited = new URL(origin);
	if (url.host !== visited.host || url.protocol === visited.protocol) return [];
	return [
		diagnosis('address-scheme', {
			title: `The application takes itself for ${url.origin}, and people come to ${origin}`,
			cause: 'Providers are told an http address: redirect_uri_mismatch.',
			evidence: [{ request, says: `redirect_uri of ${id} at ${url.origin}` }],
			mend: {
				text: 'Set AUTH_URL to the address that people see, or let the proxy send X-Forwarded-Proto.',
				snippet: `AUTH_URL=${origin}`,
			},
		}),
	];
}

/** The page that people sign in on: there, not for caches, and with a policy that lets its forms go. */
async function signInPage(place: Place, targets: readonly URL[]): Promise<Examination> {
	const { context, base, send } = place;
	const own = context?.module?.facts.pages.signIn;
	const hostBase = context?.host.base ?? '';
	const path =
		own && /^\/[^/]/.test(own) ? (own.startsWith(`${hostBase}/`) ? own : hostBase + own) : `${base}/signin`;
	const request = `GET ${path}`;
	const answer = await send(path);
	if (answer.kind === 'failure')
		return { found: [], unanswered: [{ check: request, state: 'unknown', why: answer.why }] };
	const evidence = [{ request, status: answer.status }];
	if (answer.status >= 500)
		return {
			unanswered: [],
			found: [
				diagnosis('app-broken', {
					evidence,
					title: 'The page to sign in on ends in an error',
					cause: 'Nobody gets in.',
					mend: { text: 'Look at the log of the server.' },
				}),
			],
		};
	if (answer.status === 404)
		return {
			unanswered: [],
			found: [
				diagnosis('page-missing', {
					evidence,
					// In the words of the one that the source shows, so that it is told once.
					title: own
						? `pages.signIn names ${own}, and there is no such page`
						: `There is no page to sign in on at ${path}`,
					cause: 'Guards send people to a 404.',
					mend: { text: 'Make the page, or let pages.signIn name one.' },
				}),
			],
		};
	return { found: policy(answer, targets, request, place), unanswered: [] };
}

function policy(
	answer: Extract<Answer, { kind: 'answer' }>,
	targets: readonly URL[],
	request: string,
	{ framework, context }: Place,
): Diagnosis[] {
	const header = answer.headers['content-security-policy'];
	const given = /(?:^|[;,]\s*)form-action\s+([^;,]*)/i.exec(String(header ?? ''))?.[1];
	// SolidStart's page goes there by script, which that part of a policy does not hold back.
	if (given === undefined || !isHtml(answer) || framework === 'solid-start') return [];
	const sources = given.split(/\s+/).filter(Boolean);
	const held = targets.filter(
		(url) => allowsForm({ file: '', line: 1, sources, inConfig: false }, url.origin) === false,
	);
	if (held.length === 0) return [];
	const origins = [...new Set(held.map(({ origin }) => origin))];
	return [
		diagnosis('csp-form-action', {
			...heldBack(context !== undefined && entersByScript(context)),
			// Whether the page goes there by script does not show.
			likely: context === undefined,
			title: `The Content-Security-Policy holds back the way to ${origins.join(', ')}`,
			evidence: [{ request, says: `content-security-policy: form-action ${given.trim()}` }],
			mend: { text: `Add ${origins.join(', ')} to form-action.` },
		}),
	];
}
