import { afterEach, expect, test, vi } from 'vitest';
import { endBy } from './signals.ts';

afterEach(() => vi.restoreAllMocks());

test.for([
	['SIGINT', 130],
	['SIGTERM', 143],
	['SIGHUP', 129],
] as const)('%s ends a process of Windows with %i', ([signal, code]) => {
	const exit = vi.spyOn(process, 'exit').mockImplementation((() => undefined) as never);
	vi.spyOn(process, 'kill').mockReturnValue(true);
	endBy(signal, 'win32');
	expect(exit).toHaveBeenCalledWith(code);
});

test('elsewhere by the signal itself', () => {
	const exit = vi.spyOn(process, 'exit').mockImplementation((() => undefined) as never);
	const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
	endBy('SIGINT', 'darwin');
	expect(kill).toHaveBeenCalledWith(process.pid, 'SIGINT');
	expect(exit).not.toHaveBeenCalled();
});
