import { ada } from './ada.ts';

/** The providers of every such host, with the values that nothing but the host itself reads from the environment. */
const configuration = `	secret: process.env.AUTH_SECRET,
	providers: [
		Keycloak({
			clientId: process.env.AUTH_KEYCLOAK_ID,
			clientSecret: process.env.AUTH_KEYCLOAK_SECRET,
			issuer: process.env.AUTH_KEYCLOAK_ISSUER,
		}),
		Credentials({
			name: 'the password',
			credentials: { email: { label: 'E-mail' }, password: { label: 'Password', type: 'password' } },
			authorize: ({ email, password }) =>
				email === '${ada.email}' && password === '${ada.password}'
					? { id: 'ada', name: '${ada.name}', email: '${ada.email}' }
					: null,
		}),
	],
	callbacks: {
		jwt({ token, user }) {
			if (user) token.padding = 'x'.repeat(6000);
			return token;
		},
		session({ session, token }) {
			if (token.sub && session.user) session.user.id = token.sub;
			return session;
		},
	},
`;

/** As the template `with-authjs` of create-solid has it: links to the pages that Auth.js makes itself. */
export const startAuthjsFiles: Record<string, string> = {
	'src/server/auth.ts': `import Credentials from '@auth/core/providers/credentials';
import Keycloak from '@auth/core/providers/keycloak';
import type { StartAuthJSConfig } from 'start-authjs';

declare module 'start-authjs' {
	interface AuthSession {
		loginType?: string;
	}
}

export const authConfig: StartAuthJSConfig = {
${configuration}};
`,
	'src/routes/api/auth/[...solidauth].ts': `import type { AuthRequestContext } from 'start-authjs';
import { StartAuthJS } from 'start-authjs';
import { authConfig } from '~/server/auth';

const { GET: AuthGET, POST: AuthPOST } = StartAuthJS(authConfig);

export const GET = (event: AuthRequestContext) => {
	return AuthGET({ request: event.request, response: new Response() });
};

export const POST = (event: AuthRequestContext) => {
	return AuthPOST({ request: event.request, response: new Response() });
};
`,
	'src/routes/index.tsx': `import { createAsync, query } from '@solidjs/router';
import { Show } from 'solid-js';
import { getRequestEvent } from 'solid-js/web';
import { getSession } from 'start-authjs';
import { authConfig } from '~/server/auth';

const getUser = query(async () => {
	'use server';
	const event = getRequestEvent();
	if (!event) return null;
	const session = await getSession(event.request, authConfig);
	return session?.user ?? null;
}, 'user');

export default function Home() {
	const user = createAsync(() => getUser(), { deferStream: true });
	return (
		<main>
			<p data-testid="who">{user()?.name ?? 'nobody'}</p>
			<Show when={user()} fallback={<a href="/api/auth/signin">Sign in</a>}>
				<a href="/api/auth/signout">Sign out</a>
			</Show>
		</main>
	);
}
`,
};

interface ClientOf {
	/** The line that imports, and the one inside of the component, for a function by its name. */
	imports(name: string): string;
	taken(name: string): string;
	/** By what name the page to go to is handed over. */
	target: { signIn: string; signOut: string };
}

/** Pages of a host whose browsers sign in and out with functions. */
const pages = ({ imports, taken, target }: ClientOf) => ({
	'src/routes/signin.tsx': `${imports('signIn')}import { createSignal, onMount } from 'solid-js';

export default function SignIn() {
${taken('signIn')}	const [ready, setReady] = createSignal(false);
	onMount(() => setReady(true));
	const enter = (event: SubmitEvent) => {
		event.preventDefault();
		const form = new FormData(event.currentTarget as HTMLFormElement);
		const [email, password] = [String(form.get('email')), String(form.get('password'))];
		void signIn('credentials', { email, password, ${target.signIn}: '/' });
	};
	return (
		<main>
			<button disabled={!ready()} onClick={() => void signIn('keycloak', { ${target.signIn}: '/' })}>
				Continue at the provider
			</button>
			<form onSubmit={enter}>
				<label>
					E-mail <input name="email" />
				</label>
				<label>
					Password <input name="password" type="password" />
				</label>
				<button disabled={!ready()}>Continue with the password</button>
			</form>
		</main>
	);
}
`,
	'src/routes/signout.tsx': `${imports('signOut')}import { createSignal, onMount } from 'solid-js';

export default function SignOut() {
${taken('signOut')}	const [ready, setReady] = createSignal(false);
	onMount(() => setReady(true));
	return (
		<button disabled={!ready()} onClick={() => void signOut({ ${target.signOut}: '/' })}>
			Sign out
		</button>
	);
}
`,
});

