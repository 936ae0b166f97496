import { solidStartPages } from '../solidstart-pages.ts';
import { type Blocks, greeting, putInFrontOf, sharedFiles } from './blocks.ts';
import type { NeedsDressing } from './host.ts';

const ofHost = [
	...['src/routes/index.tsx', 'src/vault.ts'],
	...['src/routes/dashboard.tsx', 'src/routes/dashboard/index.tsx', 'src/routes/dashboard/api.ts'],
];

/** What the owner of a SolidStart host writes to have every page of docs/needs in it. */
const own: Record<string, string> = {
	...Object.fromEntries(ofHost.map((path) => [path, solidStartPages[path] ?? ''])),
	'src/middleware.ts': `import { authMiddleware, protect } from '@authgraft/runtime/solid-start';
import { createMiddleware } from '@solidjs/start/middleware';
import { authConfig } from './auth';
import { mayEmbed } from './frames';
import { guardAdmin } from './guard-admin';
import './socket-session';

export default createMiddleware({
	onRequest: [
		({ response }) => void response.headers.set('content-security-policy', mayEmbed),
		authMiddleware(authConfig),
		protect('/dashboard'),
		guardAdmin,
	],
});
`,
	'src/routes/mobile/index.ts': `export { startMobile as GET } from '../../mobile';
`,
	'src/routes/mobile/token.ts': `export { redeemCode as POST } from '../../mobile';
`,
	'src/routes/tools.tsx': `import { createSignal, onMount } from 'solid-js';
import * as client from '../auth-client';
import { signInAs } from '../lib/sign-in-as';
import { signInByPopup } from '../popup';

export default function Tools() {
	const [said, setSaid] = createSignal('');
	onMount(() => void Object.assign(window, { client, signInAs }));
	const byPopup = async () => {
		const session = await signInByPopup();
		setSaid(session?.user?.name ?? 'nobody');
	};
	return (
		<main>
			<input aria-label="Note" />
			<button onClick={byPopup}>In a window</button>
			<p data-testid="said">{said()}</p>
		</main>
	);
}
`,
	'src/routes/popup-done.tsx': `import { onMount } from 'solid-js';
import { closePopup } from '../popup';

export default function PopupDone() {
	onMount(closePopup);
	return <p>Signed in</p>;
}
`,
	'src/routes/register.tsx': `import { register } from '../register';

export default function Register() {
	return (
		<form action={register} method="post">
			<input name="email" aria-label="E-mail" />
			<input name="password" aria-label="Password" />
			<button>Sign up</button>
		</form>
	);
}
`,
	'src/routes/welcome.tsx': `export default () => <h1>Welcome</h1>;
`,
	'src/routes/admin/index.tsx': `export default () => <h1>Admin</h1>;
`,
	'src/routes/admin/signin.tsx': `import SignIn from '../signin';

export default SignIn;
`,
	'src/routes/de/signin.tsx': `import SignIn from '../signin';

export default SignIn;
`,
	'src/routes/de/account.tsx': `import { createAsync } from '@solidjs/router';
import { Show } from 'solid-js';
import { guardedSession } from '~/session';

export default function Account(props) {
	const session = createAsync(() => guardedSession(props.location.pathname), { deferStream: true });
	return (
		<Show when={session()}>
			<h1>Konto</h1>
		</Show>
	);
}
`,
};

export const solidStartNeeds: NeedsDressing = {
	framework: 'solid-start',
	authPath: '/api/auth',
	pages: {},
	built: (text) =>
		text
			.replace('/app/build ./build', '/app/.output ./.output')
			.replace('["node", "build"]', '["node", ".output/server/index.mjs"]')
			.replace(/^build$/m, '.output'),
	sockets: (blocks) => ({
		files: { 'socket-server.js': `${blocks.file('websockets', 'socket-server.js')}${greeting}` },
		args: ['socket-server.js'],
		config: blocks.file('websockets', 'vite.config.ts: options').trim(),
	}),
	signInPage: 'src/routes/signin.tsx',
	files: (blocks: Blocks) => ({
		...sharedFiles(blocks),
		...own,
		'src/socket-session.ts': blocks.file('websockets', 'src/socket-session.ts'),
		'src/routes/api/me.ts': blocks.file('bearer-tokens', 'src/routes/api/me'),
		'src/register.ts': blocks.file('sign-up', 'src/register.ts'),
	}),
	dressSignInPage(page, blocks) {
		const box = blocks.file('remember-me', 'src/routes/signin.tsx');
		const form = blocks.file('authorization-params', 'src/routes/signin.tsx');
		return putInFrontOf(page, box, 2).replace('</section>', () => `${form}</section>`);
	},
	dressAuth: (text) =>
		`${text.replace(/export const authConfig(: \w+)? = \{/, () => 'const own = {')}
export const authConfig = chosen(own);
`,
};
