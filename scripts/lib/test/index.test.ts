import { expect, test } from 'vitest';
import { closingLine } from './index.ts';

const file = (status: string, ...tests: string[]) => ({
	status,
	assertionResults: tests.map((one) => ({ status: one })),
});

test('adds up passed and failed tests', () => {
	const testResults = [file('failed', 'passed', 'failed'), file('passed', 'passed')];
	expect(closingLine({ numPassedTests: 2, numFailedTests: 1, testResults }, 1)).toBe('2 passed, 1 failed');
	expect(closingLine({ numPassedTests: 3, numFailedTests: 0, testResults: [] }, 0)).toBe(
		'3 passed, 0 failed',
	);
});

test('counts a file that failed without a failed test', () => {
	const testResults = [file('failed', 'passed', 'failed'), file('failed', 'skipped'), file('failed')];
	expect(closingLine({ numPassedTests: 1, numFailedTests: 1, testResults }, 1)).toBe('1 passed, 3 failed');
});

test('never says that nothing failed when vitest failed', () => {
	expect(closingLine({ numPassedTests: 5, numFailedTests: 0, testResults: [] }, 1)).toBe(
		'5 passed, 1 failed',
	);
	expect(closingLine(null, null)).toBe('0 passed, 1 failed');
});
