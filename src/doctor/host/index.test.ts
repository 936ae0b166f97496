import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ageLock, breakingDisk, hastyDisk } from '../../../test/cli/kill-host.ts';
import { doctorDocument, doctorFigures, figuresOf } from '../../../test/support/documents/doctor-figures.ts';
import { adapters } from '../../generators/add-adapter/adapters.ts';
import { adapterPlan, findAuthModule } from '../../generators/add-adapter/index.ts';
import { readHost } from '../../host/index.ts';
import { applyPlan } from '../../plan/apply.ts';
import { isWrite } from '../../plan/change.ts';
import { needsRecovery, recover } from '../../plan/recover.ts';
import type { DoctorCode } from '../codes.ts';
import { codesOf, edit, healthy, judge, write } from '../testing.ts';

/* A project in which sign-in works, one thing broken in it, and the same thing done well. */

const kit = 'src/auth.ts';
const options = (text: string) => (root: string) =>
	edit(root, kit, /\n(\s*)providers:/, `\n${text},\nproviders:`);
const callbacks = (text: string) => options(`callbacks: { ${text} }`);
const hooks = 'src/hooks.server.ts';
const rule = (text: string) => (root: string) => edit(root, hooks, "protect(['/dashboard'])", text);
const env = (text: string) => (root: string) => write(root, { '.env': text });
const production = (variables: Record<string, string>) => ({
	production: true,
	variables: { AUTH_SECRET: secret, AUTH_URL: 'https://app.example', ...github, ...variables },
});
const secret = 'k3N8vQ2pX7sT4wZ9bL6mR1yC5hJ0dF-gAeUiOnKqWtE';
const github = {
	AUTH_GITHUB_ID: 'Iv1.0123456789abcdef',
	AUTH_GITHUB_SECRET: '0123456789abcdef0123456789abcdef01234567',
};

const ownGuard = (condition: string) => `import { redirect } from '@sveltejs/kit';
import { sequence } from '@sveltejs/kit/hooks';
import { handle as authHandle } from './auth';

const guard = async ({ event, resolve }) => {
	if (${condition} && !(await event.locals.auth())) return new Response(null, { status: 303, headers: { location: '/signin' } });
	return resolve(event);
};

export const handle = sequence(authHandle, guard);
`;
const worker = (keeps: string) => `import { build } from '$service-worker';

self.addEventListener('fetch', (event) => {
	event.respondWith(fetch(event.request).then(async (answer) => {
		const copy = answer.clone();
		const cache = await caches.open('all');
		await ${keeps};
		return answer;
	}));
});
`;

/** The adapter of the host, as installed. */
const adapter = (root: string, call: string) =>
	write(root, {
		'node_modules/@authgraft/runtime/package.json': '{"version":"0.1.0"}',
		'node_modules/@auth/core/package.json': '{"version":"0.41.3"}',
		'node_modules/@sveltejs/adapter-auto/package.json': '{"version":"8.0.0-next.3"}',
		'node_modules/@sveltejs/adapter-auto/index.js': `export default () => ({ name: 'auto', adapt: (builder) => ${call} });\n`,
	});

const set = { variables: { ...github } };

type Change = (root: string) => void;
interface Row {
	code: DoctorCode;
	what: string;
	fixture?: string;
	broken: Change;
	/** The same done well: then nothing is said of it. */
	well?: Change;
	/** The environment that it is judged by. */
	how?: { production?: boolean; variables?: NodeJS.ProcessEnv };
	/** The environment of the one that is well. */
	howWell?: { production?: boolean; variables?: NodeJS.ProcessEnv };
}

/** What only builds has the whole project. */
const staged = (taken: string) =>
	`FROM node:24 AS builder\nWORKDIR /app\nCOPY . .\nRUN npm run build\n\nFROM node:24\nWORKDIR /srv\n${taken}\n`;

const signOutAt = (root: string, text: string) => {
	edit(root, kit, "signOut: '/signout'", "signOut: '/leave'");
	write(root, {
		'src/routes/leave/+page.server.ts': `import { redirect } from '@sveltejs/kit';\nimport { signOut } from '../../auth';\n\n${text}\n`,
	});
};
const signInAtEndpoint = (root: string, method: string) => {
	edit(root, kit, "signIn: '/signin'", "signIn: '/enter'");
	write(root, { 'src/routes/enter/+server.ts': `export const ${method} = () => new Response('in');\n` });
};
const shownOptions = (root: string, value: string) =>
	edit(root, kit, /\nexport const/, `\nconsole.log({ clientSecret: '${value}' });\nexport const`);

const asIs: Change = () => {};
const greeting =
	'<script>let { data, children } = $props();</script>{data.session?.user?.name}{@render children()}\n';

