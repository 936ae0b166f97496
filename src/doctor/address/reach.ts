import { AuthgraftError } from '../../errors.ts';
import type { HostContext } from '../context.ts';
import { type Diagnosis, diagnosis, type Examination } from '../diagnosis.ts';
import { isLoopback } from '../loopback.ts';
import { type Answer, ask } from './ask.ts';
import { type Access, isHtml, jsonOf, type Place, type RunningProvider, sender } from './place.ts';

export type Reached = { place: Place; found: Diagnosis[] } | { place: undefined; examination: Examination };

/** @throws AuthgraftError AG_ADDRESS_INVALID (exit 2) */
export function addressOf(text: string): URL {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (url && /^https?:$/.test(url.protocol) && url.hostname !== '') {
		if (url.username || url.password)
			throw invalid(
				'--url: there is a name or a password in the address',
				'Leave it out: it would stand in the history of your shell.',
			);
		return new URL(url.pathname, url);
	}
	throw invalid(
		`--url ${JSON.stringify(text)}: no http(s) address`,
		`Write it as people see it, such as https://example.com${/^[\w.-]+(?::\d+)?$/.test(text) ? `, or http://${text}` : ''}.`,
	);
}

const invalid = (message: string, hint: string): AuthgraftError =>
	new AuthgraftError('AG_ADDRESS_INVALID', message, hint, 2);

/**
 * Finds the endpoints of sign-in at an address, and tells what is there instead.
 * @throws AuthgraftError AG_NOTHING_TO_ASK (exit 2) where nobody answers at all.
 */
export async function reach(
	address: URL,
	context: HostContext | undefined,
	access: Access = {},
): Promise<Reached> {
	const send = sender(address, access);
	const home = await send('/');
	if (home.kind === 'failure') throw unreachable(address, home);
	const elsewhere = redirectAway(address, home);
	if (elsewhere) return { place: undefined, examination: { found: [elsewhere], unanswered: [] } };
	if (home.status === 407 || (home.status === 401 && home.headers['www-authenticate']))
		return {
			place: undefined,
			examination: {
				found: [],
				unanswered: [
					{
						check: 'address',
						state: 'unknown',
						why: `${address.host} asks for a password before anything else (${home.status}).`,
					},
				],
			},
		};
	const bases = basesFor(context, access.path);
	for (const { base, below } of bases) {
		const answer = await send(`${base}/providers`);
		const json = jsonOf(answer);
		if (!isProviders(json) && !isBroken(answer)) continue;
		// At the top something else may stand, or nothing.
		const own = below === '' ? home : await send(`${below}/`);
		const place: Place = {
			...{ address, base, send, context },
			framework: context?.host.framework ?? frameworkOf(own),
			origin: access.origin ?? address.origin,
			isVite: own.kind === 'answer' && own.body.includes('/@vite/client'),
			providers: isProviders(json) ? Object.values(json) : [],
		};
		return { place, found: isBroken(answer) ? [broken(base)] : [] };
	}
	const places = bases.map(({ base }) => base);
	return { place: undefined, examination: { found: [await absent(send, places, home)], unanswered: [] } };
}

/** A place where the endpoints may lie, and the path that the application lies below. */
interface Base {
	base: string;
	below: string;
}

/** The likeliest first. What was typed may be a page of an application below a path. */
function basesFor(context: HostContext | undefined, path = '/'): Base[] {
	if (!context) {
		const segments = path.split('/').filter(Boolean).slice(0, 3);
		return [...segments, '']
			.map((_, index) => segments.slice(0, segments.length - index))
			.map((some) => some.map((segment) => `/${segment}`).join(''))
			.flatMap((below) => ['/auth', '/api/auth'].map((own) => ({ base: below + own, below })));
	}
	const { host, module } = context;
	const own = module?.facts.basePath ?? host.generation.authBasePath;
	const below = host.base ?? '';
	const likely = { base: own.startsWith(`${below}/`) ? own : `${below}${own}`, below };
	return likely.base === own ? [likely] : [likely, { base: own, below: '' }];
}

const isProviders = (json: unknown): json is Record<string, RunningProvider> =>
	typeof json === 'object' &&
	json !== null &&
	!Array.isArray(json) &&
	Object.values(json).every((one) => typeof one?.id === 'string' && typeof one?.callbackUrl === 'string');

const isBroken = (answer: Answer): boolean =>
	answer.kind === 'answer' &&
	answer.status === 500 &&
	/server configuration/i.test(String((jsonOf(answer) as { message?: unknown } | undefined)?.message ?? ''));

const broken = (base: string): Diagnosis =>
	diagnosis('config-broken', {
		title: 'Sign-in is there, and its configuration cannot work',
		cause:
			'All endpoints answer 500 alike; the reason stands in the log of the server, at its first request.',
		evidence: [{ request: `GET ${base}/providers`, status: 500 }],
		mend: {
			text: 'Look at the lines with [auth] in the log: authgraft doctor --log <file> explains them.',
			command: 'authgraft doctor --production',
		},
	});

