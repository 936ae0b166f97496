import * as crypto from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { nodeCipher, webCipher } from './cipher.js';

const hex = (text: string) => Uint8Array.from(Buffer.from(text.replace(/\s/g, ''), 'hex'));
const base64url = (text: string) => Buffer.from(hex(text)).toString('base64url');

/** RFC 7518, appendix B.3: test cases for AES_256_CBC_HMAC_SHA_512. */
const vector = {
	key: hex(`00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10 11 12 13 14 15 16 17 18 19 1a 1b 1c 1d 1e 1f
		20 21 22 23 24 25 26 27 28 29 2a 2b 2c 2d 2e 2f 30 31 32 33 34 35 36 37 38 39 3a 3b 3c 3d 3e 3f`),
	aad: 'The second principle of Auguste Kerckhoffs',
	plaintext:
		'A cipher system must not be required to be secret, and it must be able to fall into the hands of the enemy without inconvenience',
	parts: {
		iv: base64url('1a f3 8c 2d c2 b9 6f fd d8 66 94 09 23 41 bc 04'),
		ciphertext:
			base64url(`4a ff aa ad b7 8c 31 c5 da 4b 1b 59 0d 10 ff bd 3d d8 d5 d3 02 42 35 26 91 2d a0 37 ec bc c7 bd
			82 2c 30 1d d6 7c 37 3b cc b5 84 ad 3e 92 79 c2 e6 d1 2a 13 74 b7 7f 07 75 53 df 82 94 10 44 6b
			36 eb d9 70 66 29 6a e6 42 7e a7 5c 2e 08 46 a1 1a 09 cc f5 37 0d c8 0b fe cb ad 28 c7 3f 09 b3
			a3 b7 5e 66 2a 25 94 41 0a e4 96 b2 e2 e6 60 9e 31 e6 e0 2c c8 37 f0 53 d2 1f 37 ff 4f 51 95 0b
			be 26 38 d0 9d d7 a4 93 09 30 80 6d 07 03 b1 f6`),
		tag: base64url(
			'4d d3 b4 c0 88 a7 f4 5c 21 68 39 64 5b 20 12 bf 2e 62 69 a8 c5 6a 81 6d bc 1b 26 77 61 95 5b c5',
		),
	},
};

describe.each([
	['node:crypto', nodeCipher({ crypto, Buffer } as never)],
	['WebCrypto', webCipher(globalThis.crypto)],
])('decrypting by %s', (_, cipher) => {
	const open = async (parts: Partial<typeof vector.parts>, aad = vector.aad, key = vector.key) => {
		const bytes = await (await cipher.importKey(key, aad))({ ...vector.parts, ...parts });
		return bytes && new TextDecoder().decode(bytes);
	};

	test('the vector of RFC 7518', async () => {
		expect(vector.parts.ciphertext).toMatch(/^[\w-]{192}$/);
		expect(await open({})).toBe(vector.plaintext);
	});

	test('any other byte in header, parts or key: nothing', async () => {
		expect(await open({}, vector.aad.replace('second', 'third'))).toBeNull();
		for (const name of ['iv', 'ciphertext', 'tag'] as const) {
			const bytes = Buffer.from(vector.parts[name], 'base64url');
			for (const at of [0, bytes.length >> 1, bytes.length - 1]) {
				const changed = Buffer.from(bytes);
				changed[at] = Number(changed[at]) ^ 1;
				expect(await open({ [name]: changed.toString('base64url') })).toBeNull();
			}
		}
		const key = Uint8Array.from(vector.key);
		key[0] = 1;
		expect(await open({}, vector.aad, key)).toBeNull();
	});

	test.each([
		['a tag that is cut off', { tag: vector.parts.tag.slice(0, 22) }],
		['a tag of the whole HMAC', { tag: `${vector.parts.tag}${'A'.repeat(43)}` }],
		['a tag of nothing', { tag: '' }],
		['an iv of 12 bytes', { iv: vector.parts.iv.slice(0, 16) }],
		['no ciphertext', { ciphertext: '' }],
		['a ciphertext that is cut off', { ciphertext: vector.parts.ciphertext.slice(0, 64) }],
		['a ciphertext of half a block', { ciphertext: vector.parts.ciphertext.slice(0, 32) }],
		['padding', { iv: `${vector.parts.iv}==` }],
		[
			'base64 that is not for URLs',
			{ ciphertext: vector.parts.ciphertext.replace('-', '+').replace('_', '/') },
		],
		['bits that stand for nothing', { iv: `${vector.parts.iv.slice(0, -1)}B` }],
		['blanks', { tag: ` ${vector.parts.tag}` }],
		['letters of other scripts', { tag: `${vector.parts.tag.slice(0, -1)}é` }],
	])('%s: nothing', async (_, parts) => {
		expect(await open(parts)).toBeNull();
	});

	test('a digest', async () => {
		const expected = crypto.createHash('sha256').update('Grüße').digest('base64');
		expect(await cipher.digest('Grüße')).toBe(expected);
	});
});
