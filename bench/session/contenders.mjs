import { Auth, skipCSRFCheck } from '@auth/core';
import { auth, getSession } from '@authgraft/runtime/solid-start';
import { SvelteKitAuth } from '@authgraft/runtime/sveltekit';
import { cookieName } from './stores.mjs';

const origin = 'http://localhost:3000';

/**
 * Views a page: answers one request, in which the session is read so many times, one after the other.
 * @callback View
 * @param {string | null} token null: nobody is signed in
 * @param {number} calls
 * @returns {Promise<{ session: object | null, cookies: number }>} what was read last, and how many cookies were set
 */

/**
 * What is measured, by name; those that begin with @ are not ours. Each gets its own configuration, which lives as long
 * as the process.
 * @type {Record<string, (config: object, peer: string) => Promise<View>>}
 */
export const contenders = {
	'SvelteKit locals.auth()': async (config) => throughHandle(SvelteKitAuth(config).handle),
	'SolidStart auth(event)': async (config) => async (token, calls) => {
		const event = { request: requestWith(token), response: { headers: new Headers() }, locals: {} };
		let session = null;
		for (let call = 0; call < calls; call++) session = await auth(event, config);
		return { session, cookies: event.response.headers.getSetCookie().length };
	},
	'SolidStart getSession(request)': async (config) => async (token, calls) => {
		const request = requestWith(token);
		let session = null;
		for (let call = 0; call < calls; call++) session = await getSession(request, config);
		return { session, cookies: 0 };
	},
	'@auth/sveltekit locals.auth()': async (config, peer) => {
		const { SvelteKitAuth: Peer } = await import(peer);
		return throughHandle(Peer(config).handle);
	},
	'@auth/core Auth()': async (options) => {
		// As little as it can do: with the check it would make a token for forms and set one more cookie.
		const config = { ...options, basePath: '/auth', skipCSRFCheck };
		return async (token, calls) => {
			const { headers } = requestWith(token);
			const names = new Set();
			let session = null;
			for (let call = 0; call < calls; call++) {
				const response = await Auth(new Request(`${origin}/auth/session`, { headers }), config);
				session = await response.json();
				for (const cookie of response.headers.getSetCookie()) names.add(cookie.split('=')[0]);
			}
			return { session, cookies: names.size };
		};
	},
};

/** A SvelteKit page behind the auth hook, whose `load` functions ask for the session. */
function throughHandle(handle) {
	return async (token, calls) => {
		const request = requestWith(token);
		const set = new Set();
		const cookies = { set: (name) => set.add(name), get: () => undefined, getAll: () => [] };
		const event = { request, url: new URL(request.url), cookies, locals: {}, route: { id: '/' } };
		let session = null;
		const resolve = async () => {
			for (let call = 0; call < calls; call++) session = await event.locals.auth();
			return new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } });
		};
		const response = await handle({ event, resolve });
		return { session, cookies: set.size + response.headers.getSetCookie().length };
	};
}

function requestWith(token) {
	const headers = { host: 'localhost:3000', accept: 'text/html' };
	return new Request(`${origin}/`, {
		headers: token === null ? headers : { ...headers, cookie: `${cookieName}=${token}` },
	});
}
