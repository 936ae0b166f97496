import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shellWord } from './shell.ts';

describe('shellWord', () => {
	test.for([
		['/account', '/account'],
		['src/lib/data.remote.ts#getAll', 'src/lib/data.remote.ts#getAll'],
		['/blog/[slug]', "'/blog/[slug]'"],
		['my app', "'my app'"],
		["it's", "'it'\\''s'"],
		['$(touch x)', "'$(touch x)'"],
		['"; touch x; "', `'"; touch x; "'`],
		['-rf', "'-rf'"],
		['=ls', "'=ls'"],
		['#x', "'#x'"],
		['a\\b', "'a\\b'"],
		['', "''"],
		['two\nlines', "$'two\\012lines'"],
		["\u001b[2J'\\", "$'\\033[2J\\'\\\\'"],
		['\u009b', "$'\\302\\233'"],
	] as const)('%j in sh', ([text, word]) => {
		expect(shellWord(text, 'linux')).toBe(word);
	});

	test.for([
		['C:\\Users\\ada', 'C:\\Users\\ada'],
		['my app', '"my app"'],
		['a & calc', '"a & calc"'],
		["it's", `"it's"`],
		['$(calc)', '"?(calc)"'],
		['%PATH%', '"?PATH?"'],
		['x\u201d; calc', '"x?; calc"'],
		['my app\\', '"my app\\\\"'],
	] as const)('%j on Windows', ([text, word]) => {
		expect(shellWord(text, 'win32')).toBe(word);
	});

	test.runIf(process.platform !== 'win32')('a shell gets back what went in', () => {
		const unit = fc.constantFrom(
			...'ab \'"\\$`!*?[]{}()<>|&;#~=-%,^\t\n\r',
			'\u001b',
			'\u009b',
			'é',
			'👩',
			'\u202e',
		);
		const texts = fc.sample(fc.string({ unit, maxLength: 12 }), { numRuns: 200, seed: 1 });
		const words = texts.map((text) => shellWord(text, 'linux'));
		const printed = execFileSync('bash', ['-c', `printf '%s\\0' ${words.join(' ')}`], { encoding: 'utf8' });
		expect(printed.split('\0').slice(0, -1)).toEqual(texts);
		for (const word of words) expect(word).not.toMatch(/[^\P{Cc}]|[\u202a-\u202e]/u);
	});
});
