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
