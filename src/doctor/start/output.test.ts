import { expect, test } from 'vitest';
import { diagnosis } from '../diagnosis.ts';
import { complaint, shown, withLog } from './output.ts';
import type { Started } from './process.ts';

const printed = (...lines: string[]): Started => ({
	output: () => lines.join('\n'),
	code: () => undefined,
	ended: Promise.resolve(),
	end: async () => {},
});
const trial = { port: 1, secret: '', origin: '', hidden: ['hunter2', 'postgres://ada:hush@db/app'] };
const found = diagnosis('sign-in-fails', {
	title: 'Signing in does not sign in',
	cause: '',
	evidence: [],
	mend: { text: '' },
});
const logOf = (server: Started, one = found) =>
	withLog(one, server, trial).evidence.map((evidence) => ('says' in evidence ? evidence.says : undefined));

test('what is given, or stands in an env file, is not printed again', () => {
	const server = printed(
		'[auth][error] no such person: {"password":"hunter2"}',
		'Error: connect postgres://ada:hush@db/app',
	);
	for (const text of [shown(server, trial), complaint(server, trial), ...logOf(server)])
		expect(text).not.toMatch(/hunter2|hush/);
	expect(complaint(server, trial)).toContain('connect ...');
});

test('a complaint begins with the first error, without colours and without the stack', () => {
	const text = complaint(
		printed(
			'\u001b[32mtransforming (12)\u001b[0m',
			'\u001b[31merror during build:\u001b[0m',
			'TypeError: locals.auth is not a function',
			'    at load (src/routes/+layout.server.ts:4:33)',
			'}',
		),
		trial,
	);
	expect(text).toBe('error during build: | TypeError: locals.auth is not a function');
});

test('a complaint without an error is the end of what was printed', () => {
	const lines = Array.from({ length: 40 }, (_, index) => `line ${index}`);
	expect(complaint(printed(...lines), trial)).toBe(lines.slice(-12).join(' | '));
});

test('of a log the lines of sign-in count, errors before warnings, each once', () => {
	expect(
		logOf(
			printed(
				'TypeError: something else',
				'[auth][warn] a warning',
				'[auth][error] AccessDenied',
				'[auth][error] AccessDenied',
			),
		),
	).toEqual(['[auth][error] AccessDenied']);
	expect(logOf(printed('[auth][warn] a warning', 'Error: no'))).toEqual(['[auth][warn] a warning']);
	expect(logOf(printed("  name: 'NitroViteError',", '  at x', 'TypeError: no such account'))).toEqual([
		'TypeError: no such account',
	]);
});

test('findings that no log explains stay as they are', () => {
	const one = { ...found, code: 'guard-open' as const };
	expect(withLog(one, printed('[auth][error] x'), trial)).toBe(one);
});
