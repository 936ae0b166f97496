import GitHub from '@auth/core/providers/github';
import { SvelteKitAuth } from '@authgraft/runtime/sveltekit';
import { eventWith } from '../session/contenders.mjs';

const logger = {
	error(error) {
		throw error;
	},
	warn: console.warn,
	debug() {},
};
const provider = GitHub({ clientId: 'id', clientSecret: 'secret' });
const response = new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } });

/** Our hook, and a `load` behind it that asks for the session. */
export const ours = (config) => throughHook(SvelteKitAuth(optionsOf(config)).handle);

/**
 * The hook of `@auth/sveltekit`.
 * @param {string} peer URL of its bundle
 */
export async function theirs(config, peer) {
	const { SvelteKitAuth: Peer } = await import(peer);
	return throughHook(Peer(optionsOf(config)).handle);
}

/** A hook that does nothing at all, and a `load` that asks nobody: what the measuring itself takes. */
export const empty = () =>
	throughHook(({ event, resolve }) => {
		event.locals.auth = nobody;
		return resolve(event);
	});

const nobody = async () => null;

const optionsOf = (config) => ({ ...config, providers: [provider], trustHost: true, logger });

function throughHook(handle) {
	return {
		input: (token) => eventWith(token),
		async run(event) {
			let session = null;
			const resolve = async () => {
				session = await event.locals.auth();
				return response;
			};
			await handle({ event, resolve });
			return session;
		},
	};
}
