import { expect, test, vi } from 'vitest';
import { patient } from './patience.ts';

const failing = (code: string, times: number) => {
	const tried = vi.fn(() => {
		if (tried.mock.calls.length <= times) throw Object.assign(new Error(code), { code, syscall: 'rename' });
	});
	return tried;
};

test.for(['EPERM', 'EACCES', 'EBUSY'])('%s on Windows: tried until the file is free', (code) => {
	const [tried, sleep] = [failing(code, 3), vi.fn()];
	patient(tried, 'win32', sleep);
	expect(tried).toHaveBeenCalledTimes(4);
	expect(sleep.mock.calls).toEqual([[10], [20], [50]]);
});

test('a file that stays held is given up after about two seconds, with its own error', () => {
	const [tried, sleep] = [failing('EBUSY', Number.POSITIVE_INFINITY), vi.fn()];
	expect(() => patient(tried, 'win32', sleep)).toThrow('EBUSY');
	const slept = sleep.mock.calls.reduce((sum, [ms]) => sum + ms, 0);
	expect(slept).toBeGreaterThan(1_500);
	expect(slept).toBeLessThan(2_500);
});

test.for([
	['win32', 'ENOENT'],
	['linux', 'EACCES'],
	['darwin', 'EPERM'],
] as const)('on %s %s is said at once', ([platform, code]) => {
	const [tried, sleep] = [failing(code, 1), vi.fn()];
	expect(() => patient(tried, platform, sleep)).toThrow(code);
	expect(tried).toHaveBeenCalledTimes(1);
	expect(sleep).not.toHaveBeenCalled();
});

test('it really waits', () => {
	const before = performance.now();
	patient(failing('EBUSY', 2), 'win32');
	expect(performance.now() - before).toBeGreaterThan(25);
});
