import type { AdapterUser } from '@auth/core/adapters';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { secret } from '../core/testing/fixtures.test.helper.js';
import type { Resolved } from '../core/types.js';
import { authorize } from './authorize.js';
import { knownBrowser } from './limits/known.js';
import { clearHits } from './limits/memory.js';
import { hashPassword } from './passwords/index.js';
import { type MemoryDatabase, memoryDatabase } from './testing/memory-store.test.helper.js';
import type { AccountsContext, PasswordsOptions } from './types.js';

const words = 'four words will do';
const scrypt = vi.spyOn(process.getBuiltinModule('node:crypto'), 'scrypt');
const logger = { error: vi.fn(), warn: vi.fn(), debug: vi.fn() };
/** Instant, and counted. */
const quick = {
	hash: (password: string) => `quick:${password}`,
	verify: vi.fn((password: string, hash: string) => hash === `quick:${password}`),
	needsRehash: (hash: string) => !hash.startsWith('quick:'),
};

let database: MemoryDatabase;
let context: AccountsContext;
let ada: AdapterUser;

const resolvedFrom = (address = '203.0.113.9') =>
	({
		logger,
		dev: false,
		secure: true,
		clientAddress: () => address,
		core: { secret: [secret] },
	}) as unknown as Resolved;
const signIn = (
	fields: Record<string, string>,
	passwords: PasswordsOptions = {},
	{ resolved = resolvedFrom(), headers = new Headers() } = {},
) => authorize(context, passwords, resolved, { headers, fields, query: new URLSearchParams() });

beforeEach(() => {
	database = memoryDatabase();
	const { store, adapter } = database;
	context = { options: { store }, store, adapter, pages: {} } as unknown as AccountsContext;
	ada = database.add({ id: 'ada', email: 'ada@example.com' });
	clearHits();
	vi.clearAllMocks();
});
afterEach(() => vi.useRealTimers());
afterAll(() => scrypt.mockRestore());

describe('with scrypt', () => {
	beforeEach(async () => {
		database.passwords.set('ada', {
			hash: await hashPassword({}, 'A password of Ada'),
			changedAt: new Date(),
		});
		scrypt.mockClear();
	});

	test('the right password gives the row, and its spelling does not matter', async () => {
		const email = ' ADA@ｅxample.com ';
		expect(await signIn({ email, password: 'A password of Ada' })).toEqual(ada);
		expect(await signIn({ email, password: 'Ａ password of Ada' })).toEqual(ada);
		expect(scrypt).toHaveBeenCalledTimes(2);
	});

	test('a wrong one, nobody, and somebody who comes by a provider cost one hash and as many questions', async () => {
		database.add({ id: 'bob', email: 'bob@example.com' });
		for (const name of ['ada', 'nobody', 'bob']) {
			scrypt.mockClear();
			database.calls.length = 0;
			expect(await signIn({ email: `${name}@example.com`, password: words })).toBe(null);
			expect(scrypt).toHaveBeenCalledOnce();
			expect(database.calls).toHaveLength(2);
		}
	});

	test.for([
		['', 400, 'CredentialsSignin'],
		['x'.repeat(1_000_000), 400, 'CredentialsSignin'],
		['x'.repeat(257), 400, 'CredentialsSignin'],
		['\uD800'.repeat(15), 400, 'CredentialsSignin'],
		[undefined, 400, 'CredentialsSignin'],
	] as const)('a password that nobody can have costs nothing', async ([password, status, error]) => {
		const answer = await signIn({ email: ada.email, ...(password !== undefined && { password }) });
		expect(answer).toMatchObject({ ok: false, status, error, email: ada.email });
		expect(JSON.stringify(answer)).not.toContain('xxx');
		expect(scrypt).not.toHaveBeenCalled();
		expect(database.calls).toEqual([]);
	});

	test.for(['', '"a"@b', 'a@b@c', 'a@b\r\nBcc: c@d', 'ada'])('%j is no address', async (email) => {
		expect(await signIn({ email, password: words })).toMatchObject({
			status: 400,
			error: 'EmailSignInError',
		});
		expect(scrypt).not.toHaveBeenCalled();
	});

	test.for(['$scrypt$ln=31,r=8,p=5$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA', 'md5', '', 'null', '$2b$10$abc'])(
		'a stored hash like %j refuses, costs one hash of ours, and is told without it',
		async (hash) => {
			database.passwords.set('ada', { hash, changedAt: new Date() });
			expect(await signIn({ email: ada.email, password: words })).toBe(null);
			expect(scrypt).toHaveBeenCalledOnce();
			expect(scrypt.mock.calls[0]?.[3]).toMatchObject({ N: 2 ** 14 });
			expect(logger.error).toHaveBeenCalledOnce();
			const said = String(logger.error.mock.calls[0]?.[0]);
			expect(said).toContain('user ada');
			if (hash.length > 4) expect(said).not.toContain(hash);
		},
	);

	test('a weaker hash is made anew after the right password, and only then', async () => {
		const weak =
			'$scrypt$ln=14,r=8,p=1$U29kaXVtQ2hsb3JpZGU$cCO9yzr9c0hGHAbNgf046/2o+7qQT44+qbVD9lRdofLVQylVYT8Pz2LUlwUkKpr55h6F3A1lHkDfzwF7RVdYhw';
		database.passwords.set('ada', { hash: weak, changedAt: new Date() });
		expect(await signIn({ email: ada.email, password: words })).toBe(null);
		expect(database.passwords.get('ada')?.hash).toBe(weak);
		expect(await signIn({ email: ada.email, password: 'pleaseletmein' })).toEqual(ada);
		expect(database.passwords.get('ada')?.hash).toMatch(/^\$scrypt\$ln=14,r=8,p=5\$/);
		expect(await signIn({ email: ada.email, password: 'pleaseletmein' })).toEqual(ada);
	});

	test('that cannot be written is told, and signs in', async () => {
		database.passwords.set('ada', { hash: await hashPassword({}, words), changedAt: new Date() });
		database.down.add('replaceHash');
		expect(await signIn({ email: ada.email, password: words }, { hash: quick })).toEqual(ada);
		expect(logger.error).toHaveBeenCalledOnce();
	});
});

