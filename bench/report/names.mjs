/** Entrants of the part `lookup`, as people read them, and whose they are. */
export const entrants = {
	empty: ['an empty hook', 'limit'],
	nobody: ['authgraft, nobody is signed in', 'ours'],
	'ours, seen': ['authgraft, token seen before', 'ours'],
	'ours, new': ['authgraft, new token', 'ours'],
	'node:crypto': ['node:crypto, decryption alone', 'limit'],
	jose: ['jose, decryption alone', 'limit'],
	'Better Auth compact, seen': ['Better Auth, cookie cache, seen before', 'peer'],
	'Better Auth compact, new': ['Better Auth, cookie cache, new', 'peer'],
	'Better Auth jwe, seen': ['Better Auth, encrypted cookie cache, seen before', 'peer'],
	'Better Auth jwe, new': ['Better Auth, encrypted cookie cache, new', 'peer'],
	'@auth/sveltekit, seen': ['@auth/sveltekit, token seen before', 'peer'],
	'@auth/sveltekit, new': ['@auth/sveltekit, new token', 'peer'],
};

/** Scenarios of the part `hosts`. */
export const scenarios = {
	plain: 'the starter, no sign-in',
	constant: 'a constant as session',
	nobody: 'sign-in, nobody is signed in',
	seen: 'sign-in, the same person',
	callbacks: 'sign-in, the same person, with callbacks',
	new: 'sign-in, a new token each time',
};
