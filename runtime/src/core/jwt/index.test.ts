import * as crypto from 'node:crypto';
import { decode, encode, type JWT } from '@auth/core/jwt';
import fc from 'fast-check';
import { EncryptJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
	cbcTag,
	derive,
	forge,
	type Ingredients,
	seconds,
	thumbprint,
} from '../testing/jwt-forge.test.helper.js';
import { type Cipher, nodeCipher, webCipher } from './cipher.js';
import { createTokenReader } from './index.js';

const salt = 'authjs.session-token';
const secret = 'a-secret-of-at-least-thirty-two-characters';
const older = 'an-older-secret-of-at-least-thirty-two-characters';
const secrets = [secret, older];

const node = nodeCipher({ crypto, Buffer } as never);
const web = webCipher(globalThis.crypto);
const ciphers: [string, Cipher | null][] = [
	['node:crypto', node],
	['WebCrypto', web],
	['the core alone', null],
];

const readerOf = (cipher: Cipher | null, secret: unknown = secrets) =>
	createTokenReader({ secret, encode, decode } as never, false, async () => cipher).read;
/** What reading comes to: claims, or that there are none. */
const outcome = async (reading: Promise<JWT | null>) => reading.catch(() => 'refused' as const);
const byCore = (token: string, name = salt) => outcome(decode({ token, secret: secrets, salt: name }));

