import { expect, test } from 'vitest';
import type { AuditedSignIn } from '../../audit/index.ts';
import type { Host } from '../../host/host.ts';
import { guardPattern } from './guards.ts';

const [composed, apart] = ['caf\u00e9', 'cafe\u0301'];
const pattern = (value: string, ...ids: string[]) =>
	guardPattern(
		'protect-route',
		value,
		{ framework: 'sveltekit' } as Host,
		{
			...{ settings: { basePath: '/auth', pages: [] }, routes: ids.map((id) => ({ id, path: id })) },
		} as unknown as AuditedSignIn,
	);

test.for([
	['a folder of a Mac, and a keyboard', `/${composed}`, [`/${apart}`], `/${apart}`],
	['a path that was copied from a Mac', `/${apart}/x`, [`/(app)/${composed}/x`], `/${composed}/x`],
	['both are there', `/${composed}`, [`/${apart}`, `/${composed}`], `/${composed}`],
	['nothing is called so', `/${composed}`, ['/dashboard'], `/${composed}`],
	['a name in plain letters', '/dashboard', [`/${apart}`], '/dashboard'],
] as const)('%s', ([, value, ids, expected]) => expect(pattern(value, ...ids)).toBe(expected));
