import { createCipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** What a token is made of. What is left out is as the core does it. */
export interface Ingredients {
	/** Added to the protected header, or in its place; undefined takes a parameter away. */
	header?: Record<string, unknown>;
	/** The protected header as text, in place of the JSON of {@link header}. */
	headerText?: string;
	/** As text: what is encrypted. Default: claims of somebody, valid for an hour. */
	text?: string | Uint8Array;
	claims?: Record<string, unknown>;
	secret?: string;
	salt?: string;
	enc?: 'A256CBC-HS512' | 'A256GCM';
	/** Changes the five parts at the end. */
	parts?: (parts: string[]) => string[];
}

export const seconds = (): number => Math.floor(Date.now() / 1000);

/** The key that the core derives. */
export function derive(secret: string, salt: string, length = 64): Buffer {
	const info = `Auth.js Generated Encryption Key (${salt})`;
	return Buffer.from(hkdfSync('sha256', secret, salt, info, length));
}

/** The name that the core gives a key. */
export function thumbprint(key: Buffer): string {
	const hash = createHash(key.length === 64 ? 'sha512' : 'sha256');
	return hash.update(`{"k":"${key.toString('base64url')}","kty":"oct"}`).digest('base64url');
}

/** Makes a token by hand, so that it can be wrong in any way. */
export function forge(ingredients: Ingredients, defaults: { secret: string; salt: string }): string {
	const { secret = defaults.secret, salt = defaults.salt, enc = 'A256CBC-HS512' } = ingredients;
	const key = derive(secret, salt, enc === 'A256GCM' ? 32 : 64);
	const header = { alg: 'dir', enc, kid: thumbprint(key), ...ingredients.header };
	const claims = ingredients.claims ?? { sub: '1', name: 'Ada', iat: seconds(), exp: seconds() + 3600 };
	const plaintext = Buffer.from(ingredients.text ?? JSON.stringify(claims));
	const aad = Buffer.from(ingredients.headerText ?? JSON.stringify(header)).toString('base64url');
	const encrypted = (enc === 'A256GCM' ? gcm : cbc)(key, aad, plaintext);
	const parts = [aad, '', ...encrypted.map((bytes) => bytes.toString('base64url'))];
	return (ingredients.parts?.(parts) ?? parts).join('.');
}

function cbc(key: Buffer, aad: string, plaintext: Buffer): Buffer[] {
	const iv = randomBytes(16);
	const cipher = createCipheriv('aes-256-cbc', key.subarray(32), iv);
	const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
	return [iv, ciphertext, cbcTag(key, aad, iv, ciphertext)];
}

export function cbcTag(key: Buffer, aad: string, iv: Buffer, ciphertext: Buffer): Buffer {
	const length = Buffer.alloc(8);
	length.writeBigUInt64BE(BigInt(aad.length * 8));
	const mac = createHmac('sha512', key.subarray(0, 32)).update(aad).update(iv).update(ciphertext);
	return mac.update(length).digest().subarray(0, 32);
}

function gcm(key: Buffer, aad: string, plaintext: Buffer): Buffer[] {
	const iv = randomBytes(12);
	const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(aad));
	const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
	return [iv, ciphertext, cipher.getAuthTag()];
}
