import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { solidStartPages } from '../solidstart-pages.ts';
import { configuration, configurationImports, database, importOfKeycloak, put } from './dressing.ts';
import type { Dressing } from './host.ts';

const {
	'src/vault.ts': vault,
	'src/routes/dashboard.tsx': layout,
	'src/routes/dashboard/index.tsx': dashboard,
} = solidStartPages as Record<string, string>;

/** What the owner of a SolidStart 2 host writes, before and after `init`, to have all of it. */
const pages: Record<string, string> = {
	'src/vault.ts': vault ?? '',
	'src/routes/dashboard.tsx': layout ?? '',
	'src/routes/dashboard/index.tsx': dashboard ?? '',
	'src/base.ts': `export const base = '';
`,
	'src/routes/index.tsx': `import { SignIn, SignOut } from '@authgraft/runtime/solid-start/components';
import { createAsync } from '@solidjs/router';
import { Show } from 'solid-js';
import { base } from '~/base';
import { getSession } from '~/session';

export default function Home() {
	const session = createAsync(() => getSession(), { deferStream: true });
	const basePath = \`\${base}/api/auth\`;
	return (
		<main>
			<h1>Home</h1>
			<p data-testid="who">{session()?.user?.name ?? session()?.user?.email ?? 'nobody'}</p>
			<Show
				when={session()?.user}
				fallback={
					<SignIn
						provider="keycloak"
						basePath={basePath}
						options={{ redirectTo: \`\${base}/dashboard\` }}
						authorizationParams={{ login_hint: 'grace' }}
						submitButton="Enter with Keycloak"
					/>
				}
			>
				<SignOut basePath={basePath} options={{ redirectTo: \`\${base}/\` }} submitButton="Leave" />
			</Show>
		</main>
	);
}
`,
	'src/routes/passkeys.tsx': `import * as client from '@authgraft/runtime/solid-start/client';
import * as passkeys from '@authgraft/runtime/solid-start/webauthn';
import { createSignal, onMount } from 'solid-js';
import { base } from '~/base';

const basePath = \`\${base}/api/auth\`;
const { signIn } = base === '' ? passkeys : passkeys.createWebAuthnClient({ basePath });
const { signOut, update, getSession } = base === '' ? client : client.createClient({ basePath });

export default function Passkeys() {
	const [ready, setReady] = createSignal(false);
	onMount(() => setReady(true));
	const [email, setEmail] = createSignal('');
	const [said, setSaid] = createSignal('');
	const say = async (answer: Promise<unknown>) => {
		setSaid('');
		setSaid(JSON.stringify(await answer));
	};
	const passkey = (action: 'register' | 'authenticate') =>
		say(signIn('passkey', { action, redirect: false, ...(action === 'register' && { email: email() }) }));
	return (
		<main>
			<a href={\`\${base}/\`}>Home</a>
			<fieldset disabled={!ready()}>
			<label>
				E-mail <input value={email()} onInput={(event) => setEmail(event.currentTarget.value)} />
			</label>
			<button onClick={() => passkey('register')}>Register</button>
			<button onClick={() => passkey('authenticate')}>Authenticate</button>
			<button onClick={() => say(update({ name: 'Ada Renamed' }))}>Rename</button>
			<button onClick={() => say(getSession())}>Session</button>
			<button onClick={() => signOut({ redirectTo: \`\${base}/\` })}>Leave</button>
			</fieldset>
			<p data-testid="said">{said()}</p>
		</main>
	);
}
`,
	'src/routes/leak.ts': `export function GET() {
	console.error(process.env.AUTH_SECRET);
	return new Response(process.env.AUTH_SECRET);
}
`,
	'src/database.ts': database('', 'process.env'),
};

export const dressSolidStart: Dressing = {
	pages,
	authPath: '/api/auth',
	async dress(folder) {
		const auth = join(folder, 'src/auth.ts');
		await put(auth, importOfKeycloak, configurationImports('./database'));
		await put(auth, /providers: \[Keycloak\]/, configuration('process.env'));
	},
	/** A base is told to Vite, to its server, to the router, and stands in a form that init has written. */
	async mount(folder, base) {
		const start = 'defineConfig({\n';
		const options = `  base: "${base}/",\n  nitro: { baseURL: "${base}/" },\n`;
		const file = (name: string) => join(folder, name);
		await put(file('vite.config.ts'), /defineConfig\(\{\n( {2}base: .*\n {2}nitro: .*\n)?/, start + options);
		await put(file('src/app.tsx'), /<Router(\s+base=".*")?/, base ? `<Router base="${base}"` : '<Router');
		await put(file('src/base.ts'), /'.*'/, `'${base}'`);
		const signOut = file('src/routes/signout.tsx');
		if (existsSync(signOut))
			await put(signOut, /"(\/app)?\/api\/auth\/signout"/, `"${base}/api/auth/signout"`);
	},
};
