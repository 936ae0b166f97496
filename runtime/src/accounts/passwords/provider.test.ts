import { describe, expect, test } from 'vitest';
import { passwordsMark } from '../../core/accounts.js';
import type { PasswordsOptions } from '../types.js';
import { Passwords, passwordsOptions } from './provider.js';

test('is a provider of credentials that holds its options', () => {
	const provider = Passwords({ minLength: 12 });
	expect(provider).toMatchObject({ id: 'credentials', name: 'Password', type: 'credentials' });
	expect(Object.keys(provider.credentials)).toEqual(['email', 'password']);
	expect(passwordsOptions(provider)).toEqual({ minLength: 12 });
	expect(passwordsOptions({ ...provider, id: 'mine' })).toEqual({ minLength: 12 });
	expect(passwordsOptions({ id: 'credentials' })).toBeUndefined();
	expect(Object.getOwnPropertySymbols(provider)).toEqual([passwordsMark]);
});

test('lets nobody in by itself', async () => {
	expect(await Passwords().authorize({ email: 'a', password: 'b' }, new Request('http://x'))).toBe(null);
});

describe('options that are not what they have to be', () => {
	const none = () => null;
	test.for([
		[{ minLength: 7 }, 'minLength'],
		[{ minLength: 65 }, 'minLength'],
		[{ minLength: 8.5 }, 'minLength'],
		[{ minLength: '15' }, 'minLength'],
		[{ breached: 'yes' }, 'breached'],
		[{ hash: { hash: none, verify: none } }, 'needsRehash'],
		[{ hash: null }, '`hash`'],
		[{ legacy: { verify: none } }, '`find`'],
	] as const)('%j', ([options, named]) => {
		expect(() => Passwords(options as unknown as PasswordsOptions)).toThrow(TypeError);
		expect(() => Passwords(options as unknown as PasswordsOptions)).toThrow(named);
	});
});