const rows: Row[] = [
	{
		code: 'not-mounted',
		what: 'the hooks do not run the handle',
		broken: (root) =>
			write(root, { [hooks]: 'export const handle = async ({ event, resolve }) => resolve(event);\n' }),
		well: (root) => write(root, { [hooks]: "export { handle } from './auth';\n" }),
	},
	{
		code: 'not-mounted',
		what: 'the hooks are gone',
		broken: (root) => write(root, { [hooks]: null }),
	},
	{
		code: 'not-mounted',
		what: 'the catch-all is gone',
		fixture: 'solidstart2',
		broken: (root) => write(root, { 'src/routes/api/auth/[...solidauth].ts': null }),
	},
	{
		code: 'not-mounted',
		what: 'the catch-all exports GET alone',
		fixture: 'solidstart2',
		broken: (root) => edit(root, 'src/routes/api/auth/[...solidauth].ts', '{ GET, POST }', '{ GET }'),
		well: asIs,
	},
	{
		code: 'guard-not-running',
		what: 'the middleware is not registered',
		fixture: 'solidstart2',
		broken: (root) => edit(root, 'vite.config.ts', '{ middleware: "./src/middleware.ts" }', ''),
	},
	{
		code: 'guard-not-running',
		what: 'the same on SolidStart 1',
		fixture: 'solidstart1',
		broken: (root) => edit(root, 'app.config.ts', /middleware: "[^"]*",?/, ''),
	},
	{
		code: 'guard-not-running',
		what: 'a rule that nothing runs',
		broken: (root) =>
			write(root, {
				[hooks]:
					"import { protect } from '@authgraft/runtime/sveltekit';\nexport { handle } from './auth';\nexport const guard = protect(['/dashboard']);\n",
			}),
	},
	{
		code: 'guard-before-auth',
		what: 'protect in front of handle',
		broken: (root) =>
			edit(
				root,
				hooks,
				"sequence(authHandle, protect(['/dashboard']))",
				"sequence(protect(['/dashboard']), authHandle)",
			),
	},
	{
		code: 'guard-matches-nothing',
		what: 'a typing mistake',
		broken: rule("protect(['/dashbord'])"),
		well: asIs,
	},
	{
		code: 'guard-matches-nothing',
		what: 'upper case',
		broken: rule("protect('/Dashboard')"),
		well: rule("protect('/')"),
	},
	{
		code: 'guard-opened-by-pages',
		what: 'pages.error names the guarded page',
		broken: (root) => edit(root, kit, "error: '/signin'", "error: '/dashboard'"),
		// Below a guarded path a page to sign in on is what many have.
		well: (root) => {
			write(root, { 'src/routes/dashboard/signin/+page.svelte': '<p>In</p>' });
			edit(root, kit, "error: '/signin'", "error: '/dashboard/signin'");
		},
	},
	{
		code: 'page-missing',
		what: 'pages.signIn names no page',
		broken: (root) => edit(root, kit, "signIn: '/signin'", "signIn: '/login'"),
		well: (root) => {
			write(root, { 'src/routes/[lang=lang]/login/+page.svelte': '<p>In</p>' });
			edit(root, kit, "signIn: '/signin'", "signIn: '/en/login'");
		},
	},
	{
		code: 'page-missing',
		what: 'pages.signOut names form actions without a page',
		broken: (root) => signOutAt(root, 'export const actions = { default: signOut };'),
		well: (root) =>
			signOutAt(
				root,
				"export const load = () => redirect(303, '/');\nexport const actions = { default: signOut };",
			),
	},
	{
		code: 'page-missing',
		what: 'pages.signIn names an endpoint that takes forms alone',
		broken: (root) => signInAtEndpoint(root, 'POST'),
		well: (root) => signInAtEndpoint(root, 'GET'),
	},
	{
		code: 'sign-in-prerendered',
		what: 'prerender above the sign-in page',
		broken: (root) => {
			write(root, { 'src/routes/+layout.ts': 'export const prerender = true;\n' });
			edit(root, 'src/routes/signin/+page.server.ts', /export const prerender = false;\n?/, '');
		},
		well: (root) => write(root, { 'src/routes/+layout.ts': 'export const prerender = false;\n' }),
	},
	{
		code: 'session-prerendered',
		what: 'a prerendered page below the session',
		broken: (root) =>
			write(root, {
				'src/routes/+layout.svelte': greeting,
				'src/routes/about/+page.svelte': '<p>About</p>',
				'src/routes/about/+page.ts': 'export const prerender = true;\n',
			}),
		well: (root) => write(root, { 'src/routes/about/+page.svelte': '<p>About</p>' }),
	},
	{
		code: 'session-prerendered',
		what: 'below a layout that hands its own data on',
		broken: (root) =>
			write(root, {
				'src/routes/+layout.ts': 'export const load = ({ data }) => ({ ...data, hills: 3 });\n',
				'src/routes/+layout.svelte': greeting,
				'src/routes/about/+page.svelte': '<p>About</p>',
				'src/routes/about/+page.ts': 'export const prerender = true;\n',
			}),
		// Nobody looks signed out where nothing shows who is signed in.
		well: (root) =>
			write(root, {
				'src/routes/+layout.svelte': '<slot />',
				'src/routes/about/+page.svelte': '<p>About</p>',
				'src/routes/about/+page.ts': 'export const prerender = true;\n',
			}),
	},
	{
		code: 'base-not-told',
		what: 'a base path and a module without one',
		broken: (root) => {
			edit(root, kit, '\tbase: resolve,\n', '');
			edit(root, 'vite.config.ts', 'sveltekit({', "sveltekit({ paths: { base: '/app' },");
		},
		well: (root) => edit(root, 'vite.config.ts', 'sveltekit({', "sveltekit({ paths: { base: '/app' },"),
	},
	{
		code: 'env-undeclared',
		what: 'AUTH_SECRET is not in src/env.ts',
		broken: (root) => edit(root, 'src/env.ts', /\tAUTH_SECRET: \{[^}]*\},\n/, ''),
		well: asIs,
	},
	{
		code: 'secret-missing',
		what: 'no secret',
		fixture: 'sveltekit2',
		broken: env('AUTH_URL=\n'),
		well: env(`AUTH_SECRET_1=${secret}\n`),
	},
	{
		code: 'secret-missing',
		what: 'none in production',
		broken: asIs,
		how: { production: true, variables: { AUTH_URL: 'https://app.example', ...github } },
		well: asIs,
		howWell: production({}),
	},
	{
		code: 'secret-weak',
		what: 'five characters',
		broken: env('AUTH_SECRET=hello\n'),
		well: env(`AUTH_SECRET=${secret}\n`),
	},
	{ code: 'secret-weak', what: 'a placeholder', broken: env(`AUTH_SECRET=${'change-me-'.repeat(4)}\n`) },
	{
		code: 'secret-public',
		what: 'VITE_AUTH_SECRET',
		broken: env(`AUTH_SECRET=${secret}\nVITE_AUTH_SECRET=${secret}x\n`),
		well: env(`AUTH_SECRET=${secret}\nPUBLIC_NAME=Shop\n`),
	},
	{
		code: 'secret-in-source',
		what: "secret: '…'",
		broken: options(`secret: '${secret}'`),
		well: options('secret: env.AUTH_SECRET'),
	},
	{
		code: 'secret-in-source',
		what: 'a client secret',
		broken: (root) =>
			edit(root, kit, /GitHub\n/, "GitHub({ clientId: 'abc', clientSecret: '0123456789abcdef' })\n"),
		well: (root) => edit(root, kit, /GitHub\n/, 'GitHub({ clientSecret: env.GH_SECRET })\n'),
	},
	{
		code: 'secret-in-source',
		what: 'a client secret in options of its own',
		broken: (root) => shownOptions(root, '0123456789abcdef'),
		well: (root) => shownOptions(root, '<redacted>'),
	},
	{
		code: 'secret-in-build',
		what: 'the secret in a script',
		broken: (root) => write(root, { 'build/client/app.js': `const key = "${secret}";` }),
		well: (root) =>
			write(root, { 'build/server/app.js': `const key = "${secret}";`, 'build/client/app.js': 'export {};' }),
	},
	{
		code: 'example-has-secret',
		what: 'a real one in .env.example',
		broken: (root) => write(root, { '.env.example': `AUTH_SECRET=${secret.split('').reverse().join('')}\n` }),
		well: (root) =>
			write(root, {
				'.env.example':
					'AUTH_SECRET=\nAUTH_GITHUB_SECRET=your-secret-here\nAUTH_AUTH0_SECRET=secret-from-auth0-dashboard\nAUTH_KEYCLOAK_SECRET=a-random-secret-for-auth-js\n',
			}),
	},
	{
		code: 'env-quoted',
		what: 'quotes that Docker hands on',
		broken: asIs,
		how: production({ AUTH_URL: '"https://app.example"' }),
		well: asIs,
		howWell: production({}),
	},
	{
		code: 'env-quoted',
		what: 'a carriage return',
		broken: asIs,
		how: production({ AUTH_GITHUB_SECRET: 'abc\r' }),
	},
	{
		code: 'address-invalid',
		what: 'no scheme',
		broken: env(`AUTH_SECRET=${secret}\nAUTH_URL=app.example\n`),
		well: env(`AUTH_SECRET=${secret}\nAUTH_URL=https://app.example\n`),
	},
	{
		code: 'address-path',
		what: 'the habit of NEXTAUTH_URL',
		broken: env(`AUTH_SECRET=${secret}\nAUTH_URL=http://localhost:5173/api/auth\n`),
		well: env(`AUTH_SECRET=${secret}\nAUTH_URL=http://localhost:5173/auth\n`),
	},
	{
		code: 'address-missing',
		what: 'neither address nor trust',
		broken: asIs,
		how: { production: true, variables: { AUTH_SECRET: secret, ...github } },
		well: asIs,
		howWell: { production: true, variables: { AUTH_SECRET: secret, VERCEL: '1', ...github } },
	},
	{
		code: 'address-scheme',
		what: 'http in production',
		broken: asIs,
		how: production({ AUTH_URL: 'http://app.example' }),
		well: asIs,
		howWell: production({}),
	},
	{
		code: 'variable-of-other-library',
		what: 'BETTER_AUTH_SECRET',
		broken: env(`AUTH_SECRET=${secret}\nBETTER_AUTH_SECRET=${secret}\n`),
		well: (root) => {
			env(`AUTH_SECRET=${secret}\nBETTER_AUTH_SECRET=${secret}\n`)(root);
			edit(root, 'package.json', '"devDependencies": {', '"devDependencies": { "better-auth": "^1.0.0",');
		},
	},
	{
		code: 'variable-unread',
		what: 'ORIGIN on SvelteKit 3',
		broken: (root) => {
			edit(root, 'vite.config.ts', 'adapter-auto', 'adapter-node');
			write(root, { Dockerfile: 'FROM node:24\nENV ORIGIN=https://app.example\nCMD node build\n' });
		},
		well: (root) => {
			edit(root, 'vite.config.ts', 'adapter-auto', 'adapter-node');
			write(root, { Dockerfile: 'FROM node:24\nENV PROTOCOL_HEADER=x-forwarded-proto\nCMD node build\n' });
		},
	},
	{
		code: 'form-origin',
		what: 'plain http with adapter-node',
		broken: (root) => edit(root, 'vite.config.ts', 'adapter-auto', 'adapter-node'),
		how: production({ AUTH_URL: 'http://localhost:3000' }),
		well: (root) => {
			edit(root, 'vite.config.ts', 'adapter-auto', 'adapter-node');
			edit(root, 'vite.config.ts', 'sveltekit({', "sveltekit({ paths: { origin: 'http://localhost:3000' },");
		},
		howWell: production({ AUTH_URL: 'http://localhost:3000' }),
	},
	{
		code: 'env-static',
		what: '$env/static/private',
		fixture: 'sveltekit2',
		broken: (root) =>
			edit(
				root,
				kit,
				/import \{ env \} from '\$env\/dynamic\/private';/,
				"import { AUTH_SECRET } from '$env/static/private';\nconst env = { AUTH_SECRET };",
			),
		well: asIs,
	},
	{
		code: 'provider-unfinished',
		what: 'no client id in production',
		broken: asIs,
		how: production({ AUTH_GITHUB_ID: '' }),
		well: asIs,
		howWell: production({}),
	},
	{
		code: 'config-broken',
		what: 'credentials and database sessions',
		broken: (root) => {
			options("session: { strategy: 'database' }, adapter: myAdapter()")(root);
			edit(root, kit, /GitHub\n/, 'Credentials({})\n');
			edit(
				root,
				kit,
				"import GitHub from '@auth/core/providers/github';",
				"import Credentials from '@auth/core/providers/credentials';\nimport { myAdapter } from './db';",
			);
		},
		well: (root) => {
			options("session: { strategy: 'jwt' }, adapter: myAdapter()")(root);
			edit(root, kit, /GitHub\n/, 'Credentials({})\n');
			edit(
				root,
				kit,
				"import GitHub from '@auth/core/providers/github';",
				"import Credentials from '@auth/core/providers/credentials';\nimport { myAdapter } from './db';",
			);
		},
	},
	{
		code: 'provider-unfinished',
		what: 'credentials beside another provider and database sessions',
		broken: (root) => {
			options("session: { strategy: 'database' }, adapter: myAdapter()")(root);
			edit(root, kit, /GitHub\n/, 'GitHub, Credentials({})\n');
			edit(
				root,
				kit,
				"import GitHub from '@auth/core/providers/github';",
				"import Credentials from '@auth/core/providers/credentials';\nimport GitHub from '@auth/core/providers/github';\nimport { myAdapter } from './db';",
			);
		},
		well: asIs,
	},
	{
		code: 'config-broken',
		what: 'e-mail without an adapter',
		fixture: 'sveltekit2',
		broken: (root) =>
			edit(
				root,
				kit,
				"import GitHub from '@auth/core/providers/github'",
				"import GitHub from '@auth/core/providers/nodemailer'",
			),
	},
	{
		code: 'config-broken',
		what: 'one id twice',
		broken: (root) => edit(root, kit, /GitHub\n/, 'GitHub,\nGitHub\n'),
	},
	{
		code: 'callback-returns-nothing',
		what: 'session',
		broken: callbacks('session({ session, token }) { session.user.id = token.sub; }'),
		well: callbacks('session({ session, token }) { session.user.id = token.sub; return session; }'),
	},
	{
		code: 'callback-returns-nothing',
		what: 'session on one path',
		broken: callbacks('session({ session, token }) { if (token) { return session; } }'),
		well: callbacks(
			'session({ session, token }) { if (token) { return session; } else { return session; } }',
		),
	},
	{
		code: 'callback-returns-nothing',
		what: 'jwt',
		broken: callbacks('jwt: ({ token, user }) => { if (user) token.role = user.role; }'),
		well: callbacks('jwt: ({ token, user }) => { if (user) token.role = user.role; return token; }'),
	},
	{
		code: 'redirect-open',
		what: 'redirect: ({ url }) => url',
		broken: callbacks('redirect: ({ url }) => url'),
		well: callbacks('redirect: ({ url, baseUrl }) => (url.startsWith(baseUrl) ? url : baseUrl)'),
	},
	{
		code: 'session-leaks',
		what: 'the token spread',
		broken: callbacks('session: ({ session, token }) => ({ ...session, ...token })'),
		well: callbacks('session: ({ session, token }) => ({ ...session, id: token.sub })'),
	},
	{
		code: 'session-leaks',
		what: 'the access token',
		broken: callbacks(
			'session({ session, token }) { session.accessToken = token.accessToken; return session; }',
		),
	},
	{
		code: 'token-large',
		what: 'the profile in the cookie',
		broken: callbacks('jwt({ token, profile }) { token.profile = profile; return token; }'),
		well: callbacks('jwt({ token, profile }) { token.locale = profile?.locale; return token; }'),
	},
	{
		code: 'role-never-set',
		what: 'hasRole without a callback',
		broken: (root) => {
			rule("protect('/dashboard', { allow: hasRole('admin') })")(root);
			edit(root, hooks, '{ protect }', '{ hasRole, protect }');
		},
		well: (root) => {
			rule("protect('/dashboard', { allow: hasRole('admin') })")(root);
			edit(root, hooks, '{ protect }', '{ hasRole, protect }');
			callbacks(
				'session({ session, token }) { Object.assign(session.user, { role: token.role }); return session; }',
			)(root);
		},
	},
	{
		code: 'max-age',
		what: 'milliseconds',
		broken: options('session: { maxAge: 30 * 24 * 60 * 60 * 1000 }'),
		well: options('session: { maxAge: 30 * 24 * 60 * 60 }'),
	},
	{ code: 'max-age', what: 'minutes', broken: options('session: { maxAge: 30 }') },
	{
		code: 'cookie-options',
		what: 'httpOnly: false',
		broken: options('cookies: { sessionToken: { options: { httpOnly: false } } }'),
		well: options("cookies: { sessionToken: { options: { sameSite: 'lax' } } }"),
	},
	{
		code: 'cookie-options',
		what: 'a strict check cookie',
		broken: options("cookies: { pkceCodeVerifier: { options: { sameSite: 'strict' } } }"),
		well: options("cookies: { sessionToken: { options: { sameSite: 'strict' } } }"),
	},
	{
		code: 'cookie-options',
		what: 'useSecureCookies: false',
		broken: options('useSecureCookies: false'),
		well: options('useSecureCookies: true'),
	},
	{
		code: 'cookie-options',
		what: 'the domain of another site',
		broken: options("cookies: { sessionToken: { options: { domain: 'other.example' } } }"),
		how: production({}),
		well: options("cookies: { sessionToken: { options: { domain: '.app.example' } } }"),
		howWell: production({}),
	},
	{
		code: 'account-linking',
		what: 'dangerous linking',
		broken: (root) => edit(root, kit, /GitHub\n/, 'GitHub({ allowDangerousEmailAccountLinking: true })\n'),
		well: (root) => edit(root, kit, /GitHub\n/, 'GitHub({ allowDangerousEmailAccountLinking: false })\n'),
	},
	{
		code: 'csp-form-action',
		what: "form-action 'self'",
		broken: (root) =>
			edit(
				root,
				'vite.config.ts',
				'sveltekit({',
				"sveltekit({ csp: { directives: { 'form-action': ['self'] } },",
			),
		well: (root) =>
			edit(
				root,
				'vite.config.ts',
				'sveltekit({',
				"sveltekit({ csp: { directives: { 'form-action': ['self', 'https://github.com'] } },",
			),
	},
	{
		code: 'form-post-origin',
		what: 'Apple',
		fixture: 'sveltekit2',
		broken: (root) =>
			edit(
				root,
				kit,
				"import GitHub from '@auth/core/providers/github'",
				"import GitHub from '@auth/core/providers/apple'",
			),
		well: (root) => {
			edit(
				root,
				kit,
				"import GitHub from '@auth/core/providers/github'",
				"import GitHub from '@auth/core/providers/apple'",
			);
			edit(
				root,
				'vite.config.ts',
				'sveltekit({',
				"sveltekit({ csrf: { trustedOrigins: ['https://appleid.apple.com'] },",
			);
		},
	},
	{
		code: 'page-cached',
		what: 'public headers below the session',
		broken: (root) =>
			write(root, {
				'src/routes/shop/+page.svelte': '',
				'src/routes/shop/+page.ts':
					"export const load = ({ setHeaders }) => {\n\tsetHeaders({ 'cache-control': 'public, max-age=600' });\n};\n",
			}),
		well: (root) =>
			write(root, {
				'src/routes/shop/+page.svelte': '',
				'src/routes/shop/+page.ts':
					"export const load = ({ setHeaders }) => {\n\tsetHeaders({ 'cache-control': 'private, max-age=600' });\n};\n",
			}),
	},
	{
		code: 'edge-needs-node',
		what: 'nodemailer on Cloudflare',
		fixture: 'sveltekit2',
		broken: (root) => {
			edit(root, 'vite.config.ts', /adapter-(?:auto|node)/, 'adapter-cloudflare');
			options('adapter: d1()')(root);
			edit(
				root,
				kit,
				"import GitHub from '@auth/core/providers/github'",
				"import { d1 } from './db';\nimport GitHub from '@auth/core/providers/nodemailer'",
			);
		},
		well: (root) => edit(root, 'vite.config.ts', /adapter-(?:auto|node)/, 'adapter-cloudflare'),
	},
	{
		code: 'env-in-image',
		what: 'COPY . . without .dockerignore',
		broken: (root) => write(root, { Dockerfile: 'FROM node:24\nCOPY . .\n' }),
		well: (root) =>
			write(root, {
				Dockerfile: 'FROM node:24\nCOPY . .\n',
				'.dockerignore': 'node_modules\n.env*\n!.env.example\n',
			}),
	},
	{
		code: 'env-in-image',
		what: 'a stage that the image takes all of',
		broken: (root) => write(root, { Dockerfile: staged('COPY --from=builder /app .') }),
		well: (root) => write(root, { Dockerfile: staged('COPY --from=builder /app/build build/') }),
	},
	{
		code: 'env-in-image',
		what: 'an image that is made from the stage',
		broken: (root) => write(root, { Dockerfile: 'FROM node:24 AS base\nCOPY . /app\nFROM base\n' }),
		well: (root) => write(root, { Dockerfile: 'FROM node:24 AS base\nCOPY . /app\nFROM node:24\n' }),
	},
	{
		code: 'env-in-image',
		what: 'by its name',
		broken: (root) => write(root, { Dockerfile: 'FROM node:24\nCOPY package.json .env ./\n' }),
		well: (root) => write(root, { Dockerfile: 'FROM node:24\nCOPY package.json ./\nCOPY src src\n' }),
	},
	{
		code: 'node-version',
		what: 'Node 20 in .nvmrc',
		broken: (root) => write(root, { '.nvmrc': 'v20.10.0\n' }),
		well: (root) => write(root, { '.nvmrc': '22\n' }),
	},
	{
		code: 'node-version',
		what: 'Node 18 in the image',
		broken: (root) => write(root, { Dockerfile: 'FROM node:18-alpine\n' }),
		well: (root) => write(root, { Dockerfile: 'FROM node:24-alpine\n' }),
	},
	{
		code: 'package-missing',
		what: 'the core is not installed',
		broken: (root) => write(root, { 'node_modules/@authgraft/runtime/package.json': '{"version":"0.1.0"}' }),
		well: (root) =>
			write(root, {
				'node_modules/@authgraft/runtime/package.json': '{"version":"0.1.0"}',
				'node_modules/@auth/core/package.json': '{"version":"0.41.3"}',
			}),
	},
	{
		code: 'package-range',
		what: 'an old runtime',
		broken: (root) =>
			write(root, {
				'node_modules/@authgraft/runtime/package.json': '{"version":"0.0.9"}',
				'node_modules/@auth/core/package.json': '{"version":"0.41.3"}',
			}),
	},
	{
		code: 'adapter-stale',
		what: 'one for SvelteKit 2',
		broken: (root) => adapter(root, 'builder.generateManifest({ relativePath })'),
		well: (root) => adapter(root, 'builder.generateServerInstance(file)'),
	},
	{
		code: 'runtime-skew',
		what: 'a runtime that is newer than the command',
		broken: (root) => {
			edit(root, 'package.json', '"@authgraft/runtime": "^0.1.0"', '"@authgraft/runtime": "^0.2.0"');
			write(root, {
				'node_modules/@authgraft/runtime/package.json': '{"version":"0.2.3"}',
				'node_modules/@auth/core/package.json': '{"version":"0.41.3"}',
			});
		},
		well: (root) =>
			write(root, {
				'node_modules/@authgraft/runtime/package.json': '{"version":"0.1.7"}',
				'node_modules/@auth/core/package.json': '{"version":"0.41.3"}',
			}),
	},
	{
		code: 'runtime-skew',
		what: 'a runtime that is older than the command, as package.json asks for',
		broken: (root) => {
			edit(root, 'package.json', '"@authgraft/runtime": "^0.1.0"', '"@authgraft/runtime": "^0.0.9"');
			write(root, {
				'node_modules/@authgraft/runtime/package.json': '{"version":"0.0.9"}',
				'node_modules/@auth/core/package.json': '{"version":"0.41.3"}',
			});
		},
	},
	{
		code: 'core-vulnerable',
		what: 'core 0.40',
		broken: (root) => {
			edit(root, 'package.json', '"@auth/core": "^0.41.3"', '"@auth/core": "*"');
			write(root, {
				'node_modules/@authgraft/runtime/package.json': '{"version":"0.1.0"}',
				'node_modules/@auth/core/package.json': '{"version":"0.40.0"}',
			});
		},
	},
	{
		code: 'core-copies',
		what: 'an adapter that brings its own',
		broken: (root) =>
			write(root, {
				'node_modules/@authgraft/runtime/package.json': '{"version":"0.1.0"}',
				'node_modules/@auth/core/package.json': '{"version":"0.41.3"}',
				'node_modules/@auth/unstorage-adapter/node_modules/@auth/core/package.json': '{"version":"0.41.2"}',
			}),
	},
	{
		code: 'other-library',
		what: 'the predecessor still answers',
		broken: (root) => {
			edit(root, 'package.json', '"devDependencies": {', '"devDependencies": { "@auth/sveltekit": "^1.0.0",');
			write(root, {
				'src/lib/old.ts':
					"import { SvelteKitAuth } from '@auth/sveltekit';\nexport const old = SvelteKitAuth({ providers: [] });\n",
			});
		},
	},
	{
		code: 'tables-missing',
		what: 'the file of the database is not there',
		broken: (root) => {
			edit(root, 'package.json', '"scripts": {', '"scripts": { "db:push": "drizzle-kit push",');
			edit(
				root,
				'package.json',
				'"devDependencies": {',
				'"devDependencies": { "@auth/drizzle-adapter": "^1.0.0",',
			);
			env(`AUTH_SECRET=${secret}\nDATABASE_URL=file:local.db\n`)(root);
		},
		well: (root) => {
			edit(root, 'package.json', '"scripts": {', '"scripts": { "db:push": "drizzle-kit push",');
			edit(
				root,
				'package.json',
				'"devDependencies": {',
				'"devDependencies": { "@auth/drizzle-adapter": "^1.0.0",',
			);
			env(`AUTH_SECRET=${secret}\nDATABASE_URL=file:local.db\n`)(root);
			write(root, { 'local.db': '' });
		},
	},
	{
		code: 'guard-leaks',
		what: 'a comparison of paths in a hook',
		broken: (root) =>
			write(root, {
				'src/routes/admin/+page.svelte': '<h1>Admin</h1>',
				[hooks]: ownGuard("event.url.pathname.startsWith('/admin')"),
			}),
		well: (root) =>
			write(root, {
				'src/routes/admin/+page.svelte': '<h1>Admin</h1>',
				[hooks]: ownGuard("event.route.id?.startsWith('/admin')"),
			}),
	},
	{
		code: 'guard-leaks',
		what: 'a guarded page that is made while building',
		broken: (root) => write(root, { 'src/routes/dashboard/+page.ts': 'export const prerender = true;\n' }),
		// A picture of the page, which everybody may have, is a note.
		well: (root) => write(root, { 'static/dashboard/logo.svg': '<svg />' }),
	},
	{
		code: 'guard-leaks',
		what: 'a guarded page that the platform keeps for everybody',
		broken: (root) =>
			write(root, {
				'src/routes/dashboard/+page.ts': 'export const config = { isr: { expiration: 60 } };\n',
			}),
		well: (root) =>
			write(root, { 'src/routes/dashboard/+page.ts': 'export const config = { isr: false };\n' }),
	},
	{
		code: 'service-worker',
		what: 'keeps what it fetched',
		broken: (root) => write(root, { 'src/service-worker.js': worker('cache.put(event.request, copy)') }),
		well: (root) => write(root, { 'src/service-worker.js': worker('cache.addAll(build)') }),
	},
	{
		code: 'link-needs-reload',
		what: 'a page takes every address',
		broken: (root) =>
			write(root, {
				'src/routes/[...path]/+page.svelte': '',
				'src/routes/+page.svelte': '<a href="/auth/signin">In</a>',
			}),
		well: (root) => write(root, { 'src/routes/+page.svelte': '<a href="/auth/signin">In</a>' }),
	},
];

