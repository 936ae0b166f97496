import type { Argon2Cost, ScryptCost } from './platform.js';

/** A stored hash, taken apart. */
export type ParsedHash = { salt: Uint8Array; key: Uint8Array } & (
	| { algorithm: 'scrypt'; cost: ScryptCost }
	| { algorithm: 'argon2id'; cost: Argon2Cost }
);

const parts = '\\$([A-Za-z0-9+/]{8,128})\\$([A-Za-z0-9+/]{16,128})$';
const scryptForm = new RegExp(`^\\$scrypt\\$ln=(\\d{1,2}),r=(\\d{1,2}),p=(\\d{1,2})${parts}`);
const argon2Form = new RegExp(`^\\$argon2id\\$v=19\\$m=(\\d{1,7}),t=(\\d{1,3}),p=(\\d{1,2})${parts}`);

/** A key that is shorter would be right for too many passwords. */
const shortestKey = 16;
const mostBytes = 2 ** 30;

/**
 * Reads a hash as the PHC string format has it: `$scrypt$ln=14,r=8,p=5$salt$key` or `$argon2id$v=19$m=19456,t=2,p=1$salt$key`.
 * What is stored must not be able to take the server's memory or time: 1 GiB, and some seconds.
 *
 * @returns null for what is no such string, or asks for more than that
 */
export function parseHash(stored: string): ParsedHash | null {
	const scrypt = scryptForm.exec(stored);
	const form = scrypt ?? argon2Form.exec(stored);
	if (!form) return null;
	const [a = 0, b = 0, c = 0] = form.slice(1, 4).map(Number);
	const [salt, key] = [fromBase64(form[4]), fromBase64(form[5])];
	if (!salt || !key || key.length < shortestKey || Math.min(a, b, c) < 1) return null;
	if (scrypt) {
		const [memory, work] = [128 * 2 ** a * b, 2 ** a * b * c];
		const fits = a <= 20 && b <= 32 && c <= 16 && memory <= mostBytes && work <= 2 ** 24;
		return fits ? { algorithm: 'scrypt', cost: { ln: a, r: b, p: c }, salt, key } : null;
	}
	const fits = a * 1024 <= mostBytes && c <= 16 && a >= 8 * c && a * b <= 2 ** 22;
	return fits ? { algorithm: 'argon2id', cost: { m: a, t: b, p: c }, salt, key } : null;
}

/** A hash of scrypt as it is stored. */
export function scryptString({ ln, r, p }: ScryptCost, salt: Uint8Array, key: Uint8Array): string {
	return `$scrypt$ln=${ln},r=${r},p=${p}$${toBase64(salt)}$${toBase64(key)}`;
}

/** Without padding, as the format has it. */
function toBase64(bytes: Uint8Array): string {
	return btoa(String.fromCharCode(...bytes)).replace(/=+$/, '');
}

function fromBase64(text = ''): Uint8Array | null {
	try {
		return Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0));
	} catch {
		return null;
	}
}