/** With the session asked for by the request, and the functions of its client. */
export const authSolidStartFiles: Record<string, string> = {
	'src/auth.ts': `import Credentials from '@auth/core/providers/credentials';
import Keycloak from '@auth/core/providers/keycloak';
import type { SolidAuthConfig } from '@auth/solid-start';

export const authOptions: SolidAuthConfig = {
	basePath: '/api/auth',
${configuration}};
`,
	'src/routes/api/auth/[...solidauth].ts': `import { SolidAuth } from '@auth/solid-start';
import { authOptions } from '~/auth';

export const { GET, POST } = SolidAuth(authOptions);
`,
	'src/routes/index.tsx': `import { getSession } from '@auth/solid-start';
import { createAsync, query } from '@solidjs/router';
import { getRequestEvent } from 'solid-js/web';
import { authOptions } from '~/auth';

const getUser = query(async () => {
	'use server';
	const session = await getSession(getRequestEvent()!.request, authOptions);
	return session?.user ?? null;
}, 'user');

export default function Home() {
	const user = createAsync(() => getUser(), { deferStream: true });
	return <p data-testid="who">{user()?.name ?? 'nobody'}</p>;
}
`,
	...pages({
		imports: (name) => `import { ${name} } from '@auth/solid-start/client';\n`,
		taken: () => '',
		target: { signIn: 'redirectTo', signOut: 'callbackUrl' },
	}),
};

/** With a middleware that reads the session, and the provider that hands it to components. */
export const mediakitFiles: Record<string, string> = {
	'src/server/auth.ts': `import Credentials from '@auth/core/providers/credentials';
import Keycloak from '@auth/core/providers/keycloak';
import type { SolidAuthConfig } from '@solid-mediakit/auth';

export const authOptions: SolidAuthConfig = {
	basePath: '/api/auth',
${configuration}};
`,
	'src/middleware.ts': `import { authMiddleware } from '@solid-mediakit/auth';
import { createMiddleware } from '@solidjs/start/middleware';
import { authOptions } from './server/auth';

export default createMiddleware({ onRequest: [authMiddleware(true, authOptions)] });
`,
	'app.config.ts': `import { defineConfig } from '@solidjs/start/config';

export default defineConfig({ middleware: './src/middleware.ts' });
`,
	'src/routes/api/auth/[...solidauth].ts': `import { SolidAuth } from '@solid-mediakit/auth';
import { authOptions } from '~/server/auth';

export const { GET, POST } = SolidAuth(authOptions);
`,
	'src/app.tsx': `import { SessionProvider } from '@solid-mediakit/auth/client';
import { Router } from '@solidjs/router';
import { FileRoutes } from '@solidjs/start/router';
import { Suspense } from 'solid-js';

export default function App() {
	return (
		<Router
			root={(props) => (
				<Suspense>
					<SessionProvider>{props.children}</SessionProvider>
				</Suspense>
			)}
		>
			<FileRoutes />
		</Router>
	);
}
`,
	'src/routes/index.tsx': `import { useAuth } from '@solid-mediakit/auth/client';
import { Match, Switch } from 'solid-js';

export default function Home() {
	const auth = useAuth();
	return (
		<Switch fallback={<p data-testid="who">nobody</p>}>
			<Match when={auth.status() === 'authenticated'}>
				<p data-testid="who">{auth.session()?.user?.name}</p>
			</Match>
		</Switch>
	);
}
`,
	'src/routes/account.tsx': `import { getSession } from '@solid-mediakit/auth';
import { createAsync, query } from '@solidjs/router';
import { getRequestEvent } from 'solid-js/web';
import { authOptions } from '~/server/auth';

const getName = query(async () => {
	'use server';
	const session = await getSession(getRequestEvent()!, authOptions);
	return session?.user?.name ?? 'nobody';
}, 'name');

export default function Account() {
	const name = createAsync(() => getName(), { deferStream: true });
	return <p data-testid="name">{name()}</p>;
}
`,
	...pages({
		imports: () => `import { useAuth } from '@solid-mediakit/auth/client';\n`,
		taken: (name) => `\tconst { ${name} } = useAuth();\n`,
		target: { signIn: 'callbackUrl', signOut: 'redirectTo' },
	}),
};

const {
	'src/middleware.ts': _,
	'app.config.ts': __,
	'src/routes/account.tsx': account = '',
	...mediakitAlike
} = mediakitFiles;

/**
 * Of version 2.1.6: functions of the client, the session with its state, and no middleware. Its provider joins the cookies
 * of a session that is renewed while a page is rendered into one header, so sessions have to fit into one cookie.
 */
export const mediakit2Files: Record<string, string> = {
	...mediakitAlike,
	'src/server/auth.ts': (mediakitAlike['src/server/auth.ts'] ?? '').replace("'x'.repeat(6000)", "''"),
	'src/routes/index.tsx': account
		.replace('Account', 'Home')
		.replace('data-testid="name"', 'data-testid="who"'),
	'src/routes/account.tsx': `import { createSession } from '@solid-mediakit/auth/client';
import { Show } from 'solid-js';

export default function Account() {
	const session = createSession();
	return (
		<Show when={session()?.status === 'authenticated'} fallback={<p>{session()?.status}</p>}>
			<p data-testid="name">{session()?.data?.user?.name}</p>
		</Show>
	);
}
`,
	...pages({
		imports: (name) => `import { ${name} } from '@solid-mediakit/auth/client';\n`,
		taken: () => '',
		target: { signIn: 'callbackUrl', signOut: 'redirectTo' },
	}),
};