describe('the finding that has to come is the worst one', () => {
	test.each(rows)('$code: $what', async ({ code, fixture = 'sveltekit3', broken, how }) => {
		const root = await healthy(fixture);
		broken(root);
		const { shown } = await judge(root, how);
		expect(codesOf(shown)[0], JSON.stringify(shown, null, 1)).toBe(code);
	});
});

describe('and of the same done well nothing is said', () => {
	test.each(rows.filter(({ well }) => well))(
		'$code: $what',
		async ({ fixture = 'sveltekit3', well, howWell }) => {
			const root = await healthy(fixture);
			well?.(root);
			const { shown } = await judge(root, howWell);
			expect(codesOf(shown), JSON.stringify(shown, null, 1)).toEqual([]);
		},
	);
});

/** Judged as the environment says, where one is given. */
interface Healthy {
	fixture: string;
	what: string;
	change?: (root: string) => void | Promise<void>;
	how?: Row['how'];
}

async function addDrizzle(root: string): Promise<void> {
	const host = await readHost(root);
	const [drizzle] = adapters;
	if (!drizzle) throw new Error('no adapter');
	const { changes } = adapterPlan(host, findAuthModule(host, undefined), drizzle);
	write(root, Object.fromEntries(changes.filter(isWrite).map(({ path, after }) => [path, after])));
	// What `npm run db:push` makes.
	write(root, { 'local.db': '' });
}

