import * as crypto from 'node:crypto';
import { decode, encode } from '@auth/core/jwt';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { forge } from '../testing/jwt-forge.test.helper.js';
import { ClaimsCache, type SessionCacheLimits } from './cache.js';
import { type Cipher, nodeCipher, type Open } from './cipher.js';
import { createTokenReader } from './index.js';

const salt = 'authjs.session-token';
const secret = 'a-secret-of-at-least-thirty-two-characters';
const now = Date.parse('2026-11-28T12:00:00Z');
const seconds = now / 1000;

beforeEach(() => void vi.useFakeTimers({ now, toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());
const after = (seconds: number) => vi.setSystemTime(now + seconds * 1000);

describe('the cache', () => {
	test('holds no more than its entries; what was not used for longest goes first', () => {
		const cache = new ClaimsCache({ entries: 2 });
		cache.set('a', salt, '1');
		cache.set('b', salt, '2');
		expect(cache.get('a', salt)?.text).toBe('1');
		cache.set('c', salt, '3');
		expect(['a', 'b', 'c'].map((id) => cache.get(id, salt)?.text)).toEqual(['1', undefined, '3']);
		cache.set('c', salt, '4');
		expect([cache.size, cache.get('a', salt)?.text, cache.get('c', salt)?.text]).toEqual([2, '1', '4']);
	});

	test('holds no more than its bytes, and nothing that is larger alone', () => {
		const cache = new ClaimsCache({ bytes: 4_000 });
		for (const id of ['a', 'b', 'c']) cache.set(id, salt, 'x'.repeat(300));
		expect([cache.size, cache.bytes]).toEqual([2, 3_400]);
		expect(cache.get('a', salt)).toBe(undefined);
		cache.set('d', salt, 'x'.repeat(1_000));
		expect([cache.size, cache.bytes]).toEqual([0, 0]);
	});

	test('forgets after its time, and when the clock was set back', () => {
		const cache = new ClaimsCache({ maxAge: 60 });
		cache.set('a', salt, '1');
		after(59);
		expect(cache.get('a', salt)?.text).toBe('1');
		after(60);
		expect([cache.get('a', salt), cache.size, cache.bytes]).toEqual([undefined, 0, 0]);
		cache.set('a', salt, '1');
		after(59);
		expect(cache.get('a', salt)).toBe(undefined);
	});
});

/** A cipher that counts what it opens. */
function counting(): { cipher: Cipher; opened: () => number } {
	const real = nodeCipher({ crypto, Buffer } as never);
	let opened = 0;
	const importKey: Cipher['importKey'] = (bytes, aad) => {
		const open = real.importKey(bytes, aad) as Open;
		return (parts) => {
			opened++;
			return open(parts);
		};
	};
	return { cipher: { ...real, importKey }, opened: () => opened };
}

function make(limits: SessionCacheLimits | false = {}, secrets: string[] = [secret]) {
	const { cipher, opened } = counting();
	const read = createTokenReader(
		{ secret: secrets, encode, decode } as never,
		limits,
		async () => cipher,
	).read;
	return { opened, read: (token: string, name = salt) => read(token, name) };
}
const token = (claims: Record<string, unknown>, name = salt) => forge({ claims }, { secret, salt: name });

describe('reading with a cache', () => {
	test('a token is decrypted once, and each reader gets an object of its own', async () => {
		const { read, opened } = make();
		const value = token({ sub: '1', list: [{ a: 1 }] });
		const first = (await read(value)) as { sub: string; list: { a: number }[] };
		first.list.push({ a: 2 });
		first.sub = 'changed';
		const second = await read(value);
		expect(second).toEqual({ sub: '1', list: [{ a: 1 }] });
		expect(await read(value)).not.toBe(second);
		expect(opened()).toBe(1);
	});

	test('of one entry: that one', async () => {
		const { read, opened } = make({ entries: 1 });
		const [one, two] = [token({ sub: '1' }), token({ sub: '2' })];
		for (const value of [one, one, two, two]) await read(value);
		expect(opened()).toBe(2);
		await read(one);
		expect(opened()).toBe(3);
	});
	test('off: decrypted each time', async () => {
		for (const limits of [false, { entries: 0 }] as const) {
			const { read, opened } = make(limits);
			const value = token({ sub: '1' });
			expect([await read(value), await read(value)]).toEqual([{ sub: '1' }, { sub: '1' }]);
			expect(opened()).toBe(2);
		}
	});

	test('never after its expiry: to the second as without a cache', async () => {
		const { read, opened } = make({ maxAge: 3600 });
		const value = token({ sub: '1', exp: seconds + 100 });
		for (const at of [0, 99, 100, 114]) {
			after(at);
			expect(await read(value)).toMatchObject({ sub: '1' });
			expect(await decode({ token: value, secret, salt })).toMatchObject({ sub: '1' });
		}
		expect(opened()).toBe(1);
		for (const at of [115, 116, 3599]) {
			after(at);
			await expect(read(value)).rejects.toThrow('over');
			await expect(decode({ token: value, secret, salt })).rejects.toThrow();
		}
		// The clock was wrong, and is set right: verified anew.
		after(50);
		expect(await read(value)).toMatchObject({ sub: '1' });
	});

	test('never before it is valid, although the clock was ahead when it was read', async () => {
		const { read } = make();
		const value = token({ sub: '1', nbf: seconds + 20 });
		after(10);
		expect(await read(value)).toMatchObject({ sub: '1' });
		after(0);
		await expect(read(value)).rejects.toThrow('not valid yet');
	});

	test('never after its secret is gone: another configuration has another cache', async () => {
		const value = token({ sub: '1' });
		const rotated = 'another-secret-of-at-least-thirty-two-characters';
		expect(await make({}, [secret]).read(value)).toMatchObject({ sub: '1' });
		expect(await make({}, [rotated, secret]).read(value)).toMatchObject({ sub: '1' });
		await expect(make({}, [rotated]).read(value)).rejects.toThrow();
	});

	test('never for another cookie', async () => {
		const { read } = make();
		const value = token({ sub: '1' });
		expect(await read(value)).toMatchObject({ sub: '1' });
		await expect(read(value, `__Secure-${salt}`)).rejects.toThrow();
		await expect(read(value, 'other')).rejects.toThrow();
		const secure = token({ sub: '2' }, `__Secure-${salt}`);
		expect(await read(secure, `__Secure-${salt}`)).toMatchObject({ sub: '2' });
		await expect(read(secure)).rejects.toThrow();
	});

	test('never for a token that differs in one character', async () => {
		const { read } = make();
		const value = token({ sub: '1' });
		await read(value);
		for (const at of [0, value.length >> 1, value.length - 1]) {
			const other = value.slice(0, at) + (value[at] === 'A' ? 'B' : 'A') + value.slice(at + 1);
			await expect(read(other)).rejects.toThrow();
		}
	});

	test('what was refused is not remembered, whatever it costs', async () => {
		const { read, opened } = make();
		const value = forge(
			{ claims: { sub: '1' }, parts: (parts) => parts.with(4, 'A'.repeat(43)) },
			{ secret, salt },
		);
		for (let time = 0; time < 3; time++) await expect(read(value)).rejects.toThrow('forged');
		expect(opened()).toBe(3);
	});

	test('what the core had to read is remembered, too', async () => {
		const { read, opened } = make();
		const value = forge({ enc: 'A256GCM', claims: { sub: '1', exp: seconds + 60 } }, { secret, salt });
		const decrypt = vi.spyOn(globalThis.crypto.subtle, 'decrypt');
		expect([await read(value), await read(value)]).toEqual(Array(2).fill({ sub: '1', exp: seconds + 60 }));
		expect([decrypt.mock.calls.length, opened()]).toEqual([1, 0]);
		decrypt.mockRestore();
		after(75);
		await expect(read(value)).rejects.toThrow('over');
	});

	test('verified anew after its time', async () => {
		const { read, opened } = make({ maxAge: 60 });
		const value = token({ sub: '1' });
		await read(value);
		after(59);
		await read(value);
		expect(opened()).toBe(1);
		after(60);
		await read(value);
		expect(opened()).toBe(2);
	});
});

describe('memory', () => {
	test('a flood of distinct tokens: the limits hold, with room for what is in them', async () => {
		const cache = new ClaimsCache({ entries: 1_000_000, bytes: 1024 * 1024 });
		const text = JSON.stringify({ sub: '1', name: 'Ada Lovelace', email: 'ada@example.com' });
		let most = 0;
		for (let count = 0; count < 200_000; count++) {
			cache.set(crypto.hash('sha256', String(count), 'base64'), salt, text);
			most = Math.max(most, cache.bytes);
		}
		expect(most).toBeLessThanOrEqual(1024 * 1024);
		expect(cache.size).toBe(Math.floor((1024 * 1024) / (500 + 4 * text.length)));
	});

	test.each([
		['short names', ''],
		['long ones that take two bytes a character', 'ő'.repeat(400)],
	])('the estimate is an upper one: %s', async (_, name) => {
		const { execFileSync } = await import('node:child_process');
		const source = (name: string) => new URL(`./${name}.ts`, import.meta.url).href;
		const script = `
			const { ClaimsCache } = await import(${JSON.stringify(source('cache'))});
			const { showClaims } = await import(${JSON.stringify(source('claims'))});
			const { hash } = await import('node:crypto');
			const [cache, salt] = [new ClaimsCache({ entries: 1e6, bytes: 1e9 }), ''];
			gc();
			const before = process.memoryUsage().heapUsed;
			for (let count = 0; count < 20_000; count++) {
				const [id, email] = [hash('sha256', String(count), 'base64'), count + '@example.com'];
				const names = { name: \`\${count} ${name}\`, email, picture: count + '.png' };
				cache.set(id, salt, JSON.stringify({ sub: 'é' + count, ...names, iat: 1, exp: count + 2 }));
				const known = cache.get(id, salt);
				known.shown = showClaims(JSON.parse(known.text));
			}
			gc();
			console.log((process.memoryUsage().heapUsed - before) / cache.bytes);`;
		// Node 22.12 runs TypeScript only when it is told to.
		const typescript = process.features.typescript ? [] : ['--experimental-strip-types', '--no-warnings'];
		const args = [...typescript, '--expose-gc', '--input-type=module', '--eval', script];
		const ratio = Number(execFileSync(process.execPath, args, { encoding: 'utf8' }));
		expect(ratio).toBeGreaterThan(0.2);
		expect(ratio).toBeLessThan(1);
	});
});
