import { customFetch } from '@auth/core';
import { InvalidEndpoints } from '@auth/core/errors';
import { configError } from '../config-error.js';
import { parseHttpUrl } from '../http/origin.js';
import { asError } from '../log.js';
import { oneLine } from '../said.js';
import type { ResolvedProvider } from '../types.js';

type Plain = Record<PropertyKey, unknown>;
type Endpoint = string | { url?: string; params?: Plain; request?: unknown } | undefined;

/** The addresses of an OAuth provider. */
export const endpointNames = ['authorization', 'token', 'userinfo'] as const;

/** What the core takes for "no URL of its own"; it puts it there itself. */
const noUrl = 'https://authjs.dev';

/** The URLs of a provider's endpoints, in the order of {@link endpointNames}. */
export function endpointUrls(provider: object): (string | undefined)[] {
	return endpointNames.map((name) => {
		const endpoint = (provider as Plain)[name] as Endpoint;
		const url: unknown = typeof endpoint === 'string' ? endpoint : endpoint?.url;
		return url ? String(url) : undefined;
	});
}

/**
 * Lays the endpoints of a provider's options over its own, in both places: the core does it after its check, which
 * therefore refuses what only the options have, and for a URL with `params` beside it it forgets the URL.
 *
 * @param provider a copy; changed
 * @returns the name of a parameter that the provider's own factory left empty
 */
export function settleEndpoints(provider: ResolvedProvider): string | undefined {
	if (provider.type !== 'oauth' && provider.type !== 'oidc') return undefined;
	const own = provider as unknown as Plain;
	const options = isPlain(own.options) ? own.options : undefined;
	let unset: string | undefined;
	for (const name of endpointNames) {
		const given = options?.[name];
		const endpoint = layer(isPlain(given) ? asObject(own[name]) : own[name], given) as Endpoint;
		if (isPlain(endpoint)) {
			if (options && name === 'authorization') unset = emptyParam(endpoint.params);
			// The core would write "undefined" into the URL; id and redirect it knows better itself.
			if (endpoint.params) endpoint.params = layer({}, endpoint.params) as Plain;
			if (endpoint.params?.redirect_uri === '') delete endpoint.params.redirect_uri;
			// Todoist asks in a way of its own, and the core's check wants a URL nevertheless.
			if (name === 'userinfo' && endpoint.request) endpoint.url ??= noUrl;
		}
		if (endpoint !== undefined) own[name] = endpoint;
		if (options && given !== undefined) options[name] = endpoint;
	}
	explainDiscovery(own);
	return unset;
}

/** Whether a URL has all its parts: those made from an option that is not set have "undefined" or nothing in its place. */
export function isWhole(value: string): boolean {
	const url = parseHttpUrl(value);
	if (!url) return false;
	const labels = url.hostname.replace(/\.$/, '').split('.');
	const segments = url.pathname.split('/').filter(Boolean);
	return ![...labels, ...segments].some((part) => ['', 'undefined', 'null'].includes(part));
}

/** Those of the client itself the core adds; a scope has a default. */
function emptyParam(params: Plain = {}): string | undefined {
	const usual = ['client_id', 'redirect_uri', 'scope'];
	return Object.keys(params).find((name) => params[name] === undefined && !usual.includes(name));
}

function asObject(endpoint: unknown): unknown {
	return typeof endpoint === 'string' ? { url: endpoint } : endpoint;
}

/** As the core merges: what is undefined counts as not there. */
function layer(own: unknown, given: unknown): unknown {
	if (given === undefined) return own;
	if (!isPlain(given)) return given;
	const result: Plain = isPlain(own) ? { ...own } : {};
	for (const key of Object.keys(given)) {
		const value = layer(result[key], given[key]);
		if (value !== undefined) result[key] = value;
	}
	return result;
}

function isPlain(value: unknown): value is Plain {
	return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

const wellKnown = '/.well-known/openid-configuration';

/** Milliseconds. */
const discoveryLimit = 10_000;

/** `ECONNREFUSED` where there is such a word; a proxy that refuses has 0. */
function whyUnreached({ name, message, cause }: Error): string {
	if (name === 'TimeoutError') return `it did not answer within ${discoveryLimit / 1000} seconds`;
	const { code, message: inner } = (cause ?? {}) as { code?: unknown; message?: unknown };
	if (typeof code === 'string' && code !== '') return code;
	return typeof inner === 'string' && inner !== '' ? inner : message;
}

/**
 * Makes a provider whose addresses are asked for say so when that fails: "fetch failed", with a stack, names neither
 * the provider nor the address.
 */
function explainDiscovery(provider: Plain): void {
	const [authorization, token] = endpointUrls(provider);
	if (authorization && token) return;
	const options = provider.options as Plain | undefined;
	const id = String(options?.id ?? provider.id);
	const issuer = String(options?.issuer ?? provider.issuer);
	const own = (provider[customFetch] ?? options?.[customFetch]) as typeof fetch | undefined;
	const asking: typeof fetch = async (input, init) => {
		const url = input instanceof Request ? input.url : String(input);
		const ask = (more?: RequestInit) => (own ?? fetch)(input, { ...init, ...more });
		if (!new URL(url).pathname.endsWith(wellKnown)) return ask();
		const fail = (reason: string) => {
			const message = `"${id}": ${url} is needed and ${reason}. Check the issuer (${issuer}) and the network`;
			return configError('issuer', message, InvalidEndpoints);
		};
		// A server that takes the question and says nothing would hold the person for minutes.
		const limit = AbortSignal.timeout(discoveryLimit);
		const signal = init?.signal ? AbortSignal.any([limit, init.signal]) : limit;
		const response = await ask({ signal }).catch((error: unknown) => {
			throw fail(`cannot be reached: ${whyUnreached(asError(error))}`);
		});
		if (!response.ok) throw fail(`answers ${response.status}`);
		// Microsoft's is asked once more, for the tenant of the person.
		if (new URL(url).href !== new URL(issuer.replace(/\/$/, '') + wellKnown).href) return response;
		const { issuer: said } = (await response.clone().json().catch(Object)) as { issuer?: unknown };
		const named = typeof said === 'string' ? parseHttpUrl(said) : null;
		if (named && named.href !== new URL(issuer).href)
			throw fail(`names another issuer: ${oneLine(String(said))}`);
		return response;
	};
	provider[customFetch] = asking;
}