describe('a database that is down', () => {
	test.for(['getUserByEmail', 'password'])('is never a wrong password: %s', async (name) => {
		database.down.add(name);
		await expect(signIn({ email: ada.email, password: words }, { hash: quick })).rejects.toThrow('down');
	});

	test('does not use up tries', async () => {
		database.down.add('password');
		for (let times = 0; times < 30; times++)
			await signIn({ email: ada.email, password: words }, { hash: quick }).catch(() => {});
		database.down.clear();
		database.passwords.set('ada', { hash: `quick:${words}`, changedAt: new Date() });
		expect(await signIn({ email: ada.email, password: words }, { hash: quick })).toEqual(ada);
	});
});

describe('limits', () => {
	beforeEach(() => void database.passwords.set('ada', { hash: `quick:${words}`, changedAt: new Date() }));
	const guess = (index: number, resolved = resolvedFrom(`198.51.${index >> 8}.${index & 255}`)) =>
		signIn({ email: ada.email, password: `guess number ${index}` }, { hash: quick }, { resolved });

	test('guesses at one account, each from another address: eleven, and nobody else is kept out', async () => {
		for (let index = 0; index < 200; index++) await guess(index);
		expect(quick.verify).toHaveBeenCalledTimes(11);
		const refused = await signIn({ email: ada.email, password: words }, { hash: quick });
		expect(refused).toMatchObject({ status: 429, error: 'TooManyTries', email: ada.email });
		expect(refused).toMatchObject({
			retryAfter: expect.any(Number),
			message: expect.stringContaining('minute'),
		});
		expect(quick.verify).toHaveBeenCalledTimes(11);

		const [cookie] = await knownBrowser(resolvedFrom(), 'ada');
		const headers = new Headers({ cookie: `${cookie?.name}=${cookie?.value}` });
		expect(await signIn({ email: ada.email, password: words }, { hash: quick }, { headers })).toEqual(ada);
		database.add({ id: 'bob', email: 'bob@example.com' });
		database.passwords.set('bob', { hash: `quick:${words}`, changedAt: new Date() });
		expect(await signIn({ email: 'bob@example.com', password: words }, { hash: quick })).toMatchObject({
			id: 'bob',
		});
	});

	test('two hundred at once are not more', async () => {
		const all = Array.from({ length: 200 }, (_, index) => guess(index));
		await Promise.all(all);
		expect(quick.verify.mock.calls.length).toBeLessThanOrEqual(11);
	});

	test('somebody who is not there is limited like somebody who is', async () => {
		const answers: unknown[] = [];
		for (const email of [ada.email, 'nobody@example.com']) {
			const told: unknown[] = [];
			for (let index = 0; index < 12; index++) {
				const resolved = resolvedFrom(`198.51.100.${index}`);
				const answer = await signIn({ email, password: 'a guess' }, { hash: quick }, { resolved });
				told.push(answer && { ...answer, email: '' });
			}
			answers.push(told);
		}
		expect(answers[1]).toEqual(answers[0]);
	});

	test('a known browser has twenty tries of its own, and is known for its person alone', async () => {
		const [cookie] = await knownBrowser(resolvedFrom(), 'ada');
		const headers = new Headers({ cookie: `${cookie?.name}=${cookie?.value}` });
		for (let times = 0; times < 30; times++)
			await signIn({ email: ada.email, password: 'a guess' }, { hash: quick }, { headers });
		expect(quick.verify).toHaveBeenCalledTimes(20);
		quick.verify.mockClear();
		for (let times = 0; times < 30; times++)
			await signIn({ email: 'nobody@example.com', password: 'a guess' }, { hash: quick }, { headers });
		expect(quick.verify.mock.calls.length).toBeLessThanOrEqual(11);
	});

	test('too many at once are told to come back, and have lost no try', async () => {
		// Nothing is verified before those that find no place have their answer, however busy the machine is.
		let release = (_: boolean) => {};
		const held = new Promise<boolean>((done) => {
			release = done;
		});
		const slow = { ...quick, verify: () => held };
		let answered = 0;
		const all = await Promise.all(
			Array.from({ length: 60 }, async (_, index) => {
				const answer = await signIn(
					{ email: `p${index}@example.com`, password: words },
					{ hash: slow },
					{ resolved: resolvedFrom(`198.51.100.${index}`) },
				);
				answered++;
				if (answered === 42) release(false);
				return answer;
			}),
		);
		const busy = all.filter((answer) => answer && 'ok' in answer);
		expect(busy).toHaveLength(42);
		expect(busy[0]).toMatchObject({ status: 503, error: 'Busy', retryAfter: 2 });
	});
});

