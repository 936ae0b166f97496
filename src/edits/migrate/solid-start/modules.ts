import { runtimeModules } from '../../../framework.ts';
import { coreMoves } from '../core-modules.ts';
import type { Move } from '../modules.ts';

const runtime = runtimeModules['solid-start'];
const errorsAndTypes = [
	...['AuthError', 'CredentialsSignin', 'customFetch'],
	...['Account', 'DefaultSession', 'Profile', 'Session', 'User'],
];
const ownReader = 'Leave it out: SolidAuth reads the variables by itself.';
const readIt = 'Read the value where you need it: the runtime has no helper for it.';

/** What `@auth/solid-start` exports, 0.1 to 0.19. */
const solidStart: Move[] = [
	{
		...{ module: '@auth/solid-start', to: runtime },
		kept: ['SolidAuth', 'SolidAuthConfig', 'getSession', 'GetSessionResult', ...errorsAndTypes],
	},
	{ module: '@auth/solid-start/client', to: `${runtime}/client` },
	{ module: '@auth/solid-start/webauthn', to: `${runtime}/webauthn` },
	{ module: '@auth/solid-start/adapters', to: '@auth/core/adapters' },
	{ module: '@auth/solid-start/providers', to: '@auth/core/providers' },
	{ module: '@auth/solid-start/providers/*', to: '@auth/core/providers/*' },
	{ module: '@auth/solid-start/package.json', to: '@authgraft/runtime/package.json' },
];

const components = Object.fromEntries(
	['SessionProvider', 'useAuth', 'createSession'].map((name) => [
		name,
		{ module: `${runtime}/components`, name },
	]),
);

/** What people paste where a page is wrapped in a call that the predecessor's plugin of Vite compiles. */
const guardedPage = `import { requireUser } from '${runtime}';
import { createAsync, query, type RouteSectionProps } from '@solidjs/router';
import { Show } from 'solid-js';
import { getRequestEvent } from 'solid-js/web';
import { authConfig } from '~/server/auth';

const guard = query(async (from: string) => {
	'use server';
	return requireUser(getRequestEvent(), authConfig, { from });
}, 'guard');

export default function Page(props: RouteSectionProps) {
	const session = createAsync(() => guard(props.location.pathname), { deferStream: true });
	return <Show when={session()}>{(session) => <h1>{session().user.name}</h1>}</Show>;
}`;

/** What `@solid-mediakit/auth` exports, 2 and 3, and its plugin of Vite. */
const mediakit: Move[] = [
	{
		...{ module: '@solid-mediakit/auth', to: runtime },
		kept: [
			...['SolidAuth', 'SolidAuthConfig', 'auth', 'getSession', 'GetSessionResult', 'authMiddleware'],
			...['signIn', 'signOut', ...errorsAndTypes],
		],
		renamed: { server_signIn: 'signIn', server_signOut: 'signOut' },
		gone: { protected$: guardedPage },
	},
	{
		...{ module: '@solid-mediakit/auth/client', to: `${runtime}/client` },
		kept: ['getSession', 'signIn', 'signOut'],
		moved: components,
		gone: {
			SessionContext: 'Ask useAuth() or createSession() instead: the context itself is not exported.',
			__SOLIDAUTH: 'Leave it out: the client has no settings that are shared.',
		},
	},
	{
		...{ module: '@solid-mediakit/auth/types', to: `${runtime}/client` },
		kept: ['SignInOptions', 'SignOutParams', 'SignInAuthorizationParams'],
		moved: { SolidAuthConfig: { module: runtime, name: 'SolidAuthConfig' } },
	},
	{
		...{ module: '@solid-mediakit/auth/utils', to: runtime },
		kept: [],
		gone: {
			setEnvDefaults: ownReader,
			...Object.fromEntries(
				['parseUrl', 'conditionalEnv', 'getEnv', 'getBasePath', 'now', 'objectIsSession'].map((name) => [
					name,
					readIt,
				]),
			),
		},
	},
	{
		...{ module: '@solid-mediakit/auth-plugin', to: runtime },
		kept: [],
		gone: {
			authVite: `Take authVite() and its import out: nothing compiles protected$() any more. A page behind sign-in:\n\n${guardedPage}`,
		},
	},
];

/** What `start-authjs` exports. */
const startAuthJs: Move[] = [
	{
		...{ module: 'start-authjs', to: runtime },
		kept: ['getSession', 'GetSessionResult', 'auth', 'authMiddleware', ...errorsAndTypes],
		renamed: {
			...{ StartAuthJS: 'SolidAuth', StartAuthJSConfig: 'SolidAuthConfig', AuthRequestContext: 'SolidEvent' },
			...{ AuthSession: 'Session', AuthUser: 'User' },
			...{ serverSignIn: 'signIn', serverSignOut: 'signOut' },
		},
		moved: {
			SignInOptions: { module: `${runtime}/client`, name: 'SignInOptions' },
			SignOutOptions: { module: `${runtime}/client`, name: 'SignOutParams' },
			SignInAuthorizationParams: { module: `${runtime}/client`, name: 'SignInAuthorizationParams' },
		},
		gone: { setEnvDefaults: ownReader, getBasePath: readIt, parseUrl: readIt },
	},
];

/** Where everything of the three predecessors on SolidStart is now. */
export const solidStartModules: readonly Move[] = [...solidStart, ...mediakit, ...startAuthJs, ...coreMoves];
