import * as nodeCrypto from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { hashPassword, needsRehash, verifyPassword } from './index.js';
import { parseHash } from './phc.js';
import { Busy } from './queue.js';

/** The object that `process.getBuiltinModule` gives. */
const builtin = process.getBuiltinModule('node:crypto');
const words = 'four words will do';

afterEach(() => vi.restoreAllMocks());

describe('scrypt', () => {
	beforeEach(() => void vi.spyOn(builtin, 'scrypt'));

	test('is written with its parameters, and read', async () => {
		const hash = await hashPassword({}, words);
		expect(hash).toMatch(/^\$scrypt\$ln=14,r=8,p=5\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
		expect(await hashPassword({}, words)).not.toBe(hash);
		expect(await verifyPassword({}, words, hash)).toBe('right');
		expect(await verifyPassword({}, `${words} `, hash)).toBe('wrong');
		expect(needsRehash({}, hash)).toBe(false);
	});

	test('is what RFC 7914 says', async () => {
		// Its third vector: section 12.
		const vector =
			'7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887';
		const stored = `$scrypt$ln=14,r=8,p=1$${plain(Buffer.from('SodiumChloride'))}$${plain(Buffer.from(vector, 'hex'))}`;
		expect(await verifyPassword({}, 'pleaseletmein', stored)).toBe('right');
		expect(await verifyPassword({}, 'pleaseletmeinn', stored)).toBe('wrong');
		expect(needsRehash({}, stored)).toBe(true);
	});

	test('people who have no password cost one hash as well', async () => {
		expect(await verifyPassword({}, words, null)).toBe('wrong');
		expect(builtin.scrypt).toHaveBeenCalledOnce();
		expect(vi.mocked(builtin.scrypt).mock.calls[0]?.[3]).toMatchObject({ N: 2 ** 14, r: 8, p: 5 });
	});

	test.for([
		['$scrypt$ln=31,r=8,p=5$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA'],
		['$scrypt$ln=20,r=32,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA'],
		['$scrypt$ln=18,r=8,p=16$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA'],
		['$scrypt$ln=14,r=8,p=0$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA'],
		['$scrypt$ln=14,r=8,p=5$c2FsdHNhbHQ$aGFza'],
		['$scrypt$ln=14,r=8,p=5$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoYQ'],
		['$argon2id$v=19$m=9999999,t=2,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA'],
		['$argon2id$v=19$m=19456,t=999,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA'],
		['$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy'],
		['5f4dcc3b5aa765d61d8327deb882cf99'],
		['null'],
		[''],
	])('%s is not computed, and costs one hash as ours do', async ([stored = '?']) => {
		expect(await verifyPassword({}, words, stored)).toBe('unreadable');
		expect(builtin.scrypt).toHaveBeenCalledOnce();
		expect(vi.mocked(builtin.scrypt).mock.calls[0]?.[3]).toMatchObject({ N: 2 ** 14, r: 8, p: 5 });
	});
});

describe('argon2id', () => {
	const derive = (nodeCrypto as { argon2Sync?: (a: string, options: object) => Buffer }).argon2Sync;
	const cost = { parallelism: 1, tagLength: 32, memory: 256, passes: 2 };

	test.runIf(derive)('is read where the platform has it, and made anew', async () => {
		const salt = Buffer.from('0123456789abcdef');
		const key = derive?.('argon2id', { message: words, nonce: salt, ...cost }) as Buffer;
		const stored = `$argon2id$v=19$m=256,t=2,p=1$${plain(salt)}$${plain(key)}`;
		expect(await verifyPassword({}, words, stored)).toBe('right');
		expect(await verifyPassword({}, 'other words', stored)).toBe('wrong');
		expect(needsRehash({}, stored)).toBe(true);
		vi.spyOn(process, 'getBuiltinModule').mockReturnValue({ ...builtin, argon2: undefined });
		expect(await verifyPassword({}, words, stored)).toBe('unreadable');
	});
});

describe('a way of the application', () => {
	const hash = {
		hash: vi.fn(async (password: string) => `own:${password}`),
		verify: vi.fn(async (password: string, stored: string) => {
			if (!stored.startsWith('own:')) throw new Error('not mine');
			return stored === `own:${password}`;
		}),
		needsRehash: (stored: string) => !stored.startsWith('own:'),
	};
	beforeEach(() => {
		vi.clearAllMocks();
	});

	test('writes and reads', async () => {
		expect(await hashPassword({ hash }, words)).toBe(`own:${words}`);
		expect(await verifyPassword({ hash }, words, `own:${words}`)).toBe('right');
		expect(await verifyPassword({ hash }, 'no', `own:${words}`)).toBe('wrong');
		expect(hash.verify).toHaveBeenCalledTimes(2);
	});

	test('ours of before are still read', async () => {
		const ours = await hashPassword({}, words);
		expect(await verifyPassword({ hash }, words, ours)).toBe('right');
		expect(needsRehash({ hash }, ours)).toBe(true);
	});

	test('compares with something for people who have no password; what that is is made once', async () => {
		for (let times = 0; times < 3; times++) expect(await verifyPassword({ hash }, 'x', null)).toBe('wrong');
		expect(hash.verify).toHaveBeenCalledTimes(3);
		expect(hash.hash.mock.calls.length).toBeLessThanOrEqual(1);
	});

	test('what it cannot read is unreadable, and only `true` is right', async () => {
		expect(await verifyPassword({ hash }, words, 'other')).toBe('unreadable');
		hash.verify.mockResolvedValueOnce('yes' as unknown as boolean);
		expect(await verifyPassword({ hash }, words, 'own:x')).toBe('wrong');
	});
});

test('of two hundred at once two run, sixteen wait, and the others are told to come back', async () => {
	let [running, most] = [0, 0];
	const hash = {
		hash: () => '',
		needsRehash: () => false,
		async verify() {
			most = Math.max(most, ++running);
			await new Promise((done) => setTimeout(done, 5));
			running--;
			return true;
		},
	};
	const all = await Promise.allSettled(
		Array.from({ length: 200 }, () => verifyPassword({ hash }, words, 'x')),
	);
	expect(most).toBe(2);
	expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(18);
	expect(all.find(({ status }) => status === 'rejected')).toMatchObject({ reason: expect.any(Busy) });
	expect(await verifyPassword({ hash }, words, 'x')).toBe('right');
});

test('one that fails frees its place', async () => {
	const hash = {
		hash: () => Promise.reject(new Error('broken')),
		needsRehash: () => false,
		verify: () => true,
	};
	for (let times = 0; times < 30; times++)
		await expect(hashPassword({ hash }, words)).rejects.toThrow('broken');
	expect(await verifyPassword({ hash }, words, 'x')).toBe('right');
});

test('a platform without scrypt is a failure, and no wrong password', async () => {
	vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined as unknown as object);
	await expect(verifyPassword({}, words, null)).rejects.toThrow('Passwords({ hash })');
});

test('a hash is taken apart', () => {
	expect(parseHash('$scrypt$ln=17,r=8,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA')).toMatchObject({
		algorithm: 'scrypt',
		cost: { ln: 17, r: 8, p: 1 },
	});
	expect(parseHash('$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA')).toMatchObject({
		algorithm: 'argon2id',
		cost: { m: 19_456, t: 2, p: 1 },
	});
});

function plain(bytes: Buffer): string {
	return bytes.toString('base64').replace(/=+$/, '');
}
