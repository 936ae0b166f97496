import { Auth, skipCSRFCheck } from '@auth/core';
import { auth, getSession } from '@authgraft/runtime/solid-start';
import { SvelteKitAuth } from '@authgraft/runtime/sveltekit';
import { decryptByJose, decryptByNode } from './bare.mjs';
import { cookieName } from './stores.mjs';

const origin = 'http://localhost:3000';

/**
 * A request that has come as far as the application's own code. Only `look` is measured.
 * @typedef {object} Visit
 * @property {() => Promise<object | null>} look asks for the session
 * @property {() => Promise<number>} end answers the request, and says how many cookies were set
 */

/**
 * Begins to answer a request.
 * @callback Open
 * @param {string | null} token null: nobody is signed in
 * @returns {Promise<Visit>}
 */

/**
 * What is measured, by name; those that begin with @ are not ours, and those in brackets only decrypt the cookie. Each gets
 * its own configuration, which lives as long as the process.
 * @type {Record<string, (config: object, peer: string) => Promise<Open>>}
 */
export const contenders = {
	'SvelteKit locals.auth()': async (config) => throughHandle(SvelteKitAuth(config).handle),
	'SolidStart auth(event)': async (config) => async (token) => {
		const event = { request: requestWith(token), response: { headers: new Headers() }, locals: {} };
		const end = async () => event.response.headers.getSetCookie().length;
		return { look: () => auth(event, config), end };
	},
	'SolidStart getSession(request)': async (config) => async (token) => {
		const request = requestWith(token);
		return { look: () => getSession(request, config), end: async () => 0 };
	},
	'@auth/sveltekit locals.auth()': async (config, peer) => {
		const { SvelteKitAuth: Peer } = await import(peer);
		return throughHandle(Peer(config).handle);
	},
	'@auth/core Auth()': async (options) => {
		// As little as it can do: with the check it would make a token for forms and set one more cookie.
		const config = { ...options, basePath: '/auth', skipCSRFCheck };
		return async (token) => {
			const { headers } = requestWith(token);
			const names = new Set();
			const look = async () => {
				const response = await Auth(new Request(`${origin}/auth/session`, { headers }), config);
				for (const cookie of response.headers.getSetCookie()) names.add(cookie.split('=')[0]);
				return response.json();
			};
			return { look, end: async () => names.size };
		};
	},
};

/** The limit: the same cookies decrypted, and nothing else. */
export const bare = {
	'(jose, key ready)': () => decryptByJose(),
	'(node:crypto, key ready)': () => decryptByNode(),
};

/** A SvelteKit page behind the auth hook, whose `load` functions ask for the session. */
function throughHandle(handle) {
	return async (token) => {
		const set = new Set();
		const event = eventWith(token, (name) => set.add(name));
		const { promise: reached, resolve: reach } = Promise.withResolvers();
		const { promise: ended, resolve: end } = Promise.withResolvers();
		const resolve = async () => {
			reach();
			await ended;
			return new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } });
		};
		const responding = handle({ event, resolve });
		await Promise.race([reached, responding]);
		return {
			look: () => event.locals.auth(),
			async end() {
				end();
				return set.size + (await responding).headers.getSetCookie().length;
			},
		};
	};
}

let last = { token: undefined, request: undefined };

/**
 * A SvelteKit event, as far as authentication looks at it. What is known of a request hangs on its `locals`: the Request,
 * which costs more to make and to throw away than some contenders do, is the same for the same cookie.
 */
export function eventWith(token, set = () => {}) {
	if (last.token !== token) last = { token, request: requestWith(token) };
	const { request } = last;
	const cookies = { set, get: () => undefined, getAll: () => [] };
	return { request, url: new URL(request.url), cookies, locals: {}, route: { id: '/' } };
}

function requestWith(token) {
	const headers = { host: 'localhost:3000', accept: 'text/html' };
	return new Request(`${origin}/`, {
		headers: token === null ? headers : { ...headers, cookie: cookieOf(token) },
	});
}

/** What a browser sends: a long token comes in the chunks that the core has set. */
function cookieOf(token) {
	const chunkSize = 4096 - 160;
	if (token.length <= chunkSize) return `${cookieName}=${token}`;
	const chunks = token.match(new RegExp(`.{1,${chunkSize}}`, 'g'));
	return chunks.map((chunk, index) => `${cookieName}.${index}=${chunk}`).join('; ');
}
