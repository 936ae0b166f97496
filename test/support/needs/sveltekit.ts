import { svelteKitPages } from '../sveltekit-pages.ts';
import { type Blocks, greeting, putInFrontOf, sharedFiles } from './blocks.ts';
import type { NeedsDressing } from './host.ts';

/** What the owner of a SvelteKit host writes to have every page of docs/needs in it. */
const own: Record<string, string> = {
	'src/hooks.server.ts': `import { protect } from '@authgraft/runtime/sveltekit';
import { sequence } from '@sveltejs/kit/hooks';
import { mayEmbed } from './frames';
import { guardAdmin } from './guard-admin';
import { handle as authHandle } from './hooks.websockets';

const frames = async ({ event, resolve }) => {
	const response = await resolve(event);
	response.headers.set('content-security-policy', mayEmbed);
	return response;
};

export const handle = sequence(frames, authHandle, protect('/dashboard'), guardAdmin);
`,
	'src/routes/mobile/+server.ts': `export { startMobile as GET } from '../../mobile';
`,
	'src/routes/mobile/token/+server.ts': `export { redeemCode as POST } from '../../../mobile';
`,
	'src/routes/tools/+page.svelte': `<script>
	import { onMount } from 'svelte';
	import * as client from '../../auth-client';
	import { signInAs } from '../../lib/sign-in-as';
	import { signInByPopup } from '../../popup';

	let said = $state('');
	onMount(() => void Object.assign(window, { client, signInAs }));
	const byPopup = async () => {
		const session = await signInByPopup();
		said = session?.user?.name ?? 'nobody';
	};
</script>

<input aria-label="Note" />
<button onclick={byPopup}>In a window</button>
<p data-testid="said">{said}</p>
`,
	'src/routes/popup-done/+page.svelte': `<script>
	import { onMount } from 'svelte';
	import { closePopup } from '../../popup';

	onMount(closePopup);
</script>
`,
	'src/routes/register/+page.svelte': `<script>
	let { form } = $props();
</script>

<form method="post">
	<input name="email" aria-label="E-mail" />
	<input name="password" aria-label="Password" />
	<button>Sign up</button>
</form>
<p role="alert">{form?.message}</p>
`,
	'src/routes/welcome/+page.svelte': `<h1>Welcome</h1>
`,
	'src/routes/admin/+page.svelte': `<h1>Admin</h1>
`,
	'src/routes/de/account/+page.server.ts': `import { requireUser } from '@authgraft/runtime/sveltekit';

export const load = async (event) => void (await requireUser(event));
`,
	'src/routes/de/account/+page.svelte': `<h1>Konto</h1>
`,
};
for (const folder of ['admin/signin', 'de/signin']) {
	own[`src/routes/${folder}/+page.server.ts`] = `import { signIn, signInPage } from '../../../auth';

export const load = signInPage;
export const actions = { default: signIn };
`;
	own[`src/routes/${folder}/+page.svelte`] = `<script>
	import SignIn from '../../signin/+page.svelte';

	let { data, form } = $props();
</script>

<SignIn {data} {form} />
`;
}

export const svelteKitNeeds: NeedsDressing = {
	framework: 'sveltekit',
	authPath: '/auth',
	pages: svelteKitPages({}),
	built: (text) => text,
	sockets: (blocks) => ({
		files: { 'socket-server.js': `${blocks.file('websockets', 'socket-server.js')}${greeting}` },
		args: ['socket-server.js'],
	}),
	signInPage: 'src/routes/signin/+page.svelte',
	files: (blocks: Blocks) => ({
		...sharedFiles(blocks),
		...own,
		'src/hooks.websockets.ts': blocks.file('websockets', 'src/hooks.server.ts'),
		'src/routes/api/me/+server.ts': blocks.file('bearer-tokens', 'src/routes/api/me'),
		'src/routes/register/+page.server.ts': blocks.file('sign-up', 'src/routes/register/+page.server.ts'),
	}),
	dressSignInPage(page, blocks) {
		const box = blocks.file('remember-me', 'src/routes/signin/+page.svelte');
		const form = blocks.file('authorization-params', 'src/routes/signin/+page.svelte');
		return putInFrontOf(page, box, 1).replace('</section>', () => `${form}</section>`);
	},
	/** `SvelteKitAuth(...)` gets what is chosen from what stands there. */
	dressAuth: (text) =>
		text
			.replace(/export const \{.*\} = SvelteKitAuth\(\{/, () => 'const own = {')
			.replace(
				/^\}\);$/m,
				() =>
					'};\n\nexport const { handle, signIn, signInPage, signOut, getSession } = SvelteKitAuth(chosen(own));',
			),
};
