import { AuthgraftError } from '../../../errors.ts';
import type { AddProviderAnswers, WantedProvider } from '../../../generators/add-provider/answers.ts';
import type { ProviderFact, ProviderOption } from '../../../generators/providers/fact.ts';
import { findProviders, providerOptions, variablePrefix } from '../../../generators/providers/index.ts';
import { providerChoices } from '../../answers/provider-choices.ts';
import { canAsk } from '../../terminal/can-ask.ts';
import { type AddProviderOptions, clientId, issuer } from './options.ts';
import { readValues } from './values.ts';

/** What the host says, as far as the questions depend on it. */
export interface KnownProviders {
	/** All that can be added. */
	facts: readonly ProviderFact[];
	/** Ids that the auth module lists already. */
	listed: readonly string[];
	/** Variables that some env file of the host has a value for. */
	isSet(variable: string): boolean;
	/** Throws what stands against a provider, whatever its values are. */
	check(wanted: readonly WantedProvider[]): void;
}

/**
 * What to add, from arguments and flags first, then from standard input, then from questions.
 * @throws AuthgraftError AG_PROVIDER_UNKNOWN, AG_PROVIDER_ID_INVALID, AG_MISSING_ANSWER, AG_VALUE_INVALID (all exit 2),
 * AG_CANCELLED.
 */
export async function addProviderAnswers(
	ids: readonly string[],
	options: AddProviderOptions,
	known: KnownProviders,
): Promise<AddProviderAnswers> {
	const named = ids.length > 0 ? ids : await askForProviders(options, known);
	const facts = findProviders(named, known.facts);
	const providers = facts.map((fact) => ({ fact, id: ownId(options, facts, known) ?? fact.id }));
	known.check(providers);
	if (options.signOut) checkSignOut(providers);
	const flags = flagValues(options, providers);
	const values = { ...(await readValues(options, providers)), ...flags };
	checkValues(providers, values);
	// What is listed already may read other variables; its values can still be piped in.
	const added = providers.filter(({ id }) => !known.listed.includes(id));
	const asked = canAsk(options) && !options.dryRun ? await askForValues(added, values, known) : undefined;
	return {
		providers,
		values: { ...values, ...asked },
		signOut: options.signOut === true,
		module: options.module,
	};
}

async function askForProviders(
	options: AddProviderOptions,
	{ facts, listed }: KnownProviders,
): Promise<string[]> {
	if (!canAsk(options))
		throw new AuthgraftError(
			'AG_MISSING_ANSWER',
			'There is no terminal to ask on, and no provider is named',
			'Name them: authgraft add-provider github google. authgraft providers lists what there is.',
			2,
		);
	const { chooseSeveral } = await import('../../terminal/prompts.ts');
	const choices = providerChoices(facts).filter(({ value }) => !listed.includes(value));
	return chooseSeveral('How else do people sign in? (type to search)', choices, []);
}

/** `--id`: it becomes a part of URLs and of variables' names. */
function ownId(
	{ id }: AddProviderOptions,
	facts: readonly ProviderFact[],
	known: KnownProviders,
): string | undefined {
	if (id === undefined) return undefined;
	const invalid = (message: string, hint: string) =>
		new AuthgraftError('AG_PROVIDER_ID_INVALID', `--id ${id}: ${message}`, hint, 2);
	const [fact, second] = facts;
	if (second)
		throw invalid('one id cannot stand for several providers', 'Add them one by one, each with an --id.');
	if (!/^[a-z](?:[a-z0-9]|[-_](?=[a-z0-9]))*$/i.test(id))
		throw invalid(
			'an id has letters, digits, - and _, and begins with a letter',
			'Choose one such as staff or keycloak-staff.',
		);
	const other = known.facts.find((one) => variablePrefix(one.id) === variablePrefix(id) && one !== fact);
	if (other)
		throw invalid(
			`that is the id of ${other.name}, whose variables it would share`,
			'Choose one that no provider has.',
		);
	if (fact?.id === 'development') throw invalid('there is one development provider', 'Leave --id away.');
	return id;
}

/** OAuth has nothing like it. */
function checkSignOut(providers: readonly WantedProvider[]): void {
	const other = providers.find(({ fact }) => fact.type !== 'oidc');
	if (!other) return;
	throw new AuthgraftError(
		'AG_VALUE_INVALID',
		`--sign-out: ${other.fact.name} is no OpenID provider, and has no session that others can end`,
		'Leave the flag away, or name OpenID providers alone: authgraft providers <id> tells the type.',
		2,
	);
}

/** `--client-id` and `--issuer`, under their variables' names. */
function flagValues(
	options: AddProviderOptions,
	providers: readonly WantedProvider[],
): Record<string, string> {
	const given = [
		{ flag: clientId, value: options.clientId },
		{ flag: issuer, value: options.issuer },
	];
	const values: Record<string, string> = {};
	for (const { flag, value } of given) {
		if (value === undefined) continue;
		const [only, second] = providers;
		if (!only || second)
			throw new AuthgraftError(
				'AG_VALUE_INVALID',
				`${flag.long} is for one provider, and several are named`,
				'Add them one by one, or give the values of all with --stdin.',
				2,
			);
		const found = providerOptions(only.fact, only.id).find(
			({ option }) => option.name === flag.attributeName(),
		);
		if (!found)
			throw new AuthgraftError(
				'AG_VALUE_INVALID',
				`${flag.long}: ${only.fact.name} has none`,
				`authgraft providers ${only.fact.id} tells what it is configured by.`,
				2,
			);
		values[found.variable] = value;
	}
	return values;
}

function checkValues(providers: readonly WantedProvider[], values: Readonly<Record<string, string>>): void {
	for (const { variable, option } of providers.flatMap(({ fact, id }) => providerOptions(fact, id))) {
		const fault = valueFault(option, values[variable]);
		if (fault) throw new AuthgraftError('AG_VALUE_INVALID', `${variable}: ${fault}`, 'Look it up again.', 2);
	}
}

/** Discovery asks below the issuer, so that something else than a URL is found out at the first sign-in only. */
function valueFault({ name }: ProviderOption, value: string | undefined): string | undefined {
	if (name !== 'issuer' || !value) return undefined;
	const url = URL.canParse(value) ? new URL(value) : undefined;
	if (url && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '') return undefined;
	return 'an issuer is an http(s) URL without query, such as https://id.example.com/realms/main';
}

async function askForValues(
	providers: readonly WantedProvider[],
	given: Readonly<Record<string, string>>,
	{ isSet }: KnownProviders,
): Promise<Record<string, string>> {
	const { askSecret, askText } = await import('../../terminal/prompts.ts');
	const values: Record<string, string> = {};
	for (const { fact, id } of providers)
		for (const { variable, description, option } of providerOptions(fact, id)) {
			if (given[variable] !== undefined || isSet(variable)) continue;
			const empty = option.required ? 'empty to fill it in later' : 'optional';
			const question = `${description} (${variable}; ${empty})`;
			const validate = (value: string | undefined) => valueFault(option, value);
			const value = option.secret ? await askSecret(question) : await askText(question, { validate });
			if (value) values[variable] = value;
		}
	return values;
}
