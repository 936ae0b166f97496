import { builtinModule } from '../builtin.js';
import { type Cipher, type NodeModules, nodeCipher, webCipher } from './cipher.js';

let found: Cipher | null | undefined;

/**
 * The fastest way to read tokens that works here: `node:crypto`, else WebCrypto. Looked for until it is found; requests that
 * come meanwhile look for themselves, since on edge runtimes none may wait for what another one has begun.
 *
 * @returns null where neither does; tokens are then left to the core
 */
export async function platformCipher(): Promise<Cipher | null> {
	if (found === undefined) found = await findCipher();
	return found;
}

async function findCipher(): Promise<Cipher | null> {
	// Keys are derived by it in any case.
	if (!globalThis.crypto?.subtle) return null;
	const node = nodeModules();
	if (node && (await works(() => nodeCipher(node)))) return nodeCipher(node);
	return (await works(() => webCipher(globalThis.crypto))) ? webCipher(globalThis.crypto) : null;
}

function nodeModules(): NodeModules | null {
	const crypto = builtinModule<NodeModules['crypto']>('node:crypto');
	const buffer = builtinModule<Pick<NodeModules, 'Buffer'>>('node:buffer');
	return crypto && buffer ? { crypto, Buffer: buffer.Buffer } : null;
}

/** Some runtimes have a `node:crypto` in name only, whose functions are missing, throw, or do something else. */
async function works(make: () => Cipher): Promise<boolean> {
	try {
		const cipher = make();
		const open = await cipher.importKey(
			Uint8Array.from({ length: 64 }, (_, index) => index),
			'a',
		);
		const known = { iv: 'AAAAAAAAAAAAAAAAAAAAAA', ciphertext: '3ad52aJqPUj7wJqPeRrNJQ' };
		const tag = 'amUTH-7kJbdGFXlKvEuYOu-7e-heLuxOjeKCilR-pUc';
		const [right, wrong] = [
			await open({ ...known, tag }),
			await open({ ...known, tag: tag.replace('U', 'V') }),
		];
		const digest = (await cipher.digest('')) === '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';
		return digest && wrong === null && new TextDecoder().decode(right ?? undefined) === '{}';
	} catch {
		return false;
	}
}
