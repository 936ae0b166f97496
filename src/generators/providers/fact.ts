/** What the generators know of a provider of `@auth/core`. */
export interface ProviderFact {
	/** `@auth/core/providers/<module>` */
	module: string;
	/** The provider's own id; part of its callback URL and of its variables' names. */
	id: string;
	name: string;
	type: 'oauth' | 'oidc' | 'email' | 'credentials' | 'webauthn';
	/** Name under which generated code imports the module's default export. */
	factory: string;
	/** It has no issuer of its own, so one must be configured. */
	issuer?: boolean;
	/** Options that have to be written in code before the core accepts it. */
	needs?: string[];
}
