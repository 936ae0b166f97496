import { beforeAll, describe, expect, test } from 'vitest';
import { type Application, integrations } from '../support/application.ts';
import { ada, cookiesOf, look, nobody, removedBy, type Sight, send, victim } from './attack.ts';
import { goodToken, sessionCookie as name, otherSecret } from './tokens.ts';

/** Where the core cuts. */
const size = 4096 - 160;
const cut = (token: string) =>
	Array.from({ length: Math.ceil(token.length / size) }, (_, index) =>
		token.slice(index * size, (index + 1) * size),
	);
const numbered = (chunks: readonly string[], from = 0) =>
	chunks.map((chunk, index) => `${name}.${index + from}=${chunk}`).join('; ');
const names = (...indexes: number[]) => indexes.map((index) => `${name}.${index}`);

interface Material {
	good: string;
	/** Three pieces of one good token. */
	chunks: [string, string, string];
	/** Three pieces of another good token, of the same sizes. */
	others: [string, string, string];
}

type Row = [title: string, header: (material: Material) => string, sees: Sight];

const chunkRows: Row[] = [
	['all of them', ({ chunks }) => numbered(chunks), ada],
	[
		'in another order of the header',
		({ chunks: [a, b, c] }) => `${name}.2=${c}; ${name}.0=${a}; ${name}.1=${b}`,
		ada,
	],
	['first one missing', ({ chunks: [, b, c] }) => numbered([b, c], 1), nobody(names(1, 2))],
	['middle one missing', ({ chunks: [a, , c] }) => `${name}.0=${a}; ${name}.2=${c}`, nobody(names(0, 2))],
	['last one missing', ({ chunks: [a, b] }) => numbered([a, b]), nobody(names(0, 1))],
	['two swapped', ({ chunks: [a, b, c] }) => numbered([b, a, c]), nobody(names(0, 1, 2))],
	['an extra one', ({ chunks }) => numbered([...chunks, 'AAAA']), nobody(names(0, 1, 2, 3))],
	[
		'an extra one far off',
		({ chunks }) => `${numbered(chunks)}; ${name}.999=AAAA`,
		nobody(names(0, 1, 2, 999)),
	],
	[
		'one of another session',
		({ chunks: [a, , c], others: [, b] }) => numbered([a, b, c]),
		nobody(names(0, 1, 2)),
	],
	['the same twice, good first', ({ chunks }) => `${numbered(chunks)}; ${name}.1=AAAA`, ada],
	['the same twice, bad first', ({ chunks }) => `${name}.1=AAAA; ${numbered(chunks)}`, ada],
	[
		'all of two sessions, one after the other',
		({ chunks, others: [a, b] }) => `${numbered(chunks)}; ${numbered([a, b])}`,
		ada,
	],
	[
		'of two sessions, mixed',
		({ chunks: [a, b, c], others: [d, e] }) => numbered([a, e, c]).concat('; ', numbered([d, b])),
		nobody(names(0, 1, 2)),
	],
	['beside a good whole one', ({ good, chunks: [a] }) => `${name}=${good}; ${name}.0=${a}`, ada],
	['beside a bad whole one', ({ chunks }) => `${name}=AAAA; ${numbered(chunks)}`, ada],
	[
		// An answer that cleared them all would have a head that browsers refuse: the next ones go on.
		'two hundred of rubbish',
		() => numbered(Array.from({ length: 200 }, () => 'AAAA')),
		nobody(names(...Array.from({ length: 40 }, (_, index) => index))),
	],
];

