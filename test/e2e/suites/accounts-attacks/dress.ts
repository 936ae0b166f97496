import { expect } from 'vitest';
import type { HostUnderTest } from '../../../support/host-under-test.ts';
import type { ProviderPerson } from '../../../support/identity-provider.ts';

/** Providers that lead to the test's own, besides Keycloak. The first links by address, where both have proven it. */
export const providerIds = ['keycloak', 'second', 'microsoft-entra-id'] as const;

/** Whom the provider knows. */
export const people = {
	grace: person('grace'),
	bob: person('bob'),
	carol: person('carol'),
	/** They say that they are `victim@test.example`: false, nothing, text and a number are no proof. */
	'eve-false': eve('eve-false', false),
	'eve-missing': eve('eve-missing', null),
	'eve-text': eve('eve-text', 'false'),
	'eve-number': eve('eve-number', 1),
	/** Says that it has looked. */
	'eve-true': eve('eve-true', true),
} satisfies Record<string, ProviderPerson>;

function person(username: string): ProviderPerson {
	return { username, password: username, name: username, email: `${username}@test.example` };
}
function eve(username: string, emailVerified: unknown): ProviderPerson {
	return { ...person(username), email: 'victim@test.example', emailVerified };
}

/** What each process of the build is told of: `ATTACK_WAYS=links,address`. */
const ways = `import Keycloak from '@auth/core/providers/keycloak';
import Nodemailer from '@auth/core/providers/nodemailer';
import type { Provider } from '@auth/core/providers';

const { env } = (globalThis as unknown as { process: { env: Record<string, string | undefined> } }).process;
export const asked = (env.ATTACK_WAYS ?? '').split(',');

const client = { clientId: env.AUTH_KEYCLOAK_ID ?? '', clientSecret: env.AUTH_KEYCLOAK_SECRET ?? '' };
const allowDangerousEmailAccountLinking = true;
const at = env.ATTACK_MICROSOFT ?? 'http://127.0.0.1:1';

export const ways: Provider[] = [
	Keycloak({ id: 'second', ...client, issuer: env.AUTH_KEYCLOAK_ISSUER ?? '', allowDangerousEmailAccountLinking }),
	{
		...{ id: 'microsoft-entra-id', name: 'Microsoft', type: 'oidc', ...client, allowDangerousEmailAccountLinking },
		issuer: 'https://login.microsoftonline.com/tenant/v2.0',
		authorization: { url: at + '/auth', params: { scope: 'openid profile email' } },
		...{ token: at + '/token', userinfo: at + '/me', jwks_endpoint: at + '/jwks', checks: ['pkce', 'state'] },
	} as Provider,
	...(asked.includes('links')
		? [Nodemailer({ server: env.AUTH_NODEMAILER_SERVER ?? '', from: env.AUTH_NODEMAILER_FROM ?? '' })]
		: []),
];
`;

/** As the proxy of a real host is told of, where the framework has no option for it. */
const address = `const clientAddress = (event: { request: Request; clientAddress?: string }) => {
	const said = event.request.headers.get('x-client');
	if (asked.includes('address') && said) event.clientAddress = said;
};
`;

/** What the host's owner adds to what the command has written, so that every attack can be tried on one build. */
export async function dress(host: HostUnderTest, svelteKit: boolean): Promise<void> {
	const change = async (path: string, ...changes: [from: string, to: string][]) => {
		let text = await host.read(path);
		for (const [from, to] of changes) {
			expect(text, path).toContain(from);
			text = text.replace(from, to);
		}
		await host.write({ [path]: text });
	};
	const imports = (names: string, from: string): [string, string] => [
		'import ',
		`import { ${names} } from '${from}';\nimport `,
	];
	const passkey = await host.graft('add-provider', 'passkey', '--yes', '--allow-dirty');
	expect(passkey.code, passkey.output).toBe(0);
	await host.write({ 'src/attack-ways.ts': ways });
	await change('src/auth.ts', imports('ways', './attack-ways'), ['Passwords()', 'Passwords(), ...ways']);
	const accounts = svelteKit ? 'src/lib/server/auth-accounts.ts' : 'src/lib/auth-accounts.ts';
	await change(accounts, imports('asked', svelteKit ? '../../attack-ways' : '../attack-ways'), [
		/\n\s+send\n/.exec(await host.read(accounts))?.[0] ?? 'no send',
		`\n\tsend: asked.includes('no-mailer') ? undefined : send\n`,
	]);
	if (svelteKit) return;
	await change(
		'src/middleware.ts',
		imports('asked', './attack-ways'),
		['export default', `${address}\nexport default`],
		['onRequest: [', 'onRequest: [clientAddress, '],
	);
}
