// What one sign-in with a password takes: `worker.mjs <JSON of the task>`, with --expose-gc, JSON to stdout.
import { takeTurns } from '../lib/turns.mjs';
import { ourSignIn, theirSignIn } from './people.mjs';

const { betterAuth, ...amount } = JSON.parse(process.argv[2]);

const entrant = (name, signIn) => ({
	name,
	input: () => null,
	run: () => expectSession(signIn),
	tokens: [null, null],
});

const figures = await takeTurns(
	[entrant('ours', await ourSignIn()), entrant('Better Auth', await theirSignIn(betterAuth))],
	amount,
);
process.stdout.write(JSON.stringify(figures));
process.exit(0);

/** @throws Error when nobody is signed in: whoever refuses is fast, too */
async function expectSession(signIn) {
	const response = await signIn();
	const session = response.headers.getSetCookie().find((cookie) => /session[-_]token=[^;]/.test(cookie));
	if (!session) throw new Error(`no session: ${response.status} ${await response.text()}`);
	return session;
}
