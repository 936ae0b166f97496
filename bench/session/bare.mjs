import { createDecipheriv, createHmac, createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto';
import { jwtDecrypt } from 'jose';
import { cookieName, secret } from './stores.mjs';

/** The key that the core derives. */
function deriveKey() {
	const info = `Auth.js Generated Encryption Key (${cookieName})`;
	return Buffer.from(hkdfSync('sha256', secret, cookieName, info, 64));
}

/** What the core's `decode` does, without deriving and naming the key. */
export function decryptByJose() {
	const key = deriveKey();
	const options = {
		clockTolerance: 15,
		keyManagementAlgorithms: ['dir'],
		contentEncryptionAlgorithms: ['A256CBC-HS512', 'A256GCM'],
	};
	return async (token) => (await jwtDecrypt(token, key, options)).payload;
}

/** The least that reading a token takes: check the tag, decrypt, parse. The header and the claims are not looked at. */
export function decryptByNode() {
	const key = deriveKey();
	const [macKey, contentKey] = [createSecretKey(key.subarray(0, 32)), createSecretKey(key.subarray(32))];
	return async (token) => {
		const [header, , ...parts] = token.split('.');
		const [iv, ciphertext, tag] = parts.map((part) => Buffer.from(part, 'base64url'));
		const length = Buffer.alloc(8);
		length.writeBigUInt64BE(BigInt(header.length * 8));
		const mac = createHmac('sha512', macKey)
			.update(header)
			.update(iv)
			.update(ciphertext)
			.update(length)
			.digest();
		if (!timingSafeEqual(mac.subarray(0, 32), tag)) throw new Error('forged');
		const decipher = createDecipheriv('aes-256-cbc', contentKey, iv);
		return JSON.parse(Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString());
	};
}
