import { encode } from '@auth/core/jwt';
import { goodToken, otherSecret, secret } from './tokens.ts';

export const origin = 'http://localhost:3000';
export const names = { state: 'authjs.state', pkce: 'authjs.pkce.code_verifier', nonce: 'authjs.nonce' };

/** What a browser brings back from the provider. */
export interface Return {
	url: URL;
	cookies: Record<string, string>;
}

type Attack = (victim: Return, attacker: Return) => Promise<Return> | Return;
/** Changes cookies of the victim; undefined takes one away. */
const cookies =
	(
		change: (
			victim: Return,
			attacker: Return,
		) => Promise<Record<string, string | undefined>> | Record<string, string | undefined>,
	): Attack =>
	async (mine, theirs) => {
		const all = { ...mine.cookies, ...(await change(mine, theirs)) };
		const kept = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
		return { ...mine, cookies: Object.fromEntries(kept) };
	};
/** Changes parameters of the URL; undefined takes one away. */
const params =
	(
		change: (victim: URLSearchParams, attacker: URLSearchParams) => Record<string, string | undefined>,
	): Attack =>
	(mine, theirs) => {
		const url = new URL(mine.url);
		for (const [name, value] of Object.entries(change(mine.url.searchParams, theirs.url.searchParams))) {
			if (value === undefined) url.searchParams.delete(name);
			else url.searchParams.set(name, value);
		}
		return { ...mine, url };
	};

/** A check cookie in the right form with content of the attacker's choice. */
const check = (name: string, value: unknown, more: Record<string, unknown> = {}, of = secret) =>
	encode({ token: { value, provider: 'idp', ...more }, secret: of, salt: name, maxAge: 900 });

export const attacks: Record<string, Attack> = {
	'no cookies at all: a link of the attacker': (mine) => ({ ...mine, cookies: {} }),
	"the attacker's link, the victim's cookies": (mine, theirs) => ({ url: theirs.url, cookies: mine.cookies }),
	'state: parameter missing': params(() => ({ state: undefined })),
	'state: parameter empty': params(() => ({ state: '' })),
	'state: parameter of another flow': params((_, theirs) => ({ state: theirs.get('state') ?? '' })),
	'state: parameter bent': params((mine) => ({ state: `${mine.get('state')}x` })),
	'state: cookie missing': cookies(() => ({ [names.state]: undefined })),
	'state: cookie of another flow': cookies((_, theirs) => ({ [names.state]: theirs.cookies[names.state] })),
	'state: the parameter itself as the cookie': cookies((mine) => ({
		[names.state]: mine.url.searchParams.get('state') ?? '',
	})),
	'state: the session as the cookie': cookies(async () => ({ [names.state]: await goodToken() })),
	'state: the PKCE cookie in its place': cookies((mine) => ({ [names.state]: mine.cookies[names.pkce] })),
	'state: a cookie of another secret': cookies(async (mine) => ({
		[names.state]: await check(names.state, mine.url.searchParams.get('state'), {}, otherSecret),
	})),
	'state: a cookie without the provider': cookies(async (mine) => ({
		[names.state]: await check(names.state, mine.url.searchParams.get('state'), { provider: undefined }),
	})),
	'state: a cookie of another provider': cookies(async (mine) => ({
		[names.state]: await check(names.state, mine.url.searchParams.get('state'), { provider: 'other' }),
	})),
	'state: a cookie without a value': cookies(async () => ({
		[names.state]: await check(names.state, undefined),
	})),
	'state: no cookie, no parameter': async (mine) => ({
		url: ((await params(() => ({ state: undefined }))(mine, mine)) as Return).url,
		cookies: { ...mine.cookies, [names.state]: '' },
	}),
	'state: twice, the right one first': (mine) => {
		const url = new URL(mine.url);
		url.searchParams.append('state', 'x');
		return { ...mine, url };
	},
	'nonce: cookie missing': cookies(() => ({ [names.nonce]: undefined })),
	'nonce: cookie of another flow': cookies((_, theirs) => ({ [names.nonce]: theirs.cookies[names.nonce] })),
	'nonce: the state cookie in its place': cookies((mine) => ({ [names.nonce]: mine.cookies[names.state] })),
	'nonce: another one in a right cookie': cookies(async () => ({
		[names.nonce]: await check(names.nonce, 'x'),
	})),
	'nonce: a cookie of another provider': cookies(async () => ({
		[names.nonce]: await check(names.nonce, 'x', { provider: 'other' }),
	})),
	'PKCE: cookie missing': cookies(() => ({ [names.pkce]: undefined })),
	'PKCE: cookie of another flow': cookies((_, theirs) => ({ [names.pkce]: theirs.cookies[names.pkce] })),
	'PKCE: the nonce cookie in its place': cookies((mine) => ({ [names.pkce]: mine.cookies[names.nonce] })),
	'PKCE: another verifier in a right cookie': cookies(async () => ({
		[names.pkce]: await check(names.pkce, 'a'.repeat(43)),
	})),
	'PKCE: expired cookie': cookies(async () => ({
		[names.pkce]: await encode({
			...{ token: { value: 'a'.repeat(43), provider: 'idp' }, secret, salt: names.pkce, maxAge: -60 },
		}),
	})),
	'code: missing': params(() => ({ code: undefined })),
	'code: empty': params(() => ({ code: '' })),
	'code: invented': params(() => ({ code: 'x' })),
	'code: of another flow': params((_, theirs) => ({ code: theirs.get('code') ?? '' })),
	'code: in the fragment': (mine) => {
		const url = new URL(mine.url);
		url.hash = `code=${url.searchParams.get('code')}`;
		url.searchParams.delete('code');
		return { ...mine, url };
	},
	'iss: another issuer': params(() => ({ iss: 'https://evil.example' })),
	'the right answer at another provider': (mine) => ({
		...mine,
		url: new URL(mine.url.href.replace('/callback/idp', '/callback/other')),
	}),
	'an error of the provider': params(() => ({
		code: undefined,
		error: 'access_denied',
		error_description: '<script>',
	})),
	'an implicit answer': params((mine) => ({
		code: undefined,
		id_token: `${mine.get('state')}`,
		access_token: 'x',
	})),
};

/** Found out before the provider is asked: a cookie of the checks is not what it must be, or the state is another one. */
export const unchecked = new Set([
	"the attacker's link, the victim's cookies",
	'state: parameter empty',
	'state: parameter of another flow',
	'state: parameter bent',
	'state: cookie of another flow',
	'state: twice, the right one first',
	'no cookies at all: a link of the attacker',
	'state: cookie missing',
	'state: the parameter itself as the cookie',
	'state: the session as the cookie',
	'state: the PKCE cookie in its place',
	'state: a cookie of another secret',
	'state: a cookie without the provider',
	'state: a cookie of another provider',
	'state: a cookie without a value',
	'state: no cookie, no parameter',
	'nonce: cookie missing',
	'nonce: the state cookie in its place',
	'nonce: a cookie of another provider',
	'PKCE: cookie missing',
	'PKCE: the nonce cookie in its place',
	'PKCE: expired cookie',
	'the right answer at another provider',
]);