const behindTls = production({ ORIGIN: 'https://app.example', PROTOCOL_HEADER: 'x-forwarded-proto' });
const previewOf = (path: string) => {
	const { AUTH_URL: _, ...variables } = production({}).variables;
	const proxy = { AUTH_REDIRECT_PROXY_URL: `https://app.example${path}` };
	return { production: true, variables: { ...variables, VERCEL: '1', VERCEL_ENV: 'preview', ...proxy } };
};
const inBase: Record<string, (root: string) => void> = {
	sveltekit3: (root) => edit(root, 'vite.config.ts', 'sveltekit({', "sveltekit({ paths: { base: '/app' },"),
	sveltekit2: (root) => edit(root, 'vite.config.ts', 'sveltekit({', "sveltekit({ paths: { base: '/app' },"),
	solidstart2: (root) => edit(root, 'vite.config.ts', 'defineConfig({', 'defineConfig({\n  base: "/app/",'),
	solidstart1: (root) => {
		edit(root, 'app.config.ts', 'defineConfig({', 'defineConfig({\n  server: { baseURL: "/app" },');
		// Its router does not take the base path off endpoints.
		const route = (base: string) => `src/routes${base}/api/auth/[...solidauth].ts`;
		const text = readFileSync(join(root, route('')), 'utf8');
		write(root, { [route('')]: null, [route('/app')]: text.replace('../../../auth', '../../../../auth') });
	},
};

