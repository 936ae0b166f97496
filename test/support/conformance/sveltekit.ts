import { join } from 'node:path';
import { svelteKitPages } from '../sveltekit-pages.ts';
import { configuration, configurationImports, database, importOfKeycloak, put } from './dressing.ts';
import type { Dressing } from './host.ts';

/** What the owner of a SvelteKit 3 host writes, before and after `init`, to have all of it. */
const pages: Record<string, string> = {
	...svelteKitPages({}),
	'src/routes/+page.svelte': `<script lang="ts">
	import { SignIn, SignOut } from '@authgraft/runtime/sveltekit/components';
	import { resolve } from '$app/paths';
	import { page } from '$app/state';

	const user = $derived(page.data.session?.user);
</script>

<h1>Home</h1>
<p data-testid="who">{user?.name ?? user?.email ?? 'nobody'}</p>
{#if user}
	<SignOut signOutPage={resolve('/signout')} options={{ redirectTo: resolve('/') }}>
		{#snippet submitButton()}Leave{/snippet}
	</SignOut>
{:else}
	<SignIn
		provider="keycloak"
		signInPage={resolve('/signin')}
		options={{ redirectTo: resolve('/dashboard') }}
		authorizationParams={{ login_hint: 'grace' }}
	>
		{#snippet submitButton()}Enter with Keycloak{/snippet}
	</SignIn>
{/if}
`,
	'src/routes/passkeys/+page.svelte': `<script lang="ts">
	import * as client from '@authgraft/runtime/sveltekit/client';
	import * as passkeys from '@authgraft/runtime/sveltekit/webauthn';
	import { resolve } from '$app/paths';

	const base = resolve('/').replace(/\\/$/, '');
	const basePath = \`\${base}/auth\`;
	const { signIn } = base === '' ? passkeys : passkeys.createWebAuthnClient({ basePath });
	const { signOut, update, getSession } = base === '' ? client : client.createClient({ basePath });
	let ready = $state(false);
	$effect(() => {
		ready = true;
	});
	let email = $state('');
	let said = $state('');
	const say = async (answer: Promise<unknown>) => {
		said = '';
		said = JSON.stringify(await answer);
	};
	const passkey = (action: 'register' | 'authenticate') =>
		say(signIn('passkey', { action, redirect: false, ...(action === 'register' && { email }) }));
</script>

<a href={resolve('/')}>Home</a>
<fieldset disabled={!ready}>
<label>E-mail <input bind:value={email} /></label>
<button onclick={() => passkey('register')}>Register</button>
<button onclick={() => passkey('authenticate')}>Authenticate</button>
<button onclick={() => say(update({ name: 'Ada Renamed' }))}>Rename</button>
<button onclick={() => say(getSession())}>Session</button>
<button onclick={() => signOut({ redirectTo: resolve('/') })}>Leave</button>
</fieldset>
<p data-testid="said">{said}</p>
`,
	'src/routes/leak/+server.ts': `import * as env from '$app/env/private';

export function GET() {
	console.error(env.AUTH_SECRET);
	return new Response(env.AUTH_SECRET);
}
`,
	'src/lib/server/database.ts': database("import * as env from '$app/env/private';", 'env'),
};

const variables = ['AUTH_TRUST_HOST', 'DATABASE_URL', 'MAIL_SERVER'].map(
	(name) => `\t${name}: { description: '', schema: (value) => value },\n`,
);

export const dressSvelteKit: Dressing = {
	pages,
	authPath: '/auth',
	async dress(folder) {
		const auth = join(folder, 'src/auth.ts');
		const imports = configurationImports('#lib/server/database');
		await put(auth, importOfKeycloak, imports);
		await put(auth, /providers: \[Keycloak\]/, configuration('env'));
		const declared = 'defineEnvVars({\n';
		await put(join(folder, 'src/env.ts'), /defineEnvVars\(\{\n/, declared + variables.join(''));
	},
	async mount(folder, base, origin) {
		const paths = `adapter: adapter(),\n\t\t\tpaths: { base: '${base}', origin: '${origin}' }`;
		await put(join(folder, 'vite.config.ts'), /adapter: adapter\(\)(,\s*paths: \{[^}]*\})?/, paths);
	},
};
