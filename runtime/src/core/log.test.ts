import { AdapterError, SessionTokenError } from '@auth/core/errors';
import type { LoggerInstance } from '@auth/core/types';
import { describe, expect, test, vi } from 'vitest';
import { coreLogger, createLogger } from './log.js';
import { quietLogger } from './testing/fixtures.test.helper.js';

test('what the core hands to debug keeps its shape and loses its values, at any depth and under any name', () => {
	const logger = quietLogger();
	const secret = { provider: { type: { error: { scope: { action: { method: { error: 'hunter2' } } } } } } };
	coreLogger(logger, 'jwt').debug('a message', {
		method: 'POST',
		password: 'hunter2',
		list: ['hunter2'],
		secret,
	});
	const [[message, shown]] = logger.debug.mock.calls as [[string, object]];
	expect(message).toBe('a message');
	expect(shown).toMatchObject({ method: 'POST', password: '[string]', list: ['[string]'] });
	expect(JSON.stringify(shown)).not.toContain('hunter2');
});

describe('the default logger, of a table that is missing', () => {
	const printed = (error: Error) => {
		const log = vi.spyOn(console, 'error').mockReturnValue();
		createLogger({}).error(error);
		const text = log.mock.calls.join('\n');
		log.mockRestore();
		return text;
	};
	const adapterError = (err: Error) => new AdapterError(err.message, { cause: { err } });
	const wrapped = (message: string) => new Error('Failed query: select', { cause: new Error(message) });

	test.each([
		['SQLite', new Error('SQLITE_ERROR: no such table: user')],
		['PostgreSQL behind Drizzle', wrapped('relation "user" does not exist')],
		['MySQL', wrapped("Table 'app.user' doesn't exist")],
		['Prisma', new Error('The table `main.User` does not exist in the current database.')],
		['Prisma by its code', Object.assign(new Error('?'), { code: 'P2021' })],
	])('%s: says how to make it', (_, cause) => {
		expect(printed(adapterError(cause))).toContain('npm run db:push');
		expect(printed(new SessionTokenError('', { cause: { err: adapterError(cause) } }))).toContain(
			'npm run db:push',
		);
	});

	test.each([
		['a column', new Error('column "image" of relation "user" does not exist')],
		['a database that is down', new Error('connect ECONNREFUSED')],
		['a file', new Error('the file does not exist')],
	])('%s: says nothing', (_, cause) => {
		expect(printed(adapterError(cause))).not.toContain('db:push');
	});
});

describe('the default logger, of an error that comes with every request', () => {
	const downFor = (
		logger: LoggerInstance,
		times: number,
		message = 'connect ECONNREFUSED 127.0.0.1:5432',
	) => {
		const cause = { err: new Error(message) };
		for (let time = 0; time < times; time++) logger.error(new SessionTokenError(message, { cause }));
	};
	const lines = (log: { mock: { calls: unknown[][] } }) =>
		log.mock.calls.map(([line]) => String(line)).filter((line) => !line.startsWith('[auth] cause'));

	test('prints the first five of ten seconds, and tells with the next how many were left out', () => {
		vi.useFakeTimers();
		const log = vi.spyOn(console, 'error').mockReturnValue();
		try {
			const logger = createLogger({});
			downFor(logger, 1_000);
			expect(lines(log)).toHaveLength(5);
			vi.advanceTimersByTime(9_999);
			downFor(logger, 1);
			expect(lines(log)).toHaveLength(5);
			vi.advanceTimersByTime(1);
			downFor(logger, 1);
			expect(lines(log)[5]).toMatch(/^\[auth\] SessionTokenError: .*ECONNREFUSED.* \(and 996 more like it /);
			vi.advanceTimersByTime(60_000);
			downFor(logger, 1);
			expect(lines(log)[6]).not.toContain('more like it');
		} finally {
			log.mockRestore();
			vi.useRealTimers();
		}
	});

	test('prints each other error, and every one for a logger of the application', () => {
		const log = vi.spyOn(console, 'error').mockReturnValue();
		try {
			downFor(createLogger({}), 7);
			downFor(createLogger({}), 2, 'the database system is starting up');
			createLogger({}).error(new Error('connect ECONNREFUSED 127.0.0.1:5432'));
			expect(
				lines(log)
					.filter((line) => line.startsWith('[auth] '))
					.map((line) => line.slice(7, 24)),
			).toEqual([...Array(7).fill('SessionTokenError'), 'Error: connect EC']);
			const error = vi.fn();
			downFor(createLogger({ logger: { error } }), 30);
			expect(error).toHaveBeenCalledTimes(30);
		} finally {
			log.mockRestore();
		}
	});

	test('remembers no more than a hundred kinds', () => {
		const log = vi.spyOn(console, 'error').mockReturnValue();
		try {
			const logger = createLogger({});
			downFor(logger, 6, 'first');
			for (let kind = 0; kind < 99; kind++) downFor(logger, 1, `kind ${kind}`);
			expect(lines(log)).toHaveLength(5 + 99);
			downFor(logger, 1, 'first');
			expect(lines(log)).toHaveLength(5 + 99);
			downFor(logger, 1, 'kind 99');
			downFor(logger, 1, 'first');
			expect(lines(log)).toHaveLength(5 + 99 + 2);
		} finally {
			log.mockRestore();
		}
	});
});
