import { customFetch } from '@auth/core';
import { parseHttpUrl } from '../http/origin.js';
import { warn } from '../log.js';
import { endpointUrls } from '../providers/endpoints.js';
import { providerId, providerOption } from '../providers/index.js';
import type { Resolved, ResolvedProvider } from '../types.js';

/** Milliseconds: somebody waits for it who wants to be gone. */
const limit = 2000;
/** Milliseconds that what a provider says is kept, and that it is left alone after it said nothing. */
const [kept, keptFailure] = [60 * 60_000, 60_000];
/** Issuers are the configuration's, and a function may make those of many tenants. */
const mostKept = 100;

type Metadata = Partial<Record<string, unknown>>;
const known = new Map<string, { until: number; metadata: Metadata | null }>();

/**
 * Where an OpenID provider ends its session, as its own discovery says: OpenID Connect RP-Initiated Logout 1.0, section 2.1.
 *
 * @returns null where there is none, where it cannot be asked, and where it is none that people may be sent to
 */
export async function endSessionEndpoint(
	resolved: Resolved,
	provider: ResolvedProvider,
): Promise<URL | null> {
	const issuer = parseHttpUrl(providerOption<string>(provider, 'issuer'));
	if (!issuer) return null;
	const metadata = await discover(provider, issuer);
	if (!metadata) return null;
	const authorization = textOf(metadata.authorization_endpoint);
	const special = isKinde(provider) || isCognito(provider);
	const end = textOf(metadata.end_session_endpoint) ?? (special ? logoutOf(authorization) : undefined);
	if (end === undefined) return tell('has no end_session_endpoint');
	const url = parseHttpUrl(end);
	const own = [issuer.href, endpointUrls(provider)[0], authorization].map(parseHttpUrl);
	if (!url || !isSafe(url) || !own.some((one) => one && isSameSite(one, url)))
		return tell('names an end_session_endpoint that is not https, or of another site');
	url.hash = '';
	return url;

	function tell(what: string): null {
		const id = providerId(provider);
		once(resolved, id, `The discovery of "${id}" ${what}: people are signed out here alone.`);
		return null;
	}
}

/** They have a way of their own: `/logout?client_id&logout_uri`. */
export const isCognito = (provider: ResolvedProvider): boolean => isOf(provider, 'cognito', /^cognito-idp\./);
/** They have a way of their own: `/logout?redirect`. */
export const isKinde = (provider: ResolvedProvider): boolean => isOf(provider, 'kinde', /\.kinde\.com$/);

function isOf(provider: ResolvedProvider, id: string, host: RegExp): boolean {
	const { hostname = '' } = parseHttpUrl(providerOption<string>(provider, 'issuer')) ?? {};
	return provider.id === id || host.test(hostname);
}

const logoutOf = (authorization: string | undefined): string | undefined =>
	URL.canParse('/logout', authorization) ? new URL('/logout', authorization).href : undefined;

export const textOf = (value: unknown): string | undefined =>
	typeof value === 'string' && value !== '' ? value : undefined;

async function discover(provider: ResolvedProvider, issuer: URL): Promise<Metadata | null> {
	const suffix = '/.well-known/openid-configuration';
	const wellKnown = parseHttpUrl(providerOption<string>(provider, 'wellKnown'));
	const url = wellKnown?.href ?? issuer.href.replace(/\/$/, '') + suffix;
	const before = known.get(url);
	if (before && before.until > Date.now()) return before.metadata;
	const ask = (provider as { [customFetch]?: typeof fetch })[customFetch] ?? fetch;
	// What is under way is not shared: Workers of Cloudflare let no request wait for what another one began.
	const metadata = await read(ask, url);
	known.delete(url);
	if (known.size >= mostKept) known.delete([...known.keys()][0] as string);
	known.set(url, { until: Date.now() + (metadata ? kept : keptFailure), metadata });
	return metadata;
}

async function read(ask: typeof fetch, url: string): Promise<Metadata | null> {
	try {
		const signal = AbortSignal.timeout(limit);
		// Not every `fetch` minds the signal.
		const over = new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null)));
		const response = ask(url, { signal, headers: { accept: 'application/json' } });
		const metadata = response.then((answer) => (answer.ok ? answer.json() : null)) as Promise<unknown>;
		const found = await Promise.race([metadata, over]);
		return typeof found === 'object' ? (found as Metadata | null) : null;
	} catch {
		return null;
	}
}

/** On the way nobody reads along. A loopback address does not leave the machine, and is one only where the issuer is. */
function isSafe({ protocol, hostname, username, password }: URL): boolean {
	if (username || password) return false;
	return protocol === 'https:' || /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

/** The same host, or one below the other. */
function isSameSite({ hostname: a }: URL, { hostname: b }: URL): boolean {
	return a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`);
}

const told = new WeakMap<object, Set<string>>();

function once({ logger }: Resolved, id: string, message: string): void {
	const ids = told.get(logger) ?? new Set();
	told.set(logger, ids);
	if (ids.has(id)) return;
	ids.add(id);
	warn(logger, message);
}
