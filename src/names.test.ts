import { expect, test } from 'vitest';
import { isReserved, isSameName } from './names.ts';

test.for([
	['Auth.ts', 'auth.ts', true],
	['cafe\u0301', 'CAF\u00c9', true],
	['auth.ts', 'auths.ts', false],
] as const)('%s and %s', ([one, other, same]) => expect(isSameName(one, other)).toBe(same));

test.for([
	...[
		'con',
		'AUX',
		'nul.svelte',
		'com1',
		'LPT9.ts',
		'com\u00b2',
		'a.',
		'a ',
		'a:b',
		'a?',
		'a*',
		'a|b',
		'"a"',
		'a\tb',
	],
])('%j is kept from files by Windows', (name) => expect(isReserved(name)).toBe(true));

test.for([
	'console',
	'com',
	'com10',
	'lpt',
	'auxiliary',
	'.nul',
	'a.con',
	'[...auth]',
	'(app)',
	'+page.svelte',
	'.env',
])('%j is a name of a file', (name) => expect(isReserved(name)).toBe(false));
