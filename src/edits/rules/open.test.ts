import { expect, test } from 'vitest';
import { openPages } from './open.ts';

const open = (rule: string, more = '') =>
	openPages(
		'hooks.server.ts',
		`import { protect } from '@authgraft/runtime/sveltekit';
import { sequence } from '@sveltejs/kit/hooks';
import { handle as authHandle } from './auth';
${more}
export const handle = sequence(authHandle, ${rule});
`,
		{ framework: 'sveltekit', authModule: './auth', patterns: ['/signup', '/set-password'] },
	);

const ours = "'/signup', '/set-password'";

test.each([
	["protect('/')", `protect('/', { except: [${ours}] })`],
	["protect(['/', '/admin'],)", `protect(['/', '/admin'], { except: [${ours}] },)`],
	["protect('/', {})", `protect('/', { except: [${ours}] })`],
	["protect('/', { allow: isMember })", `protect('/', { allow: isMember, except: [${ours}] })`],
	["protect('/', { except: '/about' })", `protect('/', { except: ['/about', ${ours}] })`],
	["protect('/', { except: ['/', '/about'] })", `protect('/', { except: ['/', '/about', ${ours}] })`],
	["protect('/', { except: ['/signup'] })", "protect('/', { except: ['/signup', '/set-password'] })"],
	[
		"protect('/'), protect('/', { allow: isMember })",
		`protect('/', { except: [${ours}] }), protect('/', { allow: isMember, except: [${ours}] })`,
	],
	["protect('/'), protect('/signup/more')", `protect('/', { except: [${ours}] }), protect('/signup/more')`],
])('%s lets them be open', (rule, expected) => {
	expect(open(rule)).toMatchObject({
		kind: 'edited',
		text: expect.stringContaining(`(authHandle, ${expected});`),
	});
});

test.each([
	['a rule means one of them', "protect(['/signup'])", 'guards /signup by its name', ''],
	[
		'options are used twice',
		"protect('/', options), protect('/a', options)",
		'used twice',
		'const options = {};',
	],
	[
		'its exceptions are used twice',
		"protect('/', { except: open }), other(open)",
		'something else',
		"const open = ['/'];",
	],
])('refused where %s', (_, rule, reason, more) => {
	expect(open(rule, more)).toMatchObject({ kind: 'refused', reason: expect.stringContaining(reason) });
});

test.each([
	['no rule closes them', "protect('/admin')", ''],
	['what is open is computed, and may be anything', "protect('/', { except: open() })", ''],
	['they are open already', `protect('/', { except: [${ours}] })`, ''],
])('nothing where %s', (_, rule, more) => {
	expect(open(rule, more)).toMatchObject({ kind: 'unchanged' });
});
