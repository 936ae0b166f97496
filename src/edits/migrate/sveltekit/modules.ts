import { runtimeModules } from '../../../framework.ts';
import { coreMoves } from '../core-modules.ts';
import type { Move } from '../modules.ts';

const runtime = runtimeModules.sveltekit;
const onLocals = 'Ask the request instead: const session = await event.locals.auth();';

/**
 * What the versions of `@auth/sveltekit` export, 0.1 to 1.11, and where it is now.
 * @param svelte the major of Svelte, which decides about the components.
 */
export const svelteKitModules = ({ svelte }: { svelte: number | undefined }): Move[] => [
	{
		...{ module: '@auth/sveltekit', to: runtime },
		kept: [
			...['SvelteKitAuth', 'SvelteKitAuthConfig', 'AuthError', 'CredentialsSignin', 'customFetch'],
			...['Account', 'DefaultSession', 'Profile', 'Session', 'User'],
		],
		renamed: { SvelteKitAuthOptions: 'SvelteKitAuthConfig' },
		gone: {
			getSession: onLocals,
			setEnvDefaults: 'Leave it out: SvelteKitAuth reads the variables by itself.',
		},
	},
	{ module: '@auth/sveltekit/client', to: `${runtime}/client` },
	{
		module: '@auth/sveltekit/components',
		to: `${runtime}/components${svelte === 4 ? '/svelte4' : ''}`,
	},
	{ module: '@auth/sveltekit/webauthn', to: `${runtime}/webauthn` },
	{ module: '@auth/sveltekit/adapter', to: '@auth/core/adapters' },
	{ module: '@auth/sveltekit/adapters', to: '@auth/core/adapters' },
	{ module: '@auth/sveltekit/providers', to: '@auth/core/providers' },
	{ module: '@auth/sveltekit/providers/*', to: '@auth/core/providers/*' },
	{ module: '@auth/sveltekit/package.json', to: '@authgraft/runtime/package.json' },
	{ module: '@auth/sveltekit/node_modules/@auth/core/*', to: '@auth/core/*' },
	...coreMoves,
];
