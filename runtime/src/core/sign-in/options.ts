import type { CredentialInput } from '@auth/core/providers/credentials';
import { type DevelopmentPerson, developmentPeople } from '../providers/development.js';
import { providerId, providerName, providerOption } from '../providers/index.js';
import type { ResolvedProvider } from '../types.js';

/**
 * An input of a sign-in form: attributes of an `<input>`, and its label.
 *
 * Specification: section 5 (credentials provider).
 */
export interface SignInField {
	/** Under which the field is sent, and `authorize` gets it. */
	name: string;
	/** For people. Default: the name. */
	label: string;
	/** As in HTML: `text`, `password`, `email` ... */
	type: string;
	/** Whether the form must not be sent without it. True unless the provider's `credentials` say otherwise. */
	required: boolean;
	/** As in HTML, such as `current-password`. Guessed by type and name where the provider does not say. */
	autocomplete?: AutoFill;
	/** As in HTML. */
	placeholder?: string;
}

/**
 * One way to sign in, as plain data that a page can show.
 *
 * Specification: sections 1 (provider types) and 4.2 (sign-in form action).
 */
export interface SignInOption {
	/** The provider's id: the field `providerId` of the sign-in form. */
	id: string;
	/** What a button says: `GitHub`. */
	name: string;
	/** The provider's type. */
	type: 'oauth' | 'oidc' | 'email' | 'credentials';
	/** What the person has to type. Empty when a button is enough. */
	fields: SignInField[];
	/** Test people to click on; only the development provider has some. Submit the id as the field `id`. */
	people: DevelopmentPerson[];
	/** Where accounts are set up: it is the way by which somebody signed in last in this browser. */
	lastUsed?: true;
}

/**
 * A provider of passkeys. A form cannot start it; `signIn` of the entry `/webauthn` does.
 *
 * Specification: section 2.5 (`experimental.enableWebAuthn`).
 */
export interface PasskeyOption {
	/** The provider's id. */
	id: string;
	/** What a button says: `Passkey`. */
	name: string;
	/** Where accounts are set up: it is the way by which somebody signed in last in this browser. */
	lastUsed?: true;
}

/** @param last id of the provider to be marked */
export function passkeyOptions(providers: readonly ResolvedProvider[], last?: string): PasskeyOption[] {
	return providers
		.filter(({ type }) => type === 'webauthn')
		.map((provider) => ({ ...named(provider), ...isLast(provider, last) }));
}

/**
 * The providers as a sign-in page shows them, without those of passkeys.
 *
 * @param last id of the one to be marked
 */
export function signInOptions(providers: readonly ResolvedProvider[], last?: string): SignInOption[] {
	return providers.flatMap((provider) => {
		if (provider.type === 'webauthn') return [];
		const people = developmentPeople(provider)?.map((person) => ({ ...person })) ?? [];
		const fields = people.length > 0 ? [] : fieldsOf(provider);
		return [{ ...named(provider), type: provider.type, fields, people, ...isLast(provider, last) }];
	});
}

const named = (provider: ResolvedProvider) => ({ id: providerId(provider), name: providerName(provider) });

const isLast = (provider: ResolvedProvider, last: string | undefined) =>
	providerId(provider) === last && ({ lastUsed: true } as const);

function fieldsOf(provider: ResolvedProvider): SignInField[] {
	if (provider.type === 'email') {
		return [{ name: 'email', label: 'E-mail', type: 'email', required: true, autocomplete: 'email' }];
	}
	if (provider.type !== 'credentials') return [];
	const inputs = providerOption<Record<string, CredentialInput>>(provider, 'credentials') ?? {};
	return Object.entries(inputs).map(([name, input]) => {
		const type = String(input.type ?? 'text');
		const autocomplete = (text(input.autocomplete) as AutoFill | undefined) ?? usualAutocomplete(name, type);
		const placeholder = text(input.placeholder);
		return {
			name,
			label: text(input.label) ?? name,
			type,
			required: input.required !== false,
			...(autocomplete && { autocomplete }),
			...(placeholder && { placeholder }),
		};
	});
}

/** Password managers need it, and people forget it. */
function usualAutocomplete(name: string, type: string): AutoFill | undefined {
	if (type === 'password') return 'current-password';
	if (type === 'email' || name === 'email') return 'email';
	return name === 'username' ? 'username' : undefined;
}

function text(value: unknown): string | undefined {
	return typeof value === 'string' && value !== '' ? value : undefined;
}
