import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Framework } from '../../framework.ts';
import { parse } from '../../syntax/source.ts';
import { addRule } from './add.ts';
import { rulesIn } from './index.ts';
import { removeRule } from './remove.ts';
import type { RuleRequest } from './request.ts';

const kit = `import { hasRole, protect } from '@authgraft/runtime/sveltekit';
import { sequence } from '@sveltejs/kit/hooks';
import { handle as authHandle } from './auth';
`;
const solid = `import { authMiddleware, protect } from '@authgraft/runtime/solid-start';
import { createMiddleware } from '@solidjs/start/middleware';
import { authConfig } from './auth';
`;
const read = (text: string, framework: Framework = 'sveltekit') =>
	rulesIn(parse('hooks.server.ts', text), framework);

const plain = { computed: false, except: [], condition: false, remoteFunctions: false, runs: true };

test('a rule says what it guards, with which options, and where', () => {
	const text = `${kit}
const area = '/x';
const guarded = ['/a', area] as const;
export const handle = sequence(
	authHandle,
	protect(guarded),
	protect('/b', { allow: hasRole('admin'), except: '/b/open', remoteFunctions: 'deny' }),
	sequence(theirs, protect(\`/c\`)),
);
`;
	expect(read(text)).toEqual([
		{ ...plain, patterns: ['/a', '/x'], line: 9 },
		{
			...plain,
			patterns: ['/b'],
			except: ['/b/open'],
			condition: true,
			allow: "hasRole('admin')",
			remoteFunctions: true,
			line: 10,
		},
		{ ...plain, patterns: ['/c'], line: 11 },
	]);
});

test('what cannot be seen is no promise', () => {
	const text = `${kit}export const handle = sequence(authHandle, protect(paths), protect(['/a', ...more], options));\n`;
	expect(read(text)).toEqual([
		{ ...plain, patterns: undefined, computed: true, line: 4 },
		{ ...plain, patterns: ['/a'], computed: true, except: undefined, condition: true, line: 4 },
	]);
});

describe('a rule that does not run on every request says so', () => {
	test.each([
		[
			'const unused = protect("/a");\nexport const handle = authHandle;',
			'is not part of what runs on a request',
		],
		[
			'export const handle = sequence(protect("/a"), authHandle);',
			'stands before the auth handle, so it answers everybody with an error',
		],
		[
			'export const handle = protect("/a");',
			'runs without the auth handle, so it answers everybody with an error',
		],
		[
			'export const handle = sequence(authHandle, dev ? own : protect("/a"));',
			'runs only when the code around it calls it',
		],
		[
			'export const handle = sequence(authHandle, ...(dev ? [] : [protect("/a")]));',
			'runs only when the code around it calls it',
		],
		[
			'const guard = protect("/a");\nexport const handle = (input) => guard(input);',
			'runs only when the code around it calls it',
		],
		[
			'let guard = protect("/a");\nguard = own;\nexport const handle = sequence(authHandle, guard);',
			'runs only when the code around it calls it',
		],
	])('%s', (text, problem) => {
		expect(read(`${kit}${text}\n`)).toMatchObject([{ patterns: ['/a'], runs: false, problem }]);
	});

	test.each([
		[
			'export default createMiddleware({ onRequest: [protect("/a"), authMiddleware(authConfig)] });',
			'stands before the auth handle, so it answers everybody with an error',
		],
		[
			'protect("/a");\nexport default createMiddleware({ onRequest: authMiddleware(authConfig) });',
			'is not part of what runs on a request',
		],
		[
			'const options = { onRequest: [authMiddleware(authConfig), protect("/a")] };\noptions.onRequest = [];\nexport default createMiddleware(options);',
			'runs only when the code around it calls it',
		],
	])('%s', (text, problem) => {
		expect(read(`${solid}${text}\n`, 'solid-start')).toMatchObject([
			{ patterns: ['/a'], runs: false, problem },
		]);
	});
});

test.each([
	'const guard = protect("/a");\nexport const handle = sequence(authHandle, own, guard);',
	'const first = sequence(authHandle, protect("/a"));\nexport { first as handle };',
	'const ours = [authHandle, protect("/a")];\nexport const handle = sequence(...ours);',
	'export const handle = sequence((input) => authHandle(input), protect("/a"));',
])('runs: %s', (text) => {
	expect(read(`${kit}${text}\n`)).toMatchObject([{ patterns: ['/a'], runs: true }]);
});

test('other functions of that name, and hidden ones, are no rules', () => {
	expect(read("import { protect } from './own';\nexport const handle = protect('/a');\n")).toEqual([]);
	expect(read(`${kit}function f(protect) { protect('/a'); }\n`)).toEqual([]);
});

test('a condition tells which of its names the file has to import', () => {
	const text = `${kit}export const handle = sequence(authHandle);\n`;
	const when = 'isMember(session.user.id) && [1].some((one) => one > Number(session.user.level))';
	const request: RuleRequest = {
		framework: 'sveltekit',
		authModule: './auth',
		patterns: ['/a'],
		condition: { when },
	};
	expect(addRule('hooks.server.ts', text, request)).toMatchObject({
		kind: 'edited',
		text: text.replace('authHandle);', `authHandle, protect(['/a'], { allow: (session) => ${when} }));`),
		notes: ['The condition uses `isMember`, which this file does not have yet: import it.'],
	});
});

describe('removing what was added gives the file back', () => {
	const root = join(import.meta.dirname, '../../../test/fixtures/edits/rules/add');
	// Others were there before, are covered by a broader rule, or keep remote functions closed; and what was one handle
	// or one string has become a list, and stays one.
	const others = new Set([
		...['h-all-options', 'h-broader-without-condition', 'h-list-empty', 'h-options-computed'],
		...['h-remote-functions', 'h-rule-before-auth', 'h-some-covered', 'h-when-object', 's-parameter-covers'],
	]);
	const reshaped = /reexport|taken|value|listed-(?:import|constant)|alone|single|same|(?:^h-|-)spread/;
	for (const name of readdirSync(root)) {
		if (reshaped.test(name) || others.has(name)) continue;
		const files = readdirSync(join(root, name));
		const input = files.find((file) => file.startsWith('input.')) as string;
		if (!files.some((file) => file.startsWith('output.'))) continue;
		const asked = files.includes('request.json')
			? JSON.parse(readFileSync(join(root, name, 'request.json'), 'utf8'))
			: {};
		const request = { framework: 'sveltekit', authModule: './auth', patterns: ['/dashboard'], ...asked };
		test(name, () => {
			const before = readFileSync(join(root, name, input), 'utf8');
			const added = addRule(input, before, request);
			if (added.kind !== 'edited') throw new Error(added.reason);
			const removed = removeRule(input, added.text, request);
			expect(removed.kind === 'edited' ? removed.text : removed).toEqual(before);
		});
	}
});
