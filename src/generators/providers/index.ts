import { AuthgraftError } from '../../errors.ts';
import { catalogue } from './catalogue.ts';
import type { ProviderFact } from './fact.ts';
import { findProvider, unknownProvider } from './find.ts';

export {
	type OptionVariable,
	providerOptions,
	providerVariables,
	rareOptions,
	shownName,
	variablePrefix,
} from './options.ts';

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
 * The facts for what people type: ids, module names, names ("Microsoft Entra ID") and other words (`entra`), in any case.
 * Each provider comes once.
 *
 * @param facts where to look, `[development, ...(await readCatalogue(host)).facts]`. Without, the answer is for `init`,
 * which refuses what it cannot set up (`notYet`).
 * @throws AuthgraftError AG_PROVIDER_UNKNOWN (exit 2, with the nearest ids), AG_PROVIDER_UNSUPPORTED (only `init`).
 */
export function findProviders(wanted: readonly string[], facts?: readonly ProviderFact[]): ProviderFact[] {
	const all = facts ?? providers;
	const found = wanted.map((text) => {
		const fact = findProvider(text, all);
		if (!fact) throw unknownProvider(text, all);
		if (!facts) refuseNotYet(fact);
		return fact;
	});
	return [...new Set(found)];
}

function refuseNotYet(fact: ProviderFact): void {
	const reason = notYet(fact);
	if (!reason) return;
	throw new AuthgraftError(
		'AG_PROVIDER_UNSUPPORTED',
		`The provider ${fact.id} ${reason}`,
		`Run init without it, and then: authgraft add-provider ${fact.id}`,
		2,
	);
}

/** Why `init` does not set a provider up, if so: `add-provider` asks more questions. */
export function notYet(fact: ProviderFact): string | undefined {
	if (fact.type === 'email')
		return 'sends links by e-mail and needs a database adapter, which init does not set up';
	if (fact.type === 'webauthn') return 'needs a database adapter, which init does not set up';
	const open = fact.options?.filter(({ required, inCode }) => required && inCode) ?? [];
	if (open.length > 0)
		return `needs options that init does not ask for: ${open.map(({ name }) => name).join(', ')}`;
	return undefined;
}
