import type { MaybePromise } from '../maybe-promise.js';

/**
 * Checks the tag of a token's parts, and decrypts them.
 *
 * @returns null when the parts are not what an encoder writes, or not from whoever has the key
 */
export type Open = (parts: {
	iv: string;
	ciphertext: string;
	tag: string;
}) => MaybePromise<Uint8Array | null>;

/** What reading tokens takes of a platform. */
export interface Cipher {
	/** SHA-256, in base64. */
	digest(text: string): MaybePromise<string>;
	/** Whether the digest comes at once, without a promise. */
	immediate: boolean;
	/**
	 * `A256CBC-HS512` of RFC 7518, section 5.2.5.
	 *
	 * @param bytes 64: the first half authenticates, the second encrypts
	 * @param aad the protected header as it stands in the token
	 */
	importKey(bytes: Uint8Array<ArrayBuffer>, aad: string): MaybePromise<Open>;
}

/** What is used of `node:crypto` and `node:buffer`; types of Node are not to get into published code. */
export interface NodeModules {
	crypto: {
		hash(algorithm: string, data: string, encoding: string): string;
		createSecretKey(bytes: Uint8Array): object;
		createHmac(algorithm: string, key: object): Hmac;
		createDecipheriv(algorithm: string, key: object, iv: Uint8Array): Decipher;
		timingSafeEqual(a: Uint8Array, b: Uint8Array): boolean;
	};
	Buffer: {
		from(text: string, encoding: string): NodeBuffer;
		concat(parts: Uint8Array[]): Uint8Array;
	};
}
interface Hmac {
	update(data: string | Uint8Array): Hmac;
	digest(): Uint8Array;
}
interface Decipher {
	update(data: Uint8Array): Uint8Array;
	final(): Uint8Array;
}
interface NodeBuffer extends Uint8Array<ArrayBuffer> {
	toString(encoding?: string): string;
}

/** By `node:crypto`: eight times as fast as WebCrypto, which goes through a queue for each step. */
export function nodeCipher({ crypto, Buffer }: NodeModules): Cipher {
	function decode(text: string): Uint8Array | null {
		const bytes = Buffer.from(text, 'base64url');
		// It skips what is no base64url. Writing it again leaves one spelling of each token.
		return bytes.toString('base64url') === text ? bytes : null;
	}
	return {
		immediate: true,
		digest: (text) => crypto.hash('sha256', text, 'base64'),
		importKey(bytes, aad) {
			const macKey = crypto.createSecretKey(bytes.subarray(0, 32));
			const key = crypto.createSecretKey(bytes.subarray(32));
			const length = bitLength(aad);
			return (parts) => {
				const [iv, ciphertext, tag] = [decode(parts.iv), decode(parts.ciphertext), decode(parts.tag)];
				if (!iv || !ciphertext || !tag || !fits(iv, ciphertext, tag)) return null;
				const mac = crypto.createHmac('sha512', macKey).update(aad).update(iv);
				const expected = mac.update(ciphertext).update(length).digest().subarray(0, 32);
				if (!crypto.timingSafeEqual(expected, tag)) return null;
				const decipher = crypto.createDecipheriv('aes-256-cbc', key, iv);
				return Buffer.concat([decipher.update(ciphertext), decipher.final()]);
			};
		},
	};
}

/** By WebCrypto, which every runtime of the web has. */
export function webCipher({ subtle }: Crypto): Cipher {
	const encoder = new TextEncoder();
	return {
		immediate: false,
		digest: async (text) => toBase64(new Uint8Array(await subtle.digest('SHA-256', encoder.encode(text)))),
		async importKey(bytes, aad) {
			const hmac = { name: 'HMAC', hash: 'SHA-512' };
			const macKey = await subtle.importKey('raw', bytes.subarray(0, 32), hmac, false, ['sign']);
			const key = await subtle.importKey('raw', bytes.subarray(32), 'AES-CBC', false, ['decrypt']);
			const [header, length] = [encoder.encode(aad), bitLength(aad)];
			return async (parts) => {
				const [iv, ciphertext, tag] = [parts.iv, parts.ciphertext, parts.tag].map(fromBase64Url);
				if (!iv || !ciphertext || !tag || !fits(iv, ciphertext, tag)) return null;
				const mac = await subtle.sign('HMAC', macKey, concat([header, iv, ciphertext, length]));
				if (!sameBytes(new Uint8Array(mac, 0, 32), tag)) return null;
				return new Uint8Array(await subtle.decrypt({ name: 'AES-CBC', iv }, key, ciphertext));
			};
		},
	};
}

/** The bytes that a text in base64url stands for, or null. One spelling of each is taken. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
	try {
		const bytes = Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (byte) =>
			byte.charCodeAt(0),
		);
		return toBase64Url(bytes) === text ? bytes : null;
	} catch {
		return null;
	}
}

/** Bytes in base64url, without padding. */
export function toBase64Url(bytes: Uint8Array): string {
	return toBase64(bytes).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

function toBase64(bytes: Uint8Array): string {
	let binary = '';
	for (const byte of bytes) binary += String.fromCharCode(byte);
	return btoa(binary);
}

/** The length of the header in bits as eight bytes, which the tag covers: RFC 7518, section 5.2.2.1. */
function bitLength(aad: string): Uint8Array<ArrayBuffer> {
	const bytes = new Uint8Array(8);
	new DataView(bytes.buffer).setUint32(4, aad.length * 8);
	return bytes;
}

function fits(iv: Uint8Array, ciphertext: Uint8Array, tag: Uint8Array): boolean {
	return iv.length === 16 && tag.length === 32 && ciphertext.length > 0 && ciphertext.length % 16 === 0;
}

/** Bytes, one after the other. */
export function concat(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
	const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
	let at = 0;
	for (const part of parts) {
		bytes.set(part, at);
		at += part.length;
	}
	return bytes;
}

/** Takes as long for equal bytes as for different ones: how long it took must not tell where a forged tag is wrong. */
function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
	let difference = a.length ^ b.length;
	for (let at = 0; at < a.length; at++) difference |= (a[at] ?? 0) ^ (b[at] ?? 0);
	return difference === 0;
}
