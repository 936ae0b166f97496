/** Hashes passwords, and tells whether one is right: with scrypt of the platform, or as the application says. */
import type { PasswordsOptions } from '../types.js';
import { type ParsedHash, parseHash, scryptString } from './phc.js';
import { argon2id, type ScryptCost, sameBytes, scrypt } from './platform.js';
import { inTurn } from './queue.js';

type Hashing = Pick<PasswordsOptions, 'hash'>;

/** OWASP's row with the least memory, 16 MiB: several fit at once. */
const cost: ScryptCost = { ln: 14, r: 8, p: 5 };
const [saltBytes, keyBytes] = [16, 32];

/** `unreadable`: what is stored is no hash that can be read here. */
export type Verdict = 'right' | 'wrong' | 'unreadable';

/**
 * Hashes a password, to be stored.
 *
 * @param password as `readPassword` gives it
 * @throws Busy when too many are being hashed
 */
export function hashPassword({ hash }: Hashing, password: string): Promise<string> {
	return inTurn(async () => {
		if (hash) return hash.hash(password);
		const salt = crypto.getRandomValues(new Uint8Array(saltBytes));
		return scryptString(cost, salt, await scrypt(password, salt, keyBytes, cost));
	});
}

/**
 * Whether a password is the one of a hash. Takes as long for people who have none, and for a hash that cannot be read.
 *
 * @param password as `readPassword` gives it
 * @param stored the hash, or null for somebody who is not known or has no password
 * @throws Busy when too many are being hashed
 */
export function verifyPassword(options: Hashing, password: string, stored: string | null): Promise<Verdict> {
	return inTurn(async () => {
		const answer = stored === null ? null : await compare(options, password, stored);
		if (answer !== null) return answer ? 'right' : 'wrong';
		await verifyNothing(options, password);
		return stored === null ? 'wrong' : 'unreadable';
	});
}

/** Whether a hash was made in another way than new ones are. */
export function needsRehash({ hash }: Hashing, stored: string): boolean {
	if (hash) return hash.needsRehash(stored);
	const { ln, r, p } = cost;
	return !stored.startsWith(`$scrypt$ln=${ln},r=${r},p=${p}$`);
}

/** @returns null when the hash cannot be read */
async function compare({ hash }: Hashing, password: string, stored: string): Promise<boolean | null> {
	try {
		// Ours of the days before the application had a way of its own.
		const isOurs = stored.startsWith('$scrypt$') && hash?.needsRehash(stored) === true;
		if (hash && !isOurs) return (await hash.verify(password, stored)) === true;
		const parsed = parseHash(stored);
		return parsed && sameBytes(await derive(parsed, password), parsed.key);
	} catch {
		return null;
	}
}

function derive(parsed: ParsedHash, password: string): Promise<Uint8Array> {
	const { salt, key } = parsed;
	return parsed.algorithm === 'scrypt'
		? scrypt(password, salt, key.length, parsed.cost)
		: argon2id(password, salt, key.length, parsed.cost);
}

/** What the application's own way makes of a text that nobody knows: made once. */
const dummies = new WeakMap<object, Promise<string>>();

/** Takes as long as comparing does. Where nobody's turn is waited for: in one's own. */
export async function verifyNothing({ hash }: Hashing, password: string): Promise<void> {
	if (!hash) return void (await scrypt(password, new Uint8Array(saltBytes), keyBytes, cost));
	const dummy = dummies.get(hash) ?? Promise.resolve(hash.hash(crypto.randomUUID()));
	dummies.set(hash, dummy);
	dummy.catch(() => dummies.delete(hash));
	await hash.verify(password, await dummy);
}
