import type { HostContext } from '../context.ts';
import { type Diagnosis, diagnosis } from '../diagnosis.ts';
import { isLoopback } from '../loopback.ts';
import { placeOf, type Variable } from '../variables.ts';

/** AUTH_URL, and values that arrive otherwise than they were meant. */
export const addresses = (context: HostContext): Diagnosis[] => [
	...quoted(context),
	...address(context),
	...untrusted(context),
];

const looked = /^(?:AUTH_|DATABASE_URL$)/;

/** Docker's `--env-file` keeps quotes, and files from Windows end in a carriage return. */
function quoted({ environment }: HostContext): Diagnosis[] {
	return environment
		.all()
		.filter(
			({ name, value }) => looked.test(name) && (/^(["']).*\1$/.test(value) || /^\s|[\s\r]$/.test(value)),
		)
		.map((variable) => {
			const quote = /^["']/.test(variable.value);
			return diagnosis('env-quoted', {
				title: `${variable.name} ${quote ? 'has quotes in its value' : 'begins or ends in a blank or a carriage return'}`,
				cause:
					'The value is not what it looks like: a provider says invalid_client, an address is none, sessions of other tools end.',
				evidence: [placeOf(variable)],
				mend: {
					text: quote
						? 'Take the quotes out: Docker and Compose hand them on as they are.'
						: 'Write the file with plain line feeds, and no blanks behind values.',
				},
			});
		});
}

function address(context: HostContext): Diagnosis[] {
	const { environment, host, module } = context;
	const variable = environment.get('AUTH_URL');
	if (!variable || !module) return [];
	const url = httpUrl(variable.value.trim());
	const evidence = [placeOf(variable)];
	if (!url)
		return [
			diagnosis('address-invalid', {
				evidence,
				title: `AUTH_URL is no http(s) address${/^["']/.test(variable.value) ? ': there are quotes around it' : /^https?:/.test(variable.value) ? '' : ': it lacks https://'}`,
				cause: 'All endpoints answer 500.',
				mend: {
					text: 'Write it with its scheme, and nothing else.',
					snippet: 'AUTH_URL=https://example.com',
				},
			}),
		];
	return [
		...path(context, variable, url),
		...loopback(environment.production, variable, url),
		...plain(environment.production, variable, url),
	];

	function path({ module: auth }: HostContext, { name }: Variable, { pathname }: URL): Diagnosis[] {
		if (!auth || pathname === '/' || auth.facts.basePath !== undefined) return [];
		const expected = `${host.base ?? ''}${host.generation.authBasePath}`;
		const given = pathname.replace(/\/$/, '');
		if (given === expected || (host.base !== '' && given === host.base) || host.base === undefined) return [];
		return [
			diagnosis('address-path', {
				evidence,
				title: `${name} has the path ${given}, which moves the endpoints there`,
				cause: `They are looked for at ${expected}: buttons and callbacks answer 404.`,
				mend: { text: 'Leave the path away.', snippet: `AUTH_URL=${url?.origin}` },
			}),
		];
	}
}

function loopback(production: boolean, variable: Variable, url: URL): Diagnosis[] {
	if (!production || !isLoopback(url)) return [];
	return [
		diagnosis('address-host', {
			severity: 'note',
			likely: true,
			title: `AUTH_URL is ${url.host}, which is every visitor's own machine`,
			cause: 'Providers send people there after they signed in.',
			evidence: [placeOf(variable)],
			mend: { text: 'Set the address that people see.', snippet: 'AUTH_URL=https://example.com' },
		}),
	];
}

function plain(production: boolean, variable: Variable, url: URL): Diagnosis[] {
	if (!production || isLoopback(url) || url.protocol === 'https:') return [];
	return [
		diagnosis('address-scheme', {
			title: 'AUTH_URL begins with http://',
			cause:
				'Providers are told an http address, and cookies go over the network as everybody can read them.',
			evidence: [placeOf(variable)],
			mend: {
				text: 'Write https:// when a proxy speaks https for the application, too.',
				snippet: `AUTH_URL=https://${url.host}`,
			},
		}),
	];
}

/** Without an address nothing says which host names may be believed. */
function untrusted({ environment, module, host }: HostContext): Diagnosis[] {
	const { production } = environment;
	if (
		!production ||
		!module ||
		['AUTH_URL', 'AUTH_TRUST_HOST', 'VERCEL', 'CF_PAGES'].some((name) => environment.get(name))
	)
		return [];
	if (/\btrustHost\s*:\s*true\b/.test(host.read(module.config) ?? '')) return [];
	return [
		diagnosis('address-missing', {
			title: 'AUTH_URL is not set',
			cause:
				'Nobody says under which address the application runs, so no Host header is believed: all endpoints answer 500 (UntrustedHost).',
			evidence: [{ variable: 'AUTH_URL' }],
			mend: {
				text: 'Set it in the environment of the process that serves; AUTH_TRUST_HOST=true where a platform sets the header itself.',
				snippet: 'AUTH_URL=https://example.com',
			},
		}),
	];
}

export function httpUrl(value: string): URL | undefined {
	if (!URL.canParse(value)) return undefined;
	const url = new URL(value);
	return /^https?:$/.test(url.protocol) ? url : undefined;
}