/** The tables say how far from now a token is over: the clock stands still, so that it stays so. */
const start = seconds() * 1000;
beforeEach(() => void vi.useFakeTimers({ now: start, toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const key = derive(secret, salt);
const kid = thumbprint(key);
const second = derive('somebody-elses-secret-of-thirty-two-characters', salt);
const replaced = (at: number, text: string) => (parts: string[]) => parts.with(at, text);
const flipped = (at: number) => (parts: string[]) => {
	const bytes = Buffer.from(parts[at] ?? '', 'base64url');
	bytes[0] = Number(bytes[0]) ^ 1;
	return parts.with(at, bytes.toString('base64url'));
};
/** Re-made with a tag that is right. */
const retagged = (change: (iv: Buffer, ciphertext: Buffer) => Buffer) => (parts: string[]) => {
	const [iv, ciphertext] = [
		Buffer.from(parts[2] ?? '', 'base64url'),
		Buffer.from(parts[3] ?? '', 'base64url'),
	];
	const changed = change(iv, ciphertext);
	const tag = cbcTag(key, parts[0] ?? '', iv, changed);
	return parts.with(3, changed.toString('base64url')).with(4, tag.toString('base64url'));
};
const claims = () => ({ sub: '1', exp: seconds() + 60 });

const forged: [string, Ingredients][] = [
	['alg none', { header: { alg: 'none' } }],
	['alg A256KW', { header: { alg: 'A256KW' } }],
	['alg PBES2-HS256+A128KW', { header: { alg: 'PBES2-HS256+A128KW', p2c: 1, p2s: 'AAAA' } }],
	['alg ECDH-ES', { header: { alg: 'ECDH-ES', epk: {} } }],
	['alg of a list', { header: { alg: ['dir'] } }],
	['no alg', { header: { alg: undefined } }],
	['enc A128CBC-HS256', { header: { enc: 'A128CBC-HS256' } }],
	['enc A256GCM on the other key', { header: { enc: 'A256GCM' } }],
	['enc A192GCM', { header: { enc: 'A192GCM' } }],
	['no enc', { header: { enc: undefined } }],
	['kid of nobody', { header: { kid: 'x' } }],
	['kid null', { header: { kid: null } }],
	['kid of a list', { header: { kid: [kid] } }],
	['kid of another secret', { header: { kid: thumbprint(second) } }],
	[
		'our kid over the key of somebody else',
		{ secret: 'somebody-elses-secret-of-thirty-two-characters', header: { kid } },
	],
	['the secret of somebody else', { secret: 'somebody-elses-secret-of-thirty-two-characters' }],
	['without a kid, of the second secret', { secret: older, header: { kid: undefined } }],
	['for another cookie', { salt: '__Secure-authjs.session-token' }],
	['crit', { header: { crit: ['exp'], exp: 1 } }],
	['crit of b64', { header: { crit: ['b64'], b64: false } }],
	['zip of what is not zipped', { header: { zip: 'DEF' } }],
	['another zip', { header: { zip: 'GZIP' } }],
	['a header that is no object', { headerText: '["dir"]' }],
	['a header that is no JSON', { headerText: '{"alg":"dir"' }],
	['a header changed afterwards', { parts: (parts) => parts.with(0, `${parts[0]}A`) }],
	['a header with padding', { parts: (parts) => parts.with(0, `${parts[0]}==`) }],
	['an encrypted key', { parts: replaced(1, 'AAAA') }],
	['no iv', { parts: replaced(2, '') }],
	['no ciphertext', { parts: replaced(3, '') }],
	['no tag', { parts: replaced(4, '') }],
	['four parts', { parts: (parts) => parts.slice(0, 4) }],
	['six parts', { parts: (parts) => [...parts, parts[4] ?? ''] }],
	['a part more, empty', { parts: (parts) => [...parts, ''] }],
	['three parts: signed by nobody', { parts: (parts) => [parts[0] ?? '', parts[3] ?? '', ''] }],
	['another iv', { parts: flipped(2) }],
	['another ciphertext', { parts: flipped(3) }],
	['another tag', { parts: flipped(4) }],
	['a tag cut in half', { parts: (parts) => parts.with(4, parts[4]?.slice(0, 22) ?? '') }],
	['the whole HMAC as tag', { parts: (parts) => parts.with(4, `${parts[4]}${'A'.repeat(43)}`) }],
	['tag of zeros', { parts: replaced(4, 'A'.repeat(43)) }],
	['a ciphertext of half a block, tagged', { parts: retagged((_, text) => text.subarray(0, 8)) }],
	['a broken padding, tagged', { parts: retagged((_, text) => Buffer.alloc(text.length)) }],
	['an iv of 12 bytes', { parts: (parts) => parts.with(2, parts[2]?.slice(0, 16) ?? '') }],
	['iv in plain base64', { parts: replaced(2, '+/+/+/+/+/+/+/+/+/+/+A') }],
	['no claims', { text: '' }],
	['claims that are no JSON', { text: 'sub' }],
	['claims of a list', { text: '[]' }],
	['claims of null', { text: 'null' }],
	['claims of text', { text: '"sub"' }],
	['claims that are no UTF-8', { text: Uint8Array.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]) }],
	['over', { claims: { exp: seconds() - 16 } }],
	['over by its tolerance', { claims: { exp: seconds() - 15 } }],
	['over for long', { claims: { exp: 0 } }],
	['exp as text', { claims: { exp: String(seconds() + 60) } }],
	['exp null', { claims: { exp: null } }],
	['not valid yet', { claims: { ...claims(), nbf: seconds() + 30 } }],
	['nbf as text', { claims: { ...claims(), nbf: '0' } }],
	['iat as text', { claims: { ...claims(), iat: 'now' } }],
];

const accepted: [string, Ingredients][] = [
	['as the core writes it', {}],
	['of the older secret', { secret: older }],
	['without a kid', { header: { kid: undefined } }],
	['its header in another order', { headerText: `{"kid":"${kid}","enc":"A256CBC-HS512","alg":"dir"}` }],
	['with a typ', { header: { typ: 'JWT' } }],
	['by A256GCM', { enc: 'A256GCM' }],
	['by A256GCM without a kid', { enc: 'A256GCM', header: { kid: undefined } }],
	['without an end', { claims: { sub: '1' } }],
	['over, within the tolerance', { claims: { exp: seconds() - 14 } }],
	['nearly valid', { claims: { ...claims(), nbf: seconds() + 14 } }],
	['issued in the future', { claims: { ...claims(), iat: seconds() + 900 } }],
	['with a byte order mark', { text: `\uFEFF{"sub":"1"}` }],
	['claims with a prototype', { text: '{"__proto__":{"sub":"1"},"constructor":1}' }],
	['nothing in it', { claims: {} }],
	['exp with a fraction', { claims: { exp: seconds() + 0.5 } }],
];

describe.each(ciphers)('reading by %s', (_, cipher) => {
	const read = readerOf(cipher);

	test.each(forged)('refused, as by the core: %s', async (_, ingredients) => {
		const token = forge(ingredients, { secret, salt });
		expect(await byCore(token)).toBe('refused');
		await expect(read(token, salt)).rejects.toBeInstanceOf(Error);
	});

	test.each(accepted)('read, as by the core: %s', async (_, ingredients) => {
		const token = forge(ingredients, { secret, salt });
		const expected = await byCore(token);
		expect(expected).toBeTypeOf('object');
		expect(await read(token, salt)).toEqual(expected);
	});

	test.each(['', '.', '....', 'rubbish', '.'.repeat(1000), 'a.b.c.d.e', '🍪.🍪.🍪.🍪.🍪'])(
		'rubbish: %j',
		async (token) => {
			const expected = await byCore(token);
			expect(await outcome(read(token, salt))).toEqual(expected);
		},
	);
});

const anyClaims = fc.dictionary(
	fc.string({ minLength: 1 }).filter((name) => !['exp', 'iat', 'nbf', 'jti', '__proto__'].includes(name)),
	fc.jsonValue({ maxDepth: 2 }),
	{ maxKeys: 6 },
);
const anySecret = fc.string({ minLength: 1, maxLength: 80, unit: 'binary' });
const anySalt = fc.stringMatching(/^[\w!#$%&'*+.^`|~-]{1,60}$/);

describe.each(ciphers.slice(0, 2))('properties, by %s', (_, cipher) => {
	test('what the core encrypts is read, with any claims, secret and cookie', async () => {
		await fc.assert(
			fc.asyncProperty(anyClaims, anySecret, anySalt, async (token, secret, salt) => {
				const written = await encode({ token, secret, salt });
				const expected = await decode({ token: written, secret, salt });
				expect(await readerOf(cipher, [secret])(written, salt)).toEqual(expected);
			}),
			{ numRuns: 150 },
		);
	});

	test('what jose encrypts with the same key is read', async () => {
		await fc.assert(
			fc.asyncProperty(anyClaims, async (claims) => {
				const header = { alg: 'dir', enc: 'A256CBC-HS512', kid };
				const written = await new EncryptJWT(claims).setProtectedHeader(header).encrypt(key);
				expect(await readerOf(cipher)(written, salt)).toEqual(await byCore(written));
			}),
			{ numRuns: 100 },
		);
	});

	test('no changed token is read, unless the core reads the same', async () => {
		const token = forge({}, { secret, salt });
		await fc.assert(
			fc.asyncProperty(
				fc.nat(token.length - 1),
				fc.nat(2),
				fc.constantFrom('A', '-', '_', '.', '=', '+', ' ', 'é', ''),
				async (at, drop, put) => {
					const changed = token.slice(0, at) + put + token.slice(at + drop);
					const ours = await outcome(readerOf(cipher)(changed, salt));
					if (ours !== 'refused') expect(ours).toEqual(await byCore(changed));
					else expect(changed).not.toBe(token);
				},
			),
			{ numRuns: 400 },
		);
	});
});

describe('which reader it is', () => {
	test('a decode of the application is the only one that is asked', async () => {
		const own = vi.fn(async () => ({ sub: 'own' }));
		const find = vi.fn(async () => node);
		const read = createTokenReader({ secret: secrets, encode, decode: own } as never, {}, find).read;
		const token = forge({}, { secret, salt });
		expect([await read(token, salt), await read(token, salt)]).toEqual([{ sub: 'own' }, { sub: 'own' }]);
		expect(own).toHaveBeenCalledTimes(2);
		expect(own).toHaveBeenCalledWith(expect.objectContaining({ token, salt, secret: secrets }));
		expect(find).not.toHaveBeenCalled();
	});

	test.each([[[secret, '']], [[undefined, secret]], ['']])(
		'secrets of %j: the core is asked',
		async (given) => {
			const find = vi.fn(async () => node);
			const { read } = createTokenReader({ secret: given, encode, decode } as never, {}, find);
			const token = forge({}, { secret, salt });
			const expected = await outcome(decode({ token, secret: given as string[], salt }));
			expect(await outcome(read(token, salt))).toEqual(expected);
			expect(find).not.toHaveBeenCalled();
		},
	);

	test('here it is node:crypto; where that fails, WebCrypto; where both fail, the core', async () => {
		const { platformCipher } = await fresh();
		const sign = vi.spyOn(globalThis.crypto.subtle, 'sign');
		const getBuiltinModule = vi.spyOn(process, 'getBuiltinModule');
		const opened = async (cipher: Cipher | null) => {
			const token = forge({}, { secret, salt });
			return (await readerOf(cipher)(token, salt))?.sub;
		};
		expect(await opened(await platformCipher())).toBe('1');
		expect(sign).not.toHaveBeenCalled();

		for (const broken of [undefined, {}, { ...crypto, timingSafeEqual: () => true }]) {
			getBuiltinModule.mockImplementation(((id: string) =>
				id === 'node:buffer' ? { Buffer } : broken) as never);
			const cipher = await (await fresh()).platformCipher();
			sign.mockClear();
			expect(await opened(cipher)).toBe('1');
			expect(sign).toHaveBeenCalledOnce();
		}
		getBuiltinModule.mockImplementation(() => {
			throw new Error('not here');
		});
		sign.mockRejectedValue(new Error('not here'));
		const none = await (await fresh()).platformCipher();
		expect(none).toBeNull();
		vi.restoreAllMocks();
		expect(await opened(none)).toBe('1');
	});

	test('keys are derived once for a secret and a cookie', async () => {
		const deriveBits = vi.spyOn(globalThis.crypto.subtle, 'deriveBits');
		const own = [`${crypto.randomUUID()}`];
		for (let time = 0; time < 3; time++) {
			const read = readerOf(node, own);
			for (const name of [salt, `__Secure-${salt}`]) {
				await read(await encode({ token: { sub: '1' }, secret: own[0] ?? '', salt: name }), name);
			}
		}
		// The core derives its own, to encrypt, by `node:crypto`.
		expect(deriveBits).toHaveBeenCalledTimes(2);
		deriveBits.mockRestore();
	});

	test('a token longer than any header is refused unread', async () => {
		const read = readerOf(node);
		await expect(read(`${forge({}, { secret, salt })}${'A'.repeat(100_000)}`, salt)).rejects.toThrow(
			'too long',
		);
	});
});

let copies = 0;

/** A module of its own: what it found is remembered for the life of the process, which other tests run in. */
async function fresh(): Promise<typeof import('./platform.js')> {
	return import(/* @vite-ignore */ `./platform.js?copy=${++copies}`);
}