const healthyOnes: Healthy[] = [
	...[
		...[
			'sveltekit3',
			'sveltekit3-js',
			'sveltekit2',
			'sveltekit2-js',
			'sveltekit2-classic',
			'sveltekit2-svelte4',
		],
		...['solidstart2', 'solidstart2-js', 'solidstart1', 'solidstart1-js'],
	].map((fixture) => ({ fixture, what: 'as `init` leaves it' })),
	...Object.entries(inBase).flatMap(([fixture, change]): Healthy[] => [
		{ fixture, what: 'behind a proxy that speaks TLS', how: behindTls },
		{ fixture, what: 'below a base path', change },
		{ fixture, what: 'sessions in a database', change: addDrizzle },
		{
			...{ fixture, what: 'a preview, which signs in over production' },
			how: previewOf(fixture.startsWith('solid') ? '/api/auth' : '/auth'),
		},
	]),
];
describe('healthy projects', () => {
	test.each(healthyOnes)('$fixture: $what', async ({ fixture, change, how }) => {
		const root = await healthy(fixture);
		await change?.(root);
		const { shown, examination } = await judge(root, how);
		expect(codesOf(shown), JSON.stringify(shown, null, 1)).toEqual([]);
		expect(examination.unanswered.filter(({ state }) => state === 'unknown')).toEqual([]);
	});
});