/** Nothing of ours answers: say what does. */
async function absent(send: Place['send'], bases: readonly string[], home: Answer): Promise<Diagnosis> {
	const [base = '/auth'] = bases;
	const answer = await send(`${base}/providers`);
	const status = answer.kind === 'answer' ? answer.status : undefined;
	const evidence = [
		{
			request: `GET ${base}/providers`,
			...(status === undefined ? { says: answer.kind === 'failure' ? answer.why : '' } : { status }),
		},
	];
	const product = await otherProduct(send, home);
	if (product)
		return diagnosis('other-product', {
			...{ title: `${product} answers there, not this application`, evidence },
			cause: 'Another program has the address, or the port.',
			mend: { text: 'Ask the address of this application, or end the other program.' },
		});
	if (status === 500 && isHtml(answer))
		return diagnosis('app-broken', {
			...{ title: 'Every request ends in an error of the application', evidence },
			cause: 'It fails before sign-in gets to answer; the error stands in its log.',
			mend: { text: 'Look at the log of the server.' },
		});
	return diagnosis('not-mounted', {
		...{ title: `No endpoint of sign-in answers at ${bases.join(' or ')}`, evidence },
		cause:
			'The hooks or the route are not part of what runs there, AUTH_URL has a path, or the application has a base path that is not told.',
		mend: { text: 'Run the doctor in the project: it sees which.', command: 'authgraft doctor' },
	});
}

async function otherProduct(send: Place['send'], home: Answer): Promise<string | undefined> {
	if (home.kind !== 'answer') return undefined;
	const better = jsonOf(await send('/api/auth/ok'));
	if (typeof better === 'object' && better !== null && 'ok' in better)
		return 'An application with Better Auth';
	const { headers, body } = home;
	const powered = String(headers['x-powered-by'] ?? '');
	const known: [RegExp, string][] = [
		[/next\.js/i, 'An application with Next.js'],
		[/php/i, 'An application in PHP'],
		[/express/i, 'An application with Express'],
	];
	const named = known.find(([pattern]) => pattern.test(powered))?.[1];
	if (named) return named;
	if (/<title>Directory listing/i.test(body)) return 'A server of files';
	return /jenkins|grafana|portainer/i.exec(
		`${headers['x-jenkins'] ? 'Jenkins' : ''}${/<title>([^<]*)/i.exec(body)?.[1] ?? ''}`,
	)?.[0];
}

function frameworkOf(home: Answer): Place['framework'] {
	if (home.kind !== 'answer') return undefined;
	if (/__sveltekit_|data-sveltekit-/.test(home.body) || home.headers['x-sveltekit-page']) return 'sveltekit';
	return /_\$HY\b|data-hk=/.test(home.body) ? 'solid-start' : undefined;
}

function redirectAway(address: URL, home: Answer): Diagnosis | undefined {
	if (home.kind !== 'answer' || home.status < 300 || home.status > 399 || !home.headers.location)
		return undefined;
	if (!URL.canParse(home.headers.location, address.href)) return undefined;
	const target = new URL(home.headers.location, address);
	if (target.origin === address.origin) return undefined;
	return diagnosis('address-host', {
		severity: 'note',
		title: `${address.origin} sends people to ${target.origin}`,
		cause: 'What was asked is not where the application is: nothing else was asked there.',
		evidence: [{ request: `GET ${address.href}`, status: home.status, says: target.origin }],
		mend: {
			text: 'Ask the address that people end up at.',
			command: `authgraft doctor --url ${target.origin}`,
		},
	});
}

function unreachable(address: URL, { why, code }: Extract<Answer, { kind: 'failure' }>): AuthgraftError {
	const hint = /CERT|SELF_SIGNED|UNABLE_TO/.test(code)
		? 'Browsers will not trust it, either. For a certificate of your own, start with NODE_EXTRA_CA_CERTS=<file>.'
		: isLoopback(address)
			? 'Start the application first, or let the doctor do it: authgraft doctor --start'
			: 'Check the address, and whether it can be reached from here.';
	return new AuthgraftError('AG_NOTHING_TO_ASK', `${address.origin} cannot be asked: ${why}`, hint, 2);
}

/** Names that mean this machine, which a server may listen on in part. */
export async function families(address: URL, send = ask): Promise<Diagnosis[]> {
	if (address.hostname !== 'localhost') return [];
	const [four, six] = await Promise.all([send(address, { family: 4 }), send(address, { family: 6 })]);
	const only =
		four.kind === 'answer' && six.kind === 'failure'
			? 'IPv4 (127.0.0.1)'
			: four.kind === 'failure' && six.kind === 'answer'
				? 'IPv6 (::1)'
				: undefined;
	if (only === undefined || !only.includes('6')) return [];
	return [
		diagnosis('address-family', {
			title: `The server answers on ${only} only`,
			cause: 'A provider or a tool that looks localhost up the other way says ECONNREFUSED.',
			evidence: [{ request: `GET ${address.href}`, says: 'over IPv4 and IPv6' }],
			mend: {
				text: 'Let it listen on both, and use one name everywhere: cookies of localhost are not those of 127.0.0.1.',
			},
		}),
	];
}