describe('passwords of earlier days', () => {
	const legacy = {
		find: vi.fn(async ({ id }: AdapterUser) => (id === 'ada' ? 'old:Ａda' : null)),
		verify: vi.fn(async (password: string, hash: string) => hash === `old:${password}`),
		forget: vi.fn(async () => {}),
	};
	const options = { hash: quick, legacy };

	test('are read once, then kept here', async () => {
		expect(await signIn({ email: ada.email, password: 'no' }, options)).toBe(null);
		expect(database.passwords.size).toBe(0);
		// As it was typed: whoever hashed it then did not know of other spellings.
		expect(await signIn({ email: ada.email, password: 'Ａda' }, options)).toEqual(ada);
		expect(database.passwords.get('ada')?.hash).toBe('quick:Ada');
		expect(legacy.forget).toHaveBeenCalledExactlyOnceWith(ada);
		legacy.verify.mockClear();
		expect(await signIn({ email: ada.email, password: 'Ada' }, options)).toEqual(ada);
		expect(legacy.verify).not.toHaveBeenCalled();
	});

	test('cost as much as a hash of ours, too, and only true is right', async () => {
		legacy.verify.mockResolvedValueOnce('yes' as unknown as boolean);
		expect(await signIn({ email: ada.email, password: 'no' }, options)).toBe(null);
		expect(quick.verify).toHaveBeenCalledOnce();
	});

	test('do not come back over a new one that was set meanwhile', async () => {
		legacy.verify.mockImplementationOnce(async () => {
			database.passwords.set('ada', { hash: 'quick:new', changedAt: new Date() });
			return true;
		});
		await signIn({ email: ada.email, password: 'Ａda' }, options);
		expect(database.passwords.get('ada')?.hash).toBe('quick:new');
	});
});