test('an env file with secrets in git, and one that was there once', async () => {
	const root = await healthy('sveltekit3');
	const git = (...args: string[]) =>
		execFileSync('git', ['-C', root, '-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args]);
	git('init', '-q');
	expect(codesOf((await judge(root)).shown)).toEqual([]);
	git('add', '--all');
	git('commit', '-qm', 'one');
	expect(codesOf((await judge(root)).shown)).toEqual([]);
	git('add', '-f', '.env');
	git('commit', '-qm', 'two');
	expect(codesOf((await judge(root)).shown)).toEqual(['env-committed']);
	git('rm', '-q', '--cached', '.env');
	git('commit', '-qm', 'three');
	expect(codesOf((await judge(root)).shown)).toEqual(['env-in-history']);
});

test('localhost in production is a note: it may be somebody who tries the build', async () => {
	const { shown } = await judge(
		await healthy('sveltekit3'),
		production({ AUTH_URL: 'https://localhost:3000' }),
	);
	expect(shown.map(({ code, severity }) => [code, severity])).toEqual([['address-host', 'note']]);
});

test('on CI the environment of the server is not seen, and nothing is made up about it', async () => {
	const root = await healthy('sveltekit3');
	write(root, { '.env': null });
	const { shown, examination } = await judge(root, { variables: { CI: 'true' } });
	expect(codesOf(shown)).toEqual([]);
	expect(examination.unanswered).toContainEqual(
		expect.objectContaining({ check: 'secret-missing', state: 'skipped' }),
	);
	expect(codesOf((await judge(root)).shown)).toEqual(['secret-missing']);
	expect(codesOf((await judge(root, { variables: { CI: 'true' }, production: true })).shown)).toContain(
		'secret-missing',
	);
});

test('a policy for forms is an error where the sign-in page has plain ones', async () => {
	const root = await healthy('sveltekit3');
	edit(
		root,
		'vite.config.ts',
		'sveltekit({',
		"sveltekit({ csp: { directives: { 'form-action': ['self'] } },",
	);
	const told = async () => (await judge(root, set)).shown.map(({ code, severity }) => [code, severity]);
	expect(await told()).toEqual([['csp-form-action', 'warning']]);
	write(root, { 'src/routes/signin/+page.svelte': '<form method="post"><button>Sign in</button></form>\n' });
	expect(await told()).toEqual([['csp-form-action', 'error']]);
});

test('SolidStart without any middleware is a note where nothing asks for one', async () => {
	const root = await healthy('solidstart2');
	edit(root, 'vite.config.ts', '{ middleware: "./src/middleware.ts" }', '');
	write(root, { 'src/middleware.ts': null });
	const told = async () => (await judge(root, set)).shown.map(({ code, severity }) => [code, severity]);
	expect(await told()).toEqual([['guard-not-running', 'note']]);
	// One of the project's own, that asks for nothing of sign-in.
	edit(root, 'vite.config.ts', 'solidStart()', "solidStart({ middleware: './src/own.ts' })");
	write(root, {
		'src/own.ts':
			"import { createMiddleware } from '@solidjs/start/middleware';\nexport default createMiddleware({ onRequest: [() => undefined] });\n",
	});
	expect(await told()).toEqual([['guard-not-running', 'note']]);
	write(root, {
		'src/routes/api/me.ts': 'export const GET = ({ locals }) => Response.json(locals.auth());\n',
	});
	expect(await told()).toContainEqual(['guard-not-running', 'error']);
});

test('a start script that reads no env file is a note, and none where it reads one', async () => {
	const started = async (script: string) => {
		const root = await healthy('sveltekit3');
		edit(root, 'package.json', '"scripts": {', `"scripts": { "start": "${script}",`);
		return (await judge(root, set)).shown.map(({ code, severity }) => [code, severity]);
	};
	expect(await started('node build')).toEqual([['env-not-loaded', 'note']]);
	expect(await started('node --env-file=.env build')).toEqual([]);
	expect(await started('node scripts/hello.js')).toEqual([]);
});

test.each(['sveltekit3', 'solidstart2'])(
	'test people without a condition are a note: %s',
	async (fixture) => {
		const root = await healthy(fixture);
		expect((await judge(root, set)).shown).toEqual([]);
		const file = fixture === 'sveltekit3' ? kit : 'src/auth.ts';
		edit(root, file, /\.\.\.\([^\n]*\[Development\(\)\][^\n]*\)/, 'Development()');
		expect((await judge(root, set)).shown.map(({ code, severity }) => [code, severity])).toEqual([
			['development-provider', 'note'],
		]);
	},
);

test('a command that was killed while it wrote', async () => {
	const root = await healthy('sveltekit3');
	const change = (path: string) => ({
		...{ path, summary: 'x' },
		kind: 'create' as const,
		before: null,
		after: 'x',
	});
	const stopped = (at: number) => {
		const breaks = () => {
			throw new Error('killed');
		};
		const { disk } = breakingDisk({ at, moment: 'before', breaks, forGood: true, base: hastyDisk });
		return applyPlan({ root, command: 'init', changes: ['a.txt', 'b.txt'].map(change) }, { disk }).catch(
			() => {},
		);
	};
	for (let at = 1; at < 60 && !needsRecovery(root); at++) await stopped(at);
	expect(codesOf((await judge(root)).shown)).toEqual(['half-applied']);
	ageLock(root);
	await recover(root, { disk: hastyDisk });
	expect(codesOf((await judge(root)).shown)).toEqual([]);
});

test('docs/doctor.md says how many they are', () => {
	expect(doctorFigures('src/doctor/host/index.test.ts')).toEqual(
		figuresOf(rows.length, rows.filter(({ well }) => well).length + healthyOnes.length),
	);
	expect(doctorDocument()).toContain(`Healthy are ${healthyOnes.length} projects`);
});

test.each([
	['by its name', "import { handle as auth } from '../../auth';\n"],
	['with its extension', "import { handle as auth } from '../../auth.ts';\n"],
])('a handle that another file runs is not called missing, and gets no second one: %s', async (_, line) => {
	const root = await healthy('sveltekit3');
	write(root, {
		'src/lib/server/chain.ts': `${line}import { sequence } from '@sveltejs/kit/hooks';\nexport const chain = sequence(auth);\n`,
		[hooks]: "export { chain as handle } from './lib/server/chain';\n",
	});
	const { shown, examination } = await judge(root);
	expect(codesOf(shown)).not.toContain('not-mounted');
	expect(examination.found.flatMap(({ fix = [] }) => fix)).toEqual([]);
	// It is followed into that file, so nothing about it is left open.
	expect(examination.unanswered).not.toContainEqual(expect.objectContaining({ check: 'not-mounted' }));
	// Where it cannot be followed, nobody knows.
	write(root, { [hooks]: "import './lib/server/chain';\nexport const handle = globalThis.chain;\n" });
	const unclear = (await judge(root)).examination;
	expect(unclear.found.flatMap(({ fix = [] }) => fix)).toEqual([]);
	expect(unclear.unanswered).toContainEqual(
		expect.objectContaining({ check: 'not-mounted', state: 'unknown' }),
	);
});