const headerRows: Row[] = [
	['two of one name: the first counts', ({ good }) => `${name}=${good}; ${name}=AAAA`, ada],
	['two of one name: a bad one hides none that is good', ({ good }) => `${name}=AAAA; ${name}=${good}`, ada],
	[
		'a hundred bad ones before and behind it',
		({ good }) => `${many(100, `${name}=A`)}; ${name}=${good}; ${name}=B`,
		ada,
	],
	['three hundred of one name', () => many(300, `${name}=A`), nobody([name])],
	['in quotes', ({ good }) => `${name}="${good}"`, ada],
	['upper-case name', ({ good }) => `${name.toUpperCase()}=${good}`, nobody()],
	['blanks and tabs round it', ({ good }) => ` \t${name} \t= \t${good} \t`, ada],
	// Only blanks and tabs are blanks in a header: a browser lets any page set a cookie of such a name, prefix and all.
	['no-break space before the name', ({ good }) => `a=1; \u00a0${name}=${good}`, nobody()],
	['no-break space behind the name', ({ good }) => `a=1; ${name}\u00a0=${good}`, nobody()],
	['vertical tab before the name', ({ good }) => `a=1; \u000b${name}=${good}`, nobody()],
	['form feed before the name', ({ good }) => `a=1; \u000c${name}=${good}`, nobody()],
	['percent-encoded name', ({ good }) => `authjs%2esession-token=${good}`, nobody()],
	['a comma instead of a semicolon', ({ good }) => `a=1, ${name}=${good}`, nobody()],
	['a line of the old kind', ({ good }) => `$Version=1; a="1; ${name}=${good}"`, nobody([name])],
	['nothing but separators', () => ';;;;====;;;', nobody()],
	['no value', () => name, nobody()],
	['names of prototypes', ({ good }) => `__proto__=1; constructor=2; hasOwnProperty=3; ${name}=${good}`, ada],
	[
		'a name that only begins like it',
		({ good }) => `${name}-evil=AAAA; ${name}=${good}; ${name}.x=AAAA; ${name}X=A`,
		ada,
	],
	[
		'a chunk number that is none',
		({ good }) => `${name}.-1=A; ${name}.1e3=A; ${name}.=A; ${name}=${good}`,
		ada,
	],
	['non-ASCII beside it', ({ good }) => `größe=ÿ\u0080; ${name}=${good}; x=\u00ff`, ada],
	['broken encoding beside it', ({ good }) => `a=%; b=%E0%A4%A; ${name}=${good}`, ada],
	['two hundred cookies', ({ good }) => `${many(200)}; ${name}=${good}`, ada],
	['a megabyte of cookies', ({ good }) => `${many(20_000)}; x=${'y'.repeat(700_000)}; ${name}=${good}`, ada],
	['a hundred thousand separators', ({ good }) => `${';'.repeat(100_000)}${name}=${good}`, ada],
	['a hundred thousand quotes', ({ good }) => `x=${'"'.repeat(100_000)}; ${name}=${good}`, ada],
	[
		'the other host’s cookie beside it',
		({ good }) => `__Secure-${name}=AAAA; __Host-${name}=AAAA; ${name}=${good}`,
		ada,
	],
];

function many(count: number, start?: string): string {
	const pair = (index: number) => (start ? `${start}${index}` : `c${index}=${index}`);
	return Array.from({ length: count }, (_, index) => pair(index)).join('; ');
}

