import type { Move } from './modules.ts';

const types = {
	renamed: { BuiltInProviderType: 'ProviderId', RedirectableProviderType: 'ProviderId' },
	gone: { CallbacksOptions: "Write NonNullable<AuthConfig['callbacks']> instead, of @auth/core." },
};

/** What `@auth/core` exported under other names on the way from 0.1 to 0.41. */
export const coreMoves: readonly Move[] = [
	{ module: '@auth/core/Adapter', to: '@auth/core/adapters' },
	{ module: '@auth/core/types', to: '@auth/core/types', gone: types.gone },
	{ module: '@auth/core/providers', to: '@auth/core/providers', renamed: types.renamed },
	{
		...{ module: '@auth/core', to: '@auth/core' },
		renamed: { AuthHandler: 'Auth', AuthOptions: 'AuthConfig' },
	},
];
