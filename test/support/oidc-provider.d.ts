/** The part of oidc-provider that the test provider uses; the package ships no types. */
declare module 'oidc-provider' {
	import type { IncomingMessage, ServerResponse } from 'node:http';

	interface Interaction {
		prompt: { name: string };
	}

	interface Grant {
		addOIDCScope(scope: string): void;
		save(): Promise<string>;
	}

	interface Context {
		body: string;
		oidc: {
			client: { clientId: string };
			session: { accountId: string };
			params: Record<string, string | undefined>;
			provider: Provider;
		};
	}

	export default class Provider {
		constructor(issuer: string, configuration: Record<string, unknown>);
		readonly Grant: new (of: {
			clientId: string;
			accountId: string;
		}) => Grant;
		callback(): (request: IncomingMessage, response: ServerResponse) => void;
		interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
		interactionFinished(
			request: IncomingMessage,
			response: ServerResponse,
			result:
				| { login: { accountId: string }; consent: object }
				| { error: string; error_description: string },
		): Promise<void>;
	}

	export type { Context };
}
