import { isObject } from '../../../host/packages/manifest.ts';
import type { Derivation, DerivedFact } from './index.ts';

/**
 * What another process or a cache says, as far as it can be used: names that end up in code, file names, URLs and
 * comments are held to what providers are called. Undefined when it is no derivation at all.
 */
export function checkDerivation(value: unknown): Derivation | undefined {
	if (!isObject(value) || !Array.isArray(value.facts) || !Array.isArray(value.failed)) return undefined;
	const facts = value.facts.flatMap((fact) => checkFact(fact) ?? []);
	const modules = new Set(facts.map(({ module }) => module));
	const ids = new Set(facts.map(({ id }) => id));
	const isUnique = modules.size === facts.length && ids.size === facts.length;
	if (facts.length === 0 || !isUnique) return undefined;
	const odd = value.facts
		.filter((fact) => !checkFact(fact))
		.map((fact) => ({ ...fact, reason: 'it describes itself in an unknown way' }));
	const failed = [...value.failed, ...odd].flatMap((entry) => {
		if (!isObject(entry) || !isModule(entry.module) || modules.has(entry.module)) return [];
		return [{ module: entry.module, reason: printable(String(entry.reason ?? '')) }];
	});
	return { facts, failed };
}

const types = ['oauth', 'oidc', 'email', 'credentials', 'webauthn'];

const isModule = (value: unknown): value is string => matches(value, /^[\w-]{1,60}$/);

function checkFact(value: unknown): DerivedFact | undefined {
	if (!isObject(value)) return undefined;
	const { module, id, name, type, factory, issuer, postsFrom, authorizesAt } = value;
	if (!isModule(module) || !matches(id, /^[\w.~-]{1,60}$/)) return undefined;
	if (!matches(name, /^[\p{L}\p{N}][\p{L}\p{N} .,!&()+_-]{0,59}$/u)) return undefined;
	if (!matches(factory, /^[A-Z][A-Za-z0-9]{0,59}$/)) return undefined;
	if (typeof type !== 'string' || !types.includes(type)) return undefined;
	const fact: DerivedFact = { module, id, name, type, factory };
	if (issuer === true) fact.issuer = true;
	if (authorizesAt !== undefined) {
		if (!isOrigin(authorizesAt)) return undefined;
		fact.authorizesAt = authorizesAt;
	}
	if (Array.isArray(postsFrom) && postsFrom.length > 0) {
		if (!postsFrom.every(isOrigin)) return undefined;
		fact.postsFrom = postsFrom;
	}
	return fact;
}

const matches = (value: unknown, pattern: RegExp): value is string =>
	typeof value === 'string' && pattern.test(value);

/** Host names may hold a quote as far as URLs are concerned. */
const isOrigin = (value: unknown): value is string =>
	matches(value, /^https:\/\/[a-z\d.-]+(?::\d+)?$/) && URL.parse(value)?.origin === value;

/** Nothing that a terminal obeys. */
const printable = (text: string): string => text.replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '').slice(0, 200);
