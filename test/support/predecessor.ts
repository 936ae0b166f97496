import { execOk, npm } from '../../scripts/lib/process/exec.ts';
import { ada } from './ada.ts';
import { type HostUnderTest, type Kind, makeHostUnderTest } from './host-under-test.ts';

/** A host whose people sign in with a library from before ours. */
export interface PredecessorHost {
	kind: Kind;
	/** `@auth/sveltekit@1.11.3`, and what it needs besides. */
	packages: string[];
	files: Record<string, string>;
}

/** Makes it, and installs what it has. */
export async function makePredecessorHost({
	kind,
	packages,
	files,
}: PredecessorHost): Promise<HostUnderTest> {
	const host = await makeHostUnderTest(kind);
	await host.write({ '.env': '', ...files });
	await execOk(...npm('install', '--no-audit', '--no-fund', ...packages), {
		cwd: host.folder,
		timeout: 300_000,
	});
	return host;
}

/** The providers of every such host: one with an account at a real OpenID provider, one with a password. */
const providers = (pad: string) => `	providers: [
		Keycloak,
		Credentials({
			credentials: { email: {}, password: { type: 'password' } },
			authorize: ({ email, password }) =>
				email === '${ada.email}' && password === '${ada.password}'
					? { id: 'ada', name: '${ada.name}', email: '${ada.email}' }
					: null
		})
	],${pad}`;

/** So much that the session takes more than one cookie. */
const padded = `
	callbacks: {
		jwt({ token, user }) {
			if (user) token.padding = 'x'.repeat(6000);
			return token;
		},
		session({ session, token }) {
			if (token.sub) session.user.id = token.sub;
			return session;
		}
	},`;

const who = `<script lang="ts">
	import { page } from '$app/state';
</script>

<h1>Home</h1>
<p data-testid="who">{page.data.session?.user?.name ?? 'nobody'}</p>
`;

/** As its own documentation shows it, with sessions in tokens. */
export const authSvelteKitFiles: Record<string, string> = {
	'src/auth.ts': `import { SvelteKitAuth } from '@auth/sveltekit';
import Credentials from '@auth/sveltekit/providers/credentials';
import Keycloak from '@auth/sveltekit/providers/keycloak';

export const { handle, signIn, signOut } = SvelteKitAuth({
	trustHost: true,
${providers(padded)}
});
`,
	'src/hooks.server.ts': `import { sequence } from '@sveltejs/kit/hooks';
import type { Handle } from '@sveltejs/kit';
import { handle as authHandle } from './auth';

const timing: Handle = ({ event, resolve }) => resolve(event);

export const handle = sequence(authHandle, timing);
`,
	'src/app.d.ts': `import type { DefaultSession } from '@auth/sveltekit';

declare module '@auth/sveltekit' {
	interface Session {
		user: { id: string } & DefaultSession['user'];
	}
}

declare global {
	namespace App {}
}

export {};
`,
	'src/routes/+layout.server.ts': `import type { LayoutServerLoad } from './$types';

export const load: LayoutServerLoad = async ({ locals }) => ({ session: await locals.auth() });
`,
	'src/routes/+page.svelte': who,
	'src/routes/signin/+page.server.ts': `import { signIn } from '../../auth';
import type { Actions } from './$types';

export const actions = { default: signIn } satisfies Actions;
`,
	'src/routes/signin/+page.svelte': `<form method="post">
	<input type="hidden" name="providerId" value="keycloak" />
	<input type="hidden" name="redirectTo" value="/" />
	<button>Continue at the provider</button>
</form>
<form method="post">
	<input type="hidden" name="providerId" value="credentials" />
	<input type="hidden" name="redirectTo" value="/" />
	<label>E-mail <input name="email" /></label>
	<label>Password <input name="password" type="password" /></label>
	<button>Continue with the password</button>
</form>
`,
	'src/routes/signout/+page.server.ts': `import { signOut } from '../../auth';
import type { Actions } from './$types';

export const actions: Actions = { default: signOut };
`,
	'src/routes/signout/+page.svelte': `<form method="post">
	<input type="hidden" name="redirectTo" value="/" />
	<button>Sign out</button>
</form>
`,
	'src/routes/account/+page.svelte': `<script lang="ts">
	import { signOut } from '@auth/sveltekit/client';
</script>

<button onclick={() => signOut({ redirectTo: '/' })}>Leave</button>
`,
};
