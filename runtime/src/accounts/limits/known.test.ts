import { afterEach, expect, test, vi } from 'vitest';
import { secret } from '../../core/testing/fixtures.test.helper.js';
import type { Resolved } from '../../core/types.js';
import { isKnownBrowser, knownBrowser } from './known.js';

const resolved = { secure: true, core: { secret: [secret] } } as unknown as Resolved;
const sent = (cookie: string) => new Headers({ cookie });

afterEach(() => vi.useRealTimers());

test('a browser is known for the person who gave the password in it', async () => {
	const [cookie] = await knownBrowser(resolved, '1');
	expect(cookie).toMatchObject({
		name: '__Host-authgraft.known',
		options: { httpOnly: true, secure: true, path: '/', sameSite: 'lax', maxAge: 90 * 24 * 3600 },
	});
	const header = `a=b; ${cookie?.name}=${cookie?.value}`;
	expect(await isKnownBrowser(resolved, sent(header), '1')).toBe(true);
	expect(await isKnownBrowser(resolved, sent(header), '2')).toBe(false);
	expect(await isKnownBrowser(resolved, sent(`${cookie?.name}=x`), '1')).toBe(false);
	expect(await isKnownBrowser(resolved, new Headers(), '1')).toBe(false);
	const other = { ...resolved, core: { secret: ['another-secret-of-thirty-two-characters'] } } as Resolved;
	expect(await isKnownBrowser(other, sent(header), '1')).toBe(false);
	vi.useFakeTimers({ now: Date.now() + 91 * 24 * 3_600_000, toFake: ['Date'] });
	expect(await isKnownBrowser(resolved, sent(header), '1')).toBe(false);
});

test('without https it has no prefix', async () => {
	const [cookie] = await knownBrowser({ ...resolved, secure: false } as Resolved, '1');
	expect(cookie).toMatchObject({ name: 'authgraft.known', options: { secure: false } });
});
