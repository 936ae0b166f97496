import type { EnvVariable } from '../../edits/env/declared.ts';
import type { ProviderFact, ProviderOption } from './fact.ts';

/** An option of a provider, and the environment variable that holds it. */
export interface OptionVariable {
	/** `AUTH_GITHUB_ID` */
	variable: string;
	/** `GitHub: client id` */
	description: string;
	option: ProviderOption;
}

/** What a provider's variables begin with: `AUTH_GITHUB`; the core and the runtime read them under this name. */
export const variablePrefix = (id: string): string => `AUTH_${id.toUpperCase().replaceAll('-', '_')}`;

/** `Keycloak (staff)`: what a provider with an id of its own is called, so that it can be told from the first one. */
export const shownName = ({ fact, id }: { fact: ProviderFact; id: string }): string =>
	id === fact.id ? fact.name : `${fact.name} (${id})`;

/**
 * Everything that a provider is configured by, each option with its variable, client id first. The one source for
 * variables in code, env files, questions and documents.
 *
 * @param id the provider's id in the application, which names the variables: `staff` makes AUTH_STAFF_ID.
 */
export function providerOptions(fact: ProviderFact, id: string = fact.id): OptionVariable[] {
	const title = shownName({ fact, id });
	return [...clientOptions(fact), ...(fact.options ?? [])]
		.filter((option) => !isRare(option))
		.map((option) => ({
			variable: `${variablePrefix(id)}_${option.suffix}`,
			description: `${title}: ${option.description}`,
			option,
		}));
}

/** Options that few people need and only code can hand over: for documents, neither asked for nor declared. */
export const rareOptions = (fact: ProviderFact): ProviderOption[] => (fact.options ?? []).filter(isRare);

/**
 * A variable for these would stand empty in nearly every project, and some factories take the empty text for a value:
 * `new URL('')` in GitLab's would stop every sign-in.
 */
const isRare = ({ required, inCode }: ProviderOption): boolean => inCode && !required;

/** Client id and secret, and the issuer where the provider has none of its own. */
function clientOptions({ type, issuer, issuerForm }: ProviderFact): ProviderOption[] {
	if (type !== 'oauth' && type !== 'oidc') return [];
	const common = { required: true, secret: false, inCode: false };
	const description = issuerForm ? `issuer URL (${issuerForm})` : 'issuer URL';
	return [
		{ name: 'clientId', suffix: 'ID', description: 'client id', ...common },
		{ name: 'clientSecret', suffix: 'SECRET', description: 'client secret', ...common, secret: true },
		...(issuer ? [{ name: 'issuer', suffix: 'ISSUER', description, ...common }] : []),
	];
}

/** The variables of `providerOptions`, as they are declared. */
export const providerVariables = (fact: ProviderFact, id: string = fact.id): EnvVariable[] =>
	providerOptions(fact, id).map(({ variable, description }) => ({ name: variable, description }));