describe.each(integrations)('cookie headers, %s', (integration) => {
	let app: Application;
	let material: Material;
	beforeAll(async () => {
		app = victim(integration, {});
		const large = { notes: 'x'.repeat(2 * size - 1500) };
		const [good, chunks, others] = await Promise.all([
			goodToken(),
			goodToken(large).then(cut),
			goodToken({ ...large, sub: 'grace' }).then(cut),
		]);
		expect([chunks.length, others.length]).toEqual([3, 3]);
		material = { good, chunks, others } as unknown as Material;
	});

	test.each(chunkRows)('chunks: %s', async (_, header, sees) => {
		expect(await look(app, header(material))).toEqual(sees);
	});
	test.each(headerRows)('%s', async (_, header, sees) => {
		const before = performance.now();
		expect(await look(app, header(material))).toEqual(sees);
		// What grows with the square of a header's length would take minutes.
		expect(performance.now() - before).toBeLessThan(5000);
	});

	test('NUL does not get into a request at all', () => {
		expect(() => new Headers({ cookie: `${name}=a\0b` })).toThrow(TypeError);
	});

	describe('the core reads the same cookie as the runtime does', () => {
		const beside = [`${name}-evil=AAAA`, `${name}X=AAAA`, `${name}.7=AAAA`, `${name}.x=AAAA`];
		test.each(beside)('update beside %s', async (extra) => {
			const cookie = `${name}=${material.good}; ${extra}`;
			const response = await send(app, `${app.basePath}/session`, { json: { data: {} }, cookie });
			expect([response.status, ((await response.json()) as { user?: object })?.user]).toEqual([
				200,
				{ name: 'Ada Lovelace', email: 'ada@test.example' },
			]);
		});
	});

	test.each(['endpoint', 'action'])(
		'signing out by the %s takes away every cookie of a session',
		async (way) => {
			const { good, chunks } = material;
			const path = way === 'endpoint' ? `${app.basePath}/signout` : app.actions.signOut;
			// What would stay is a session of its own, and a neighbour below the same domain can have put it there.
			const rows: [cookie: string, removed: string[]][] = [
				[`${name}=${good}`, [name]],
				[numbered(chunks), names(0, 1, 2)],
				[`${name}=${good}; ${numbered(chunks)}`, [name, ...names(0, 1, 2)]],
				[`${numbered(chunks)}; ${name}=AAAA`, [name, ...names(0, 1, 2)]],
			];
			for (const [cookie, removed] of rows) {
				const response = await send(app, path, { fields: {}, cookie });
				expect(removedBy(response)).toEqual(removed.sort());
			}
		},
	);

	const targetRows: [title: string, cookie: string, ends: string][] = [
		// Signing out does not end where the last sign-in did, which is behind a guard as often as not.
		['the application’s own', 'http://localhost:3000/welcome', '/'],
		// The core writes whole URLs only, so whoever wrote this one, it was not the application.
		['a path', '/welcome', '/'],
		['another site', 'https://evil.example/', '/'],
		['another site without scheme', '//evil.example', '/'],
		['userinfo', 'http://localhost:3000@evil.example/', '/'],
		['code', 'javascript:alert(1)', '/'],
		['no URL', 'http://[', '/'],
		['nothing', '', '/'],
		['blanks', ' ', '/'],
		['NUL', '\0', '/'],
		['non-ASCII', 'größe', '/'],
		['half a megabyte', 'x'.repeat(500_000), '/'],
	];
	test.each(targetRows)('callback-url cookie: %s', async (_, target, ends) => {
		const before = app.logs.length;
		const cookie = `authjs.callback-url=${encodeURIComponent(target)}; ${name}=${material.good}`;
		const out = await send(app, `${app.basePath}/signout`, { fields: {}, cookie });
		expect(out.status).toBe(302);
		expect(new URL(out.headers.get('location') ?? '', app.origin).href).toBe(`${app.origin}${ends}`);
		expect(cookiesOf(out)[name]).toBeNull();
		for (const page of ['signin', 'signout', 'error', 'verify-request', 'providers', 'csrf', 'session']) {
			const { status } = await send(app, `${app.basePath}/${page}`, { cookie });
			expect([page, status]).toEqual([page, 200]);
		}
		expect(app.logs.slice(before).filter(({ level }) => level === 'error')).toEqual([]);
	});
	test('callback-url cookie whose encoding is broken', async () => {
		const cookie = `authjs.callback-url=%E0%A4%A; ${name}=${material.good}`;
		const out = await send(app, `${app.basePath}/signout`, { fields: {}, cookie });
		expect([out.status, out.headers.get('location')]).toEqual([302, `${app.origin}/`]);
	});
	test('what another secret signed as CSRF token is none', async () => {
		const theirs = victim(integration, {}, { env: { AUTH_SECRET: otherSecret, AUTH_TRUST_HOST: 'true' } });
		const response = await send(theirs, `${theirs.basePath}/csrf`);
		const { csrfToken } = (await response.json()) as { csrfToken: string };
		const cookie = `authjs.csrf-token=${encodeURIComponent(cookiesOf(response)['authjs.csrf-token'] ?? '')}`;
		const sent = {
			fields: { csrfToken },
			cookie: `${cookie}; ${name}=${material.good}`,
			headers: { origin: '' },
		};
		const out = await send(app, `${app.basePath}/signout`, sent);
		expect(new URL(out.headers.get('location') ?? '').searchParams.get('error')).toBe('MissingCSRF');
		expect(cookiesOf(out)[name]).toBeUndefined();
	});
});
