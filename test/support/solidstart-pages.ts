import { randomBytes } from 'node:crypto';
import type { IdentityProvider } from './identity-provider.ts';
import { dashboardSecret } from './sveltekit-pages.ts';

/**
 * What the owner of a SolidStart host writes after `init`, as the runtime documents it: a home page that says who is
 * signed in, a sign-in form of its own with an action, and a guarded part with something to hide.
 */
export const solidStartPages: Record<string, string> = {
	'src/routes/index.tsx': `import { createAsync } from '@solidjs/router';
import { getSession } from '~/session';

export default function Home() {
	const session = createAsync(() => getSession(), { deferStream: true });
	return (
		<main>
			<h1>Home</h1>
			<p data-testid="who">{session()?.user?.name ?? 'nobody'}</p>
			<a href="/dashboard">Dashboard</a> <a href="/enter">Enter</a>
		</main>
	);
}
`,
	'src/routes/enter.tsx': `import { signIn, signOut } from '@authgraft/runtime/solid-start';
import { action, useSubmission } from '@solidjs/router';
import { Show } from 'solid-js';
import { getRequestEvent } from 'solid-js/web';
import { authConfig } from '~/auth';

const enter = action(async (form: FormData) => {
	'use server';
	return signIn(getRequestEvent(), authConfig, form);
}, 'enter');

const leave = action(async (form: FormData) => {
	'use server';
	return signOut(getRequestEvent(), authConfig, form);
}, 'leave');

export default function Enter() {
	const submission = useSubmission(enter);
	return (
		<main>
			<h1>Enter</h1>
			<Show when={submission.result}>{(failure) => <p role="alert">{failure().error}</p>}</Show>
			<form action={enter} method="post">
				<input type="hidden" name="providerId" value="credentials" />
				<input type="hidden" name="redirectTo" value="/welcome" />
				<label>
					E-mail <input name="email" type="email" />
				</label>
				<label>
					Password <input name="password" type="password" />
				</label>
				<button>Enter</button>
			</form>
			<form action={enter} method="post">
				<input type="hidden" name="providerId" value="keycloak" />
				<button>With Keycloak</button>
			</form>
			<form action={leave} method="post">
				<input type="hidden" name="redirectTo" value="/welcome" />
				<button>Leave</button>
			</form>
		</main>
	);
}
`,
	'src/routes/welcome.tsx': `import { createAsync } from '@solidjs/router';
import { getSession } from '~/session';

export const route = { preload: () => getSession() };

export default function Welcome() {
	const session = createAsync(() => getSession(), { deferStream: true });
	return <h1>Welcome {session()?.user?.name ?? 'stranger'}</h1>;
}
`,
	'src/vault.ts': `import { query } from '@solidjs/router';
import { requireSession } from './session';

export const getSecret = query(async () => {
	'use server';
	await requireSession('/dashboard');
	return '${dashboardSecret}';
}, 'secret');
`,
	'src/routes/dashboard.tsx': `import { createAsync, type RouteSectionProps } from '@solidjs/router';
import { Show } from 'solid-js';
import { guardedSession } from '~/session';

export default function Protected(props: RouteSectionProps) {
	const from = () => props.location.pathname + props.location.search;
	const session = createAsync(() => guardedSession(from()), { deferStream: true });
	return <Show when={session()}>{props.children}</Show>;
}
`,
	'src/routes/dashboard/index.tsx': `import { createAsync } from '@solidjs/router';
import { getSecret } from '~/vault';

export const route = { preload: () => getSecret() };

export default function Dashboard() {
	const secret = createAsync(() => getSecret(), { deferStream: true });
	return <p data-testid="secret">{secret()}</p>;
}
`,
	'src/routes/dashboard/settings.tsx': `import { createAsync } from '@solidjs/router';
import { getSecret } from '~/vault';

export default function Settings() {
	const secret = createAsync(() => getSecret());
	return <p data-testid="secret">{secret()}</p>;
}
`,
	'src/routes/dashboard/api.ts': `export const GET = () => new Response('${dashboardSecret}');
`,
};

/** The environment of a production server: through the process, since no `.env` is read there. */
export const productionEnv = (
	{ clientId, clientSecret, issuer }: IdentityProvider,
	more: Record<string, string>,
): Record<string, string> => ({
	AUTH_SECRET: randomBytes(33).toString('base64'),
	AUTH_KEYCLOAK_ID: clientId,
	AUTH_KEYCLOAK_SECRET: clientSecret,
	AUTH_KEYCLOAK_ISSUER: issuer,
	...more,
});
