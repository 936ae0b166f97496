import type { CredentialsConfig } from '@auth/core/providers/credentials';
import Credentials from '@auth/core/providers/credentials';
import GitHub from '@auth/core/providers/github';

export const password = { typed: 'correct horse battery staple', wrong: 'the wrong horse altogether' };

/** Knows ada. */
export const credentials = Credentials({
	credentials: { email: {}, password: { type: 'password' } },
	authorize: ({ email, password: given }) =>
		given === password.typed ? { id: 'ada', name: 'Ada Lovelace', email: String(email) } : null,
});

export const github = GitHub({ clientId: 'github-client', clientSecret: 'github-client-secret' });

/** What ada types. */
export const adasForm = { email: 'ada@test.example', password: password.typed };

/** Sends no letters: tests put the tokens into the database. */
export const letters = {
	...{
		id: 'letters',
		type: 'email' as const,
		name: 'E-mail',
		maxAge: 600,
		from: 'app@test.example',
		options: {},
	},
	sendVerificationRequest: async () => {},
};

/** A provider that refuses everybody, and what its `authorize` was given. */
export function watchingProvider(): { watching: CredentialsConfig; given: Record<string, unknown>[] } {
	const given: Record<string, unknown>[] = [];
	const watching = Credentials({
		credentials: { email: {}, password: {} },
		authorize: (credentials) => {
			given.push(credentials as Record<string, unknown>);
			return null;
		},
	});
	return { watching, given };
}
