import { afterEach, describe, expect, test, vi } from 'vitest';
import { checkNewPassword } from './check.js';
import { readPassword } from './text.js';

const logger = { error: vi.fn(), warn: vi.fn(), debug: vi.fn() };
const ada = { email: 'ada.lovelace@example.com', name: 'Engine Works', logger };
const check = (password: string, minLength?: number) =>
	checkNewPassword(password, minLength === undefined ? {} : { minLength }, ada);

afterEach(() => {
	vi.unstubAllGlobals();
	vi.clearAllMocks();
});

test.for([
	['', 'PasswordTooShort'],
	['x'.repeat(1_000_000), 'PasswordTooLong'],
	[`${'four words will do '.repeat(13)}and more here`, 'PasswordTooLong'],
	['\uD800'.repeat(15), 'PasswordMalformed'],
	['four words \uDFFF will do', 'PasswordMalformed'],
	['fourteen chars', 'PasswordTooShort'],
	// Code points count: these are 28 units of UTF-16.
	['🐎🐎🐄🐖🐐🐑🦙🐓🐕🐈🐇🦔🦇🐿', 'PasswordTooShort'],
	['🐎🐎🐄🐖🐐🐑🦙🐓🐕🐈🐇🦔🦇🐿🐁', null],
	['four words will do', null],
	['four\0words\0will\0do', null],
	[`${'four words will do '.repeat(13)}and more`, null],
] as const)('%s', async ([password, answer]) => {
	expect(await check(password)).toBe(answer);
});

describe('tried first', () => {
	test.for([
		// Of the list, in whatever case and width.
		...['passwordstandard', 'PasswordAssWord', 'q1w2e3r4t5y6u7i8o9p0', 'ｐasswordstandard'],
		// One unit again and again, a walk on the keyboard.
		...['aaaaaaaaaaaaaaaaaaaa', 'letmeinletmeinletmein', 'hellohellohelloh'],
		...['123456789012345', '9876543210987654', 'qwertyuiopasdfgh', 'zyxwvutsrqponmlkj', '1qaz2wsx3edc4rfv'],
		...['qwertzuiopyxcvbnm', 'aaabbbcccdddeee', '!@#$%^&*()_+!@#'],
		// What everybody knows of the person.
		...[
			'ada.lovelace@example.com',
			'Ada-Lovelace-1234',
			'adalovelaceadalovelace!',
			'ENGINEWORKS-12345',
			'Engine Works!!!!!!',
		],
	])('%s', async (password) => {
		expect(await check(password)).toBe('PasswordCommon');
	});

	test.for(['password', 'Password1', 'sunshine', '11111111', 'qwer1234', 'iloveyou'])(
		'%s, where eight characters are enough',
		async (password) => expect(await check(password, 8)).toBe('PasswordCommon'),
	);
});

describe('not refused', () => {
	test.for([
		...['correct horse battery staple', 'lovelace likes engines a lot', 'ada writes notes on engines'],
		...['my password is a long one', 'abc is how the alphabet begins', 'the engine works when it rains'],
		...[
			'Šedivý kůň pije vodu',
			'我喜欢在早上喝一杯热热的绿茶吗',
			'xkcd936xkcd1053xkcd386',
			'aaaaaaaaaaaaaab',
		],
	])('%s', async (password) => expect(await check(password)).toBe(null));

	test.for(['T7$kqpL!', 'wx9#Fmzz', 'zauberkugel'])('%s, where eight are enough', async (password) => {
		expect(await check(password, 8)).toBe(null);
	});

	test('a unit that would be long enough by itself', async () => {
		expect(await check('kugelzaubkugelzaub', 8)).toBe(null);
		expect(await check('kugelzaubkugelzaub', 15)).toBe('PasswordCommon');
	});

	test('a name of three letters in a password', async () => {
		const ada = { email: 'ada@x.example', name: 'Bun', logger };
		expect(await checkNewPassword('adabunadabun adab', { minLength: 8 }, ada)).toBe(null);
	});
});

test('one spelling of each password', () => {
	expect(readPassword('Ａ１ﬁ')).toEqual({ text: 'A1fi', length: 4 });
	expect(readPassword('e\u0301')).toEqual({ text: 'é', length: 1 });
	expect(readPassword(' a ')).toEqual({ text: ' a ', length: 3 });
});

describe('stolen passwords', () => {
	const ask = async (body: (suffix: string) => Response | Promise<Response>) => {
		const asked = vi.fn(async (url: string, init: RequestInit) => {
			const hash = new Uint8Array(
				await crypto.subtle.digest('SHA-1', new TextEncoder().encode('four words will do')),
			);
			const digits = Buffer.from(hash).toString('hex').toUpperCase();
			expect(url).toBe(`https://api.pwnedpasswords.com/range/${digits.slice(0, 5)}`);
			expect(init).toMatchObject({ headers: { 'add-padding': 'true' }, signal: expect.any(AbortSignal) });
			return body(digits.slice(5));
		});
		vi.stubGlobal('fetch', asked);
		const answer = await checkNewPassword('four words will do', { breached: true }, ada);
		expect(asked).toHaveBeenCalledOnce();
		return answer;
	};

	test('are asked for by five digits', async () => {
		expect(await ask((suffix) => new Response(`${'0'.repeat(35)}:1\r\n${suffix}:12\r\n`))).toBe(
			'PasswordBreached',
		);
		expect(await ask(() => new Response(`${'0'.repeat(35)}:1`))).toBe(null);
		expect(await ask((suffix) => new Response(`${suffix}:0\r\n`))).toBe(null);
		expect(logger.warn).not.toHaveBeenCalled();
	});

	test('are let pass when nobody answers, and the log says so', async () => {
		expect(await ask(() => Promise.reject(new Error('no network')))).toBe(null);
		expect(await ask(() => new Response('', { status: 503 }))).toBe(null);
		expect(logger.warn).toHaveBeenCalledTimes(2);
		expect(JSON.stringify(logger.warn.mock.calls)).not.toContain('four');
	});

	test('are not asked for where that is not wanted, or when the password is refused anyway', async () => {
		const asked = vi.fn();
		vi.stubGlobal('fetch', asked);
		expect(await check('four words will do')).toBe(null);
		expect(await checkNewPassword('short', { breached: true }, ada)).toBe('PasswordTooShort');
		expect(asked).not.toHaveBeenCalled();
	});
});
