import { expect, test } from 'vitest';
import type * as solidStart from '../solid-start/client.js';
import type * as svelteKit from './client.js';

/** Call sites as they are written for the predecessors: what counts is that they compile. */
async function callSites(client: typeof svelteKit, solid: typeof solidStart) {
	const options: svelteKit.SignInOptions = { redirectTo: '/x', redirect: false, email: 'ada@example.com' };
	const params: svelteKit.SignInAuthorizationParams = { login_hint: 'ada' };
	const into: svelteKit.SignInResponse | undefined = await client.signIn('github', options, params);
	const leave: svelteKit.SignOutParams = { redirectTo: '/' };
	const out: svelteKit.SignOutResponse | undefined = await client.signOut(leave);
	const hint: solidStart.SignInAuthorizationParams = new URLSearchParams({ login_hint: 'ada' });
	const other: solidStart.SignInResponse | undefined = await solid.signIn(
		'github',
		{ callbackUrl: '/' },
		hint,
	);
	return [into, out, other].map((result) => result?.ok && result.url);
}

test('call sites of the predecessors compile and run', async () => {
	const result = { ok: true, status: 200, url: '/x', error: undefined, code: undefined };
	const client = { signIn: async () => result, signOut: async () => result };
	expect(await callSites(client as never, client as never)).toEqual(['/x', '/x', '/x']);
});
