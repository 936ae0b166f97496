// Writes src/generators/providers/catalogue.ts from the installed @auth/core: `node scripts/derive-providers.mjs`.
// Everything that a provider module tells is read from it; what it cannot tell stands in `handFacts`.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
// `./package.json` is not among the exports of the core, so its root is found by going up from its entry.
const root = dirname(require.resolve('@auth/core'));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Modules that cannot be imported or called without a package or option that we do not have. */
const handFacts = {
	email: { id: 'email', name: 'Email', type: 'email', factory: 'Email' },
	nodemailer: { id: 'nodemailer', name: 'Nodemailer', type: 'email', factory: 'Nodemailer' },
	passkey: { id: 'passkey', name: 'Passkey', type: 'webauthn', factory: 'Passkey' },
	webauthn: { id: 'webauthn', name: 'WebAuthn', type: 'webauthn', factory: 'WebAuthn' },
};
/** The core itself refuses these with their defaults (InvalidEndpoints). */
const needMore = { netsuite: ['accountID', 'userinfo'], todoist: ['userinfo'], notion: ['redirectUri'] };

const modules = readdirSync(join(root, 'providers'))
	.filter((file) => file.endsWith('.js'))
	.map((file) => file.slice(0, -3))
	.filter((name) => !['index', 'oauth', 'provider-types'].includes(name))
	.sort();

const facts = [];
for (const module of modules)
	facts.push(handFacts[module] ? { module, ...handFacts[module] } : await derive(module));

async function derive(module) {
	const { default: factory } = await import(`@auth/core/providers/${module}`);
	const defaults = factory({});
	const { id, name, type } = defaults;
	const fact = { module, id, name, type, factory: identifier(factory.name, name) };
	if (type === 'oauth' || type === 'oidc') {
		if (needsIssuer(defaults)) fact.issuer = true;
		if (needMore[module]) fact.needs = needMore[module];
	}
	return fact;
}

/** No issuer by itself and not all endpoints (the core's own rule), or an endpoint's URL that is built from one. */
function needsIssuer(defaults) {
	const urls = ['authorization', 'token', 'userinfo'].map((name) => {
		const endpoint = defaults[name];
		return typeof endpoint === 'string' ? endpoint : endpoint?.url;
	});
	if (urls.some((url) => url?.startsWith('undefined'))) return defaults.id !== 'netsuite';
	// Some factories write the issuer that they fall back to into the options they were given.
	if (defaults.issuer ?? defaults.options?.issuer) return false;
	return !urls.every(Boolean) && !needMore[defaults.id];
}

/** The local name in generated code: the factory's own, which is how the core's documentation imports it. */
function identifier(name, title) {
	if (/^[A-Z][A-Za-z0-9]*$/.test(name)) return name;
	const pascal = title.replace(/[^A-Za-z0-9]+(.)?/g, (_, next) => (next ?? '').toUpperCase());
	return /^[0-9]/.test(pascal) ? `Provider${pascal}` : pascal;
}

const lines = facts.map((fact) => `\t${JSON.stringify(fact)},`);
const target = new URL('../src/generators/providers/catalogue.ts', import.meta.url);
writeFileSync(
	target,
	[
		`// Made by scripts/derive-providers.mjs from @auth/core ${version}. Do not edit.`,
		"import type { ProviderFact } from './fact.ts';",
		'',
		'export const catalogue: readonly ProviderFact[] = [',
		...lines,
		'];',
		'',
	].join('\n'),
);
execFileSync('npx', ['biome', 'check', '--write', '--log-level=error', target.pathname], {
	stdio: 'inherit',
});
