/** What the generators know of a provider of `@auth/core`. */
export interface ProviderFact {
	/** `@auth/core/providers/<module>`; empty for the development provider, which is part of the runtime. */
	module: string;
	/** The provider's own id; part of its callback URL and of its variables' names. */
	id: string;
	name: string;
	type: 'oauth' | 'oidc' | 'email' | 'credentials' | 'webauthn';
	/** Name under which generated code imports the module's default export. */
	factory: string;
	/** It has no issuer of its own, so one must be configured. */
	issuer?: boolean;
	/** What its issuer looks like, for people who have to find theirs: `https://<host>/realms/<realm>`. */
	issuerForm?: string;
	/** What it is configured by beyond client id, secret and required issuer. */
	options?: ProviderOption[];
	/** Packages that it needs, name to range: `{ nodemailer: '^8.0.5' }`. */
	packages?: Record<string, string>;
	/** Origins whose pages post to the callback (`response_mode=form_post`): `https://appleid.apple.com`. */
	postsFrom?: string[];
	/** Origin of the page that people are sent to, where it is the same for everybody: `https://github.com`. */
	authorizesAt?: string;
	/** Why it should not be chosen for something new, and what instead: one sentence. */
	deprecated?: string;
}

/** An option of a provider that becomes an environment variable. */
export interface ProviderOption {
	/** As the factory takes it: `accountID`. */
	name: string;
	/** What the variable's name ends with: `ACCOUNT_ID`, for AUTH_NETSUITE_ACCOUNT_ID. */
	suffix: string;
	/** A few words; they follow the provider's name in comments and questions: `account id, such as 1234567`. */
	description: string;
	/** The provider does not work without. */
	required: boolean;
	/** Not shown while it is typed. */
	secret: boolean;
	/** The runtime does not read the variable by itself, so generated code hands it to the factory. */
	inCode: boolean;
	/** The factory's type wants a string, so code falls back to an empty one. */
	orEmpty?: boolean;
	/** The only values that the factory's type takes. */
	values?: string[];
}
