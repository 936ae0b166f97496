import { builtinModule } from '../../core/builtin.js';

/** What is used of `node:crypto`; types of Node are not to get into published code. */
interface NodeCrypto {
	scrypt?(password: string, salt: Uint8Array, length: number, options: object, done: Done): void;
	/** Since Node 24.7. */
	argon2?(algorithm: string, parameters: object, done: Done): void;
	timingSafeEqual(a: Uint8Array, b: Uint8Array): boolean;
}
type Done = (error: Error | null, key: Uint8Array) => void;

/** Parameters of scrypt: RFC 7914. N is 2 to the power of `ln`. */
export interface ScryptCost {
	ln: number;
	r: number;
	p: number;
}

/** Parameters of Argon2id: RFC 9106. `m` in KiB. */
export interface Argon2Cost {
	m: number;
	t: number;
	p: number;
}

const nodeCrypto = () => builtinModule<NodeCrypto>('node:crypto');

/** In a thread of its own: it takes a fifth of a second. */
export function scrypt(
	password: string,
	salt: Uint8Array,
	length: number,
	{ ln, r, p }: ScryptCost,
): Promise<Uint8Array> {
	const N = 2 ** ln;
	const options = { N, r, p, maxmem: 128 * r * (N + p + 2) };
	return called((done) => {
		const crypto = nodeCrypto();
		if (!crypto?.scrypt) throw new Error('node:crypto has no scrypt here. Hand in Passwords({ hash })');
		crypto.scrypt(password, salt, length, options, done);
	});
}

/** As {@link scrypt}; where there is no Argon2 it rejects. */
export function argon2id(
	password: string,
	salt: Uint8Array,
	length: number,
	{ m, t, p }: Argon2Cost,
): Promise<Uint8Array> {
	const options = { message: password, nonce: salt, tagLength: length, memory: m, passes: t, parallelism: p };
	return called((done) => {
		const crypto = nodeCrypto();
		if (!crypto?.argon2)
			throw new Error('node:crypto has no argon2 here (Node 24.7 has). Hand in Passwords({ hash })');
		crypto.argon2('argon2id', options, done);
	});
}

/** Takes as long wherever they differ. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
	return a.length === b.length && nodeCrypto()?.timingSafeEqual(a, b) === true;
}

function called(call: (done: Done) => void): Promise<Uint8Array> {
	return new Promise((resolve, reject) => {
		call((error, key) => (error ? reject(error) : resolve(new Uint8Array(key))));
	});
}
