import { describe, expect, test } from 'vitest';
import { hasRole } from './has-role.js';

const session = (user: object) => ({ user, expires: '2030-01-01' });

describe('hasRole', () => {
	test.each<[string | string[], object, boolean]>([
		['admin', { role: 'admin' }, true],
		['admin', { roles: ['member', 'admin'] }, true],
		['admin', { role: 'member', roles: ['admin'] }, true],
		[['admin', 'editor'], { role: 'editor' }, true],
		[['admin', 'editor'], { roles: ['member'] }, false],
		['admin', {}, false],
		['admin', { role: 'Admin' }, false],
		['admin', { role: 'admin ' }, false],
		['admin', { role: 'administrator' }, false],
		['admin', { role: ['admin'] }, false],
		['admin', { role: { toString: () => 'admin' } }, false],
		['admin', { role: true }, false],
		['admin', { roles: 'admin' }, false],
		['admin', { roles: { admin: true } }, false],
		['admin', { roles: { 0: 'admin', length: 1 } }, false],
		['admin', { roles: [['admin'], null, { name: 'admin' }] }, false],
		['undefined', { role: undefined, roles: [undefined] }, false],
		// What an object inherits was put there by nobody's session callback.
		['admin', Object.create({ role: 'admin' }), false],
		['admin', Object.create({ roles: ['admin'] }), false],
		['constructor', {}, false],
	])('%j, %j: %s', (names, user, expected) => {
		expect(hasRole(names)(session(user))).toBe(expected);
	});

	test.each([null, undefined, { expires: '' } as object])('nobody (%j) has a role', (nobody) => {
		expect(hasRole('admin')(nobody)).toBe(false);
	});

	test.each([[[]], [''], [['admin', '']], [undefined], [null], [[undefined]], [true]])(
		'hasRole(%j) is refused when the application starts',
		(names) => {
			expect(() => hasRole(names as string)).toThrow(TypeError);
		},
	);
});
