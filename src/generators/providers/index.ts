import type { EnvVariable } from '../../edits/env-vars.ts';
import { AuthgraftError } from '../../errors.ts';
import { distance } from '../../host/routes/distance.ts';
import { catalogue } from './catalogue.ts';
import type { ProviderFact } from './fact.ts';

/** Test people to click on; part of the runtime, so not in the core's catalogue. */
export const development: ProviderFact = {
	module: '',
	id: 'development',
	name: 'Development (test people, offline)',
	type: 'credentials',
	factory: 'Development',
};

/** Everything that can be asked for by id, the default first. */
export const providers: readonly ProviderFact[] = [development, ...catalogue];

/** Shown first when a person chooses; the rest is found by typing. */
export const popular = [
	'development',
	'credentials',
	'github',
	'google',
	'microsoft-entra-id',
	'discord',
	'apple',
	'keycloak',
	'auth0',
	'okta',
];

/**
 * The facts for ids as people type them.
 * @throws AuthgraftError AG_PROVIDER_UNKNOWN (exit 2, with the nearest ids), AG_PROVIDER_UNSUPPORTED.
 */
export function findProviders(ids: readonly string[]): ProviderFact[] {
	return [...new Set(ids)].map((id) => {
		const fact = providers.find(
			(provider) => provider.id === id || (provider.module !== '' && provider.module === id),
		);
		if (!fact) throw unknown(id);
		const missing = notYet(fact);
		if (missing) {
			throw new AuthgraftError(
				'AG_PROVIDER_UNSUPPORTED',
				`The provider ${id} ${missing}`,
				'Choose another one, or add it to the auth module by hand.',
				2,
			);
		}
		return fact;
	});
}

/** Why a provider cannot be set up by this version, if so. */
export function notYet(fact: ProviderFact): string | undefined {
	if (fact.type === 'email')
		return 'sends links by e-mail and needs a database adapter, which this version cannot set up yet';
	if (fact.type === 'webauthn') return 'needs a database adapter, which this version cannot set up yet';
	if (fact.needs) return `needs options that this version cannot ask for yet: ${fact.needs.join(', ')}`;
	return undefined;
}

function unknown(id: string): AuthgraftError {
	const near = providers
		.map((provider) => ({ id: provider.id, distance: distance(id.toLowerCase(), provider.id) }))
		.filter(
			({ id: other, distance: d }) => d <= Math.max(2, id.length / 3) || other.startsWith(id.toLowerCase()),
		)
		.sort((a, b) => a.distance - b.distance)
		.slice(0, 3)
		.map((provider) => provider.id);
	const hint =
		near.length > 0
			? `Did you mean ${near.join(' or ')}?`
			: 'The ids are those of @auth/core/providers, for example github or google.';
	return new AuthgraftError('AG_PROVIDER_UNKNOWN', `There is no provider "${id}"`, hint, 2);
}

/** Variables of a provider, named as the core reads them: `AUTH_<ID>_ID`. */
export function providerVariables(fact: ProviderFact): EnvVariable[] {
	if (fact.type !== 'oauth' && fact.type !== 'oidc') return [];
	const prefix = `AUTH_${fact.id.toUpperCase().replaceAll('-', '_')}`;
	return [
		{ name: `${prefix}_ID`, description: `${fact.name}: client id` },
		{ name: `${prefix}_SECRET`, description: `${fact.name}: client secret` },
		...(fact.issuer ? [{ name: `${prefix}_ISSUER`, description: `${fact.name}: issuer URL` }] : []),
	];
}
