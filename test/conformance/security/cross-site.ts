import type { Application } from '../support/application.ts';
import { cookiesOf } from './attack.ts';
import { adasForm } from './people.ts';
import { sessionCookie } from './tokens.ts';

/** Whose page sends it. */
export const evil = 'https://evil.example';

/** Something that changes the state of somebody's browser. */
export interface Point {
	path: (app: Application) => string;
	fields: Record<string, string>;
	/** What is different when it has happened. */
	happened: (response: Response) => unknown;
}

export const sessionSet = (response: Response) => typeof cookiesOf(response)[sessionCookie] === 'string';
export const points: Record<string, Point> = {
	'signin/github': {
		path: ({ basePath }) => `${basePath}/signin/github`,
		fields: {},
		happened: ({ headers }) => headers.get('location')?.startsWith('https://github.com/'),
	},
	'signin/credentials': {
		path: ({ basePath }) => `${basePath}/signin/credentials`,
		fields: adasForm,
		happened: sessionSet,
	},
	'callback/credentials': {
		path: ({ basePath }) => `${basePath}/callback/credentials`,
		fields: adasForm,
		happened: sessionSet,
	},
	signout: {
		path: ({ basePath }) => `${basePath}/signout`,
		fields: {},
		happened: (response) => cookiesOf(response)[sessionCookie] === null,
	},
	session: {
		path: ({ basePath }) => `${basePath}/session`,
		fields: { data: 'x' },
		happened: sessionSet,
	},
	'callback/passkey': {
		path: ({ basePath }) => `${basePath}/callback/passkey`,
		fields: { action: 'authenticate', data: '{"id":"eA"}' },
		// No such passkey: that was found out, so it was tried.
		happened: ({ headers }) => headers.get('location')?.endsWith('error?error=Configuration'),
	},
};

/** Who sends it, and whether it may happen. */
export const senders: [title: string, headers: Record<string, string>, allowed: boolean][] = [
	['own Origin', {}, true],
	['no Origin, Sec-Fetch-Site same-origin', { origin: '', 'sec-fetch-site': 'same-origin' }, true],
	['Origin null, Sec-Fetch-Site same-origin', { origin: 'null', 'sec-fetch-site': 'same-origin' }, true],
	['own Origin, Sec-Fetch-Site none', { 'sec-fetch-site': 'none' }, true],
	['own Origin, Sec-Fetch-Site cross-site', { 'sec-fetch-site': 'cross-site' }, false],
	['own Origin, Sec-Fetch-Site same-site', { 'sec-fetch-site': 'same-site' }, false],
	['foreign Origin', { origin: evil }, false],
	['foreign Origin, cross-site', { origin: evil, 'sec-fetch-site': 'cross-site' }, false],
	['Origin null', { origin: 'null' }, false],
	['Origin null, cross-site', { origin: 'null', 'sec-fetch-site': 'cross-site' }, false],
	['no Origin', { origin: '' }, false],
	['no Origin, same-site', { origin: '', 'sec-fetch-site': 'same-site' }, false],
	['no Origin, cross-site', { origin: '', 'sec-fetch-site': 'cross-site' }, false],
	['no Origin, none', { origin: '', 'sec-fetch-site': 'none' }, false],
	['no Origin, same-origin in capitals', { origin: '', 'sec-fetch-site': 'Same-Origin' }, false],
	['no Origin, two values', { origin: '', 'sec-fetch-site': 'cross-site, same-origin' }, false],
	['no Origin, own Referer', { origin: '', referer: 'http://localhost:3000/' }, false],
	['own host, other port', { origin: 'http://localhost:3001' }, false],
	['own host, no port', { origin: 'http://localhost' }, false],
	['own host, other scheme', { origin: 'https://localhost:3000' }, false],
	['own host with a dot', { origin: 'http://localhost.:3000' }, false],
	['a host below', { origin: 'http://evil.localhost:3000' }, false],
	['a host that begins like it', { origin: 'http://localhost:3000.evil.example' }, false],
	['userinfo', { origin: 'http://localhost:3000@evil.example' }, false],
	['two origins', { origin: `http://localhost:3000, ${evil}` }, false],
	['a path', { origin: 'http://localhost:3000/x' }, false],
	['an override of the method', { origin: evil, 'x-http-method-override': 'GET' }, false],
	["the client's header", { origin: evil, 'x-auth-return-redirect': '1' }, false],
	["SvelteKit's own header", { origin: evil, 'x-sveltekit-action': 'true' }, false],
];

/** The same fields, written in other ways. */
export const bodies: [title: string, type: string, body: (fields: Record<string, string>) => BodyInit][] = [
	['JSON', 'application/json', (fields) => JSON.stringify(fields)],
	['JSON in a text', 'text/plain', (fields) => JSON.stringify(fields)],
	['text that names JSON', 'text/plain; x=application/json', (fields) => JSON.stringify(fields)],
	[
		'text that names a form',
		'text/plain; x=application/x-www-form-urlencoded',
		(fields) => new URLSearchParams(fields).toString(),
	],
	['multipart', '', formData],
	[
		'multipart that names JSON',
		'multipart/form-data; boundary=x; application/json',
		(fields) => JSON.stringify(fields),
	],
	['two types', 'application/x-www-form-urlencoded, application/json', (fields) => JSON.stringify(fields)],
	['no type', '', (fields) => new Blob([new URLSearchParams(fields).toString()])],
	['nothing', '', () => ''],
];

function formData(fields: Record<string, string>): FormData {
	const data = new FormData();
	for (const [name, value] of Object.entries(fields)) data.set(name, value);
	return data;
}
