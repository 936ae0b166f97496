import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What a provider module tells about itself. */
export interface DerivedFact {
	module: string;
	id: string;
	name: string;
	type: string;
	factory: string;
	issuer?: boolean;
	postsFrom?: string[];
	authorizesAt?: string;
}

export interface Derivation {
	facts: DerivedFact[];
	/** Modules that could not be asked: a package is missing, or the factory throws. */
	failed: { module: string; reason: string }[];
}

/** Begins the line that the process of its own writes; modules may print what they like. */
export const marker = 'authgraft-providers:';

type Options = Record<string, unknown>;
type Defaults = Options & { id: string; name: string; type: string };

/** Not providers, now or in older cores; `index` would load all, and with them packages that are not installed. */
const others = new Set(['index', 'oauth', 'oauth-types', 'provider-types']);

/** Names of the provider modules in a folder of the core, sorted. */
export function listModules(folder: string): string[] {
	return readdirSync(folder)
		.filter((file) => file.endsWith('.js'))
		.map((file) => file.slice(0, -'.js'.length))
		.filter((name) => !others.has(name))
		.sort();
}

/**
 * Asks each provider module of an installed core, by calling its default export. This runs the modules, so it belongs
 * into a process of its own, except for our own core. One that throws does not keep the others from answering.
 *
 * @param folder absolute path of `@auth/core/providers`
 */
export async function deriveFacts(folder: string): Promise<Derivation> {
	const result: Derivation = { facts: [], failed: [] };
	for (const module of listModules(folder)) {
		try {
			const { default: factory } = await import(pathToFileURL(join(folder, `${module}.js`)).href);
			// Helpers among the modules export types and constants only.
			if (factory !== undefined) result.facts.push(deriveFact(module, factory));
		} catch (error) {
			const [reason = ''] = String((error as Error)?.message ?? error).split('\n');
			result.failed.push({ module, reason: reason.slice(0, 200) });
		}
	}
	return result;
}

function deriveFact(module: string, factory: (options: Options) => Defaults): DerivedFact {
	const defaults = defaultsOf(factory);
	const { id, name, type } = defaults;
	const fact: DerivedFact = { module, id, name, type, factory: localName(factory.name, name) };
	if (type === 'oauth' || type === 'oidc') {
		if (needsIssuer(factory, defaults)) fact.issuer = true;
		const page = authorizationOrigin(defaults);
		if (page && !fact.issuer) fact.authorizesAt = page;
		const origin = postingOrigin(defaults);
		if (origin) fact.postsFrom = [origin];
	}
	return fact;
}

/** Some factories throw without their options (`server`): those get a text for whatever they ask for. */
function defaultsOf(factory: (options: Options) => Defaults): Defaults {
	try {
		return factory({});
	} catch {
		return factory(
			new Proxy({}, { get: (_, name) => (typeof name === 'string' ? 'placeholder' : undefined) }),
		);
	}
}

const endpoints = ['authorization', 'token', 'userinfo'];

const urlOf = (endpoint: unknown): string | undefined =>
	typeof endpoint === 'string' ? endpoint : (endpoint as { url?: string } | undefined)?.url;

/** Whether an issuer makes it complete that is not complete without: the core's own rule, and URLs built from one. */
function needsIssuer(factory: (options: Options) => Defaults, defaults: Defaults): boolean {
	const gap = (provider: Defaults) => endpoints.some((name) => urlOf(provider[name])?.includes('undefined'));
	// NetSuite's URLs are built from something else.
	if (gap(defaults)) return !gap(factory({ issuer: 'https://issuer.example' }));
	// Some factories write the issuer that they fall back to into the options they were given.
	if (defaults.issuer ?? (defaults.options as Options | undefined)?.issuer) return false;
	return !endpoints.every((name) => urlOf(defaults[name]) ?? asksByItself(defaults[name]));
}

/** Todoist's user comes from a call of its own, so there is no URL. NetSuite's has to be given. */
const asksByItself = (endpoint: unknown): boolean =>
	typeof (endpoint as { request?: unknown } | undefined)?.request === 'function';

/** Where people are sent to: the page that the provider names, or that of its issuer. */
function authorizationOrigin({ authorization, issuer, options }: Defaults): string | undefined {
	const address = urlOf(authorization) ?? issuer ?? (options as Options | undefined)?.issuer;
	const url = typeof address === 'string' ? URL.parse(address) : null;
	// What is made of an option says so in its host: `undefined.example.com`.
	return url?.protocol === 'https:' && !url.host.includes('undefined') ? url.origin : undefined;
}

/** Where the answer comes from as a form that is posted across sites. */
function postingOrigin(provider: Defaults): string | undefined {
	const { authorization, issuer } = provider;
	const url = URL.parse(urlOf(authorization) ?? String(issuer));
	const params = (authorization as { params?: Options } | undefined)?.params;
	const mode = params?.response_mode ?? url?.searchParams.get('response_mode');
	return mode === 'form_post' ? url?.origin : undefined;
}

/** The local name in generated code: the factory's own, which is how the core's documentation imports it. */
function localName(name: string, title: string): string {
	if (/^[A-Z][A-Za-z0-9]*$/.test(name)) return name;
	const pascal = title.replace(/[^A-Za-z0-9]+(.)?/g, (_, next) => (next ?? '').toUpperCase());
	return /^[0-9]/.test(pascal) ? `Provider${pascal}` : pascal;
}
