import { createHmac, hkdfSync } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { encode } from '@auth/core/jwt';
import { CompactEncrypt, EncryptJWT, SignJWT, UnsecuredJWT } from 'jose';

/** The application's secret, and that of somebody else. */
export const secret = 'the-secret-of-the-application-that-is-attacked';
export const otherSecret = 'the-secret-of-another-application-altogether';

export const sessionCookie = 'authjs.session-token';

const mallory = { sub: 'mallory', name: 'Mallory', email: 'mallory@evil.example' };

/** The key that the core derives for a cookie name. */
export function keyFor(of = secret, salt = sessionCookie, length = 64): Uint8Array {
	return new Uint8Array(hkdfSync('sha256', of, salt, `Auth.js Generated Encryption Key (${salt})`, length));
}

export const now = () => Math.floor(Date.now() / 1000);

/** A session token as the application itself makes them, for ada. */
export function goodToken(claims: Record<string, unknown> = {}, of = secret, salt = sessionCookie) {
	const token = { sub: 'ada', name: 'Ada Lovelace', email: 'ada@test.example', ...claims };
	return encode({ token, secret: of, salt });
}

/** A token in the right form whose claims, header and key are an attacker's choice. */
export function madeToken(
	claims: Record<string, unknown>,
	header: Record<string, unknown> = {},
	key = keyFor(),
): Promise<string> {
	return new EncryptJWT({ ...mallory, ...claims })
		.setProtectedHeader({ alg: 'dir', enc: 'A256CBC-HS512', ...header })
		.encrypt(key);
}

/** Whatever text, encrypted as a token is. */
export function madeText(text: string, header: Record<string, unknown> = {}): Promise<string> {
	return new CompactEncrypt(new TextEncoder().encode(text))
		.setProtectedHeader({ alg: 'dir', enc: 'A256CBC-HS512', ...header })
		.encrypt(keyFor());
}

/** One bit of one of the five parts of a token turned round. */
export function flipped(token: string, part: number): string {
	const parts = token.split('.');
	const bytes = Buffer.from(parts[part] ?? '', 'base64url');
	if (bytes.length === 0) return [...parts.slice(0, part), 'AA', ...parts.slice(part + 1)].join('.');
	const at = bytes.length >> 1;
	bytes[at] = (bytes[at] ?? 0) ^ 1;
	parts[part] = bytes.toString('base64url');
	return parts.join('.');
}

/** Another header on a token. */
export function withHeader(token: string, change: Record<string, unknown>): string {
	const [head = '', ...rest] = token.split('.');
	const header = JSON.parse(Buffer.from(head, 'base64url').toString()) as object;
	return [Buffer.from(JSON.stringify({ ...header, ...change })).toString('base64url'), ...rest].join('.');
}

type Make = (good: string) => string | Promise<string>;
const year = 365 * 24 * 60 * 60;
const claims = () => ({ exp: now() + year, iat: now() });
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A header that names another algorithm, with everything else as it must be for `dir`. */
const renamed = (change: Record<string, unknown>): Make => {
	return (good) => withHeader(good, change);
};

