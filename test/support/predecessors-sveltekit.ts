import { ada } from './ada.ts';
import { authSvelteKitFiles } from './predecessor.ts';

const authorize = `({ email, password }) =>
				email === '${ada.email}' && password === '${ada.password}'
					? { id: 'ada', name: '${ada.name}', email: '${ada.email}' }
					: null`;

const callbacks = `	callbacks: {
		jwt({ token, user }) {
			if (user) token.padding = 'x'.repeat(6000);
			return token;
		},
		session({ session, token }) {
			if (session.user && token.sub) session.user.id = token.sub;
			return session;
		}
	}`;

/** In JavaScript on Svelte 4, with its components. */
export const svelte4Files: Record<string, string> = {
	'src/auth.js': `import { SvelteKitAuth } from '@auth/sveltekit';
import Credentials from '@auth/sveltekit/providers/credentials';
import Keycloak from '@auth/sveltekit/providers/keycloak';

/** @type {import('@auth/sveltekit').SvelteKitAuthConfig} */
const options = {
	trustHost: true,
	providers: [
		Keycloak,
		Credentials({
			credentials: { email: {}, password: { type: 'password' } },
			authorize: ${authorize}
		})
	],
${callbacks}
};

export const { handle, signIn, signOut } = SvelteKitAuth(options);
`,
	'src/hooks.server.js': `export { handle } from './auth';\n`,
	'src/routes/+layout.server.js': `/** @type {import('./$types').LayoutServerLoad} */
export const load = async ({ locals }) => ({ session: await locals.auth() });
`,
	'src/routes/+page.svelte': `<script>
	import { page } from '$app/stores';
</script>

<p data-testid="who">{$page.data.session?.user?.name ?? 'nobody'}</p>
`,
	'src/routes/signin/+page.server.js': `import { signIn } from '../../auth';

export const actions = { default: signIn };
`,
	'src/routes/signin/+page.svelte': authSvelteKitFiles['src/routes/signin/+page.svelte'] ?? '',
	'src/routes/signout/+page.server.js': `import { signOut } from '../../auth';

export const actions = { default: signOut };
`,
	'src/routes/signout/+page.svelte': authSvelteKitFiles['src/routes/signout/+page.svelte'] ?? '',
	'src/routes/account/+page.svelte': `<script>
	import { SignIn, SignOut } from '@auth/sveltekit/components';
</script>

<SignIn provider="keycloak" signInPage="signin">
	<span slot="submitButton">Another account</span>
</SignIn>
<SignOut signOutPage="signout" className="leave">
	<span slot="submitButton">Leave</span>
</SignOut>
`,
};

const onClient = (name: string) => `	import { ${name} } from '@auth/sveltekit/client';
	import { onMount } from 'svelte';
	let ready = $state(false);
	onMount(() => {
		ready = true;
	});`;

/** Of 0.x: SvelteKitAuth is the handle, and \`locals.getSession\` gives the session. */
export const handleItselfFiles: Record<string, string> = {
	// The builds of this version end when it is asked for a prerendered page.
	'src/routes/about/+page.server.ts': 'export const prerender = false;\n',
	'src/hooks.server.ts': `import { SvelteKitAuth } from '@auth/sveltekit';
import Credentials from '@auth/sveltekit/providers/credentials';
import Keycloak from '@auth/sveltekit/providers/keycloak';
import type { Handle } from '@sveltejs/kit';
import { env } from '$env/dynamic/private';

export const handle: Handle = SvelteKitAuth({
	trustHost: true,
	secret: env.AUTH_SECRET,
	providers: [
		Keycloak({
			clientId: env.AUTH_KEYCLOAK_ID,
			clientSecret: env.AUTH_KEYCLOAK_SECRET,
			issuer: env.AUTH_KEYCLOAK_ISSUER
		}),
		Credentials({
			credentials: { email: {}, password: { type: 'password' } },
			authorize: ${authorize}
		})
	],
	callbacks: {
		jwt({ token, user }) {
			if (user) token.padding = 'x'.repeat(6000);
			return token;
		}
	}
});
`,
	'src/routes/+layout.server.ts': `import type { LayoutServerLoad } from './$types';

export const load: LayoutServerLoad = async ({ locals }) => ({ session: await locals.getSession() });
`,
	'src/routes/api/+server.ts': `import { json } from '@sveltejs/kit';
import type { RequestHandler } from './$types';

export const GET: RequestHandler = async ({ locals: { getSession } }) => json(await getSession());
`,
	'src/routes/+page.svelte': `<script lang="ts">
	import { page } from '$app/stores';
</script>

<p data-testid="who">{$page.data.session?.user?.name ?? 'nobody'}</p>
`,
	'src/routes/signin/+page.svelte': `<script lang="ts">
${onClient('signIn')}
	let email = $state('');
	let password = $state('');
</script>

<button disabled={!ready} onclick={() => signIn('keycloak', { callbackUrl: '/' })}>Continue at the provider</button>
<label>E-mail <input bind:value={email} /></label>
<label>Password <input bind:value={password} type="password" /></label>
<button disabled={!ready} onclick={() => signIn('credentials', { email, password, callbackUrl: '/' })}>
	Continue with the password
</button>
`,
	'src/routes/signout/+page.svelte': `<script lang="ts">
${onClient('signOut')}
</script>

<button disabled={!ready} onclick={() => signOut({ callbackUrl: '/' })}>Sign out</button>
`,
};