/** Values of a session cookie that must be worth nothing. `good` is ada's own, valid token. */
export const worthlessTokens: Record<string, Make> = {
	'a word': () => 'deleted',
	'four dots': () => '....',
	'an object': () => encodeURIComponent(JSON.stringify(mallory)),
	'claims in base64url': () => base64({ ...mallory, ...claims() }),
	'broken percent-encoding': () => '%E0%A4%A',
	'NUL inside': (good) => `${good.slice(0, 40)}%00${good.slice(40)}`,
	'non-ASCII inside': (good) => `${good.slice(0, 40)}é${good.slice(40)}`,
	'a megabyte': () => 'A'.repeat(1_000_000),
	'a megabyte in five parts': () => `${'A'.repeat(1_000_000)}.A.A.A.A`,
	'twice in a row': (good) => `${good}${good}`,
	'twice with a dot': (good) => `${good}.${good}`,
	'half of it': (good) => good.slice(0, good.length >> 1),
	'without its first character': (good) => good.slice(1),
	'without the tag': (good) => good.split('.').slice(0, 4).join('.'),
	'with an empty tag': (good) => `${good.split('.').slice(0, 4).join('.')}.`,
	'with a short tag': (good) => good.slice(0, -8),
	'without ciphertext': (good) => good.split('.').with(3, '').join('.'),
	'without iv': (good) => good.split('.').with(2, '').join('.'),
	'parts in another order': (good) => good.split('.').toReversed().join('.'),
	'bit flipped in the header': (good) => flipped(good, 0),
	'something for the encrypted key': (good) => flipped(good, 1),
	'bit flipped in the iv': (good) => flipped(good, 2),
	'bit flipped in the ciphertext': (good) => flipped(good, 3),
	'bit flipped in the tag': (good) => flipped(good, 4),
	'another header claim, authentic bytes': renamed({ typ: 'JWT' }),
	'JSON serialisation of itself': (good) => {
		const [header, encrypted_key, iv, ciphertext, tag] = good.split('.');
		return encodeURIComponent(JSON.stringify({ protected: header, encrypted_key, iv, ciphertext, tag }));
	},
	'alg none': () => new UnsecuredJWT({ ...mallory, ...claims() }).encode(),
	'alg None, in five parts': renamed({ alg: 'None' }),
	'alg none, in five parts': renamed({ alg: 'none' }),
	'enc none': renamed({ enc: 'none' }),
	'no alg': renamed({ alg: undefined }),
	'no enc': renamed({ enc: undefined }),
	'alg A128KW': renamed({ alg: 'A128KW' }),
	'alg RSA-OAEP': renamed({ alg: 'RSA-OAEP' }),
	'alg ECDH-ES with a key of the attacker': renamed({ alg: 'ECDH-ES', epk: { kty: 'EC', crv: 'P-256' } }),
	'alg PBES2 with ten million rounds': renamed({
		alg: 'PBES2-HS512+A256KW',
		p2c: 10_000_000,
		p2s: 'AAAAAAAA',
	}),
	'alg A256KW, sound in itself': () =>
		madeToken(claims(), { alg: 'A256KW' }, keyFor(secret, sessionCookie, 32)),
	'enc A128GCM, sound in itself': () =>
		madeToken(claims(), { enc: 'A128GCM' }, keyFor(secret, sessionCookie, 16)),
	'enc A192GCM, sound in itself': () =>
		madeToken(claims(), { enc: 'A192GCM' }, keyFor(secret, sessionCookie, 24)),
	'enc A128CBC-HS256, sound in itself': () =>
		madeToken(claims(), { enc: 'A128CBC-HS256' }, keyFor(secret, sessionCookie, 32)),
	'unknown critical header': renamed({ crit: ['x'], x: 1 }),
	'zip named, nothing compressed': renamed({ zip: 'DEF' }),
	'zip bomb of 16 MB': async () => {
		const bomb = deflateRawSync(Buffer.alloc(16 * 1024 * 1024, 0x20)).toString('latin1');
		return withHeader(await madeText(bomb), { zip: 'DEF' });
	},
	'signed with the secret': () =>
		new SignJWT({ ...mallory, ...claims() })
			.setProtectedHeader({ alg: 'HS256' })
			.sign(new TextEncoder().encode(secret)),
	'signed with the derived key': () =>
		new SignJWT({ ...mallory, ...claims() }).setProtectedHeader({ alg: 'HS512' }).sign(keyFor()),
	'signed with nothing': () => {
		const signed = `${base64({ alg: 'HS256' })}.${base64({ ...mallory, ...claims() })}`;
		return `${signed}.${createHmac('sha256', '').update(signed).digest('base64url')}`;
	},
	'nested: a good token inside a good one': (good) => madeText(good, { cty: 'JWT' }),
	'nested: an unsecured token inside': () =>
		madeText(new UnsecuredJWT({ ...mallory, ...claims() }).encode(), { cty: 'JWT' }),
	'claims that are a list': () => madeText(JSON.stringify([mallory])),
	'claims that are null': () => madeText('null'),
	'claims that are a text': () => madeText('"ada"'),
	'claims that are no JSON': () => madeText('{sub:'),
	'claims 10,000 deep': () => madeText('['.repeat(10_000)),
	"another application's secret": () => madeToken(claims(), {}, keyFor(otherSecret)),
	"another secret's token, as the core makes it": () => goodToken(mallory, otherSecret),
	"another secret's key under the right kid": (good) => {
		const { kid } = JSON.parse(Buffer.from(good.split('.')[0] ?? '', 'base64url').toString());
		return madeToken(claims(), { kid }, keyFor(otherSecret));
	},
	'the right key under a kid of another secret': () => madeToken(claims(), { kid: 'somebody-else' }),
	'a kid that is no text': () => madeToken(claims(), { kid: { toString: 'x' } as unknown as string }),
	'a kid of null': () => madeToken(claims(), { kid: null as unknown as string }),
	'the secret itself as the key': () =>
		madeToken(claims(), {}, new TextEncoder().encode(secret.padEnd(64, '\0')).slice(0, 64)),
	'a key of zeros': () => madeToken(claims(), {}, new Uint8Array(64)),
	'made for https': () => goodToken(mallory, secret, `__Secure-${sessionCookie}`),
	'made for the host-only name': () => goodToken(mallory, secret, `__Host-${sessionCookie}`),
	'made as a state cookie': () => goodToken(mallory, secret, 'authjs.state'),
	'made as an encoded state': () => goodToken(mallory, secret, 'encodedState'),
	'made as a PKCE cookie': () => goodToken(mallory, secret, 'authjs.pkce.code_verifier'),
	'made as a passkey challenge': () => goodToken(mallory, secret, 'encodedWebauthnChallenge'),
	'made without a salt': () => goodToken(mallory, secret, ''),
	'expired a minute ago': () => madeToken({ exp: now() - 60, iat: now() - 3600 }),
	'expired in 1970': () => madeToken({ exp: 0, iat: 0 }),
	'expiry that is no number': () => madeToken({ exp: 'never' }),
	'not yet valid': () => madeToken({ ...claims(), nbf: now() + 3600 }),
	'a beginning that is no number': () => madeToken({ ...claims(), nbf: 'now' }),
};
