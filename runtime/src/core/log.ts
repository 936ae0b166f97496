// biome-ignore-all lint/suspicious/noConsole: the one file that writes to the console. Everything else goes through
// the logger, which the user can replace.

import type { AuthConfig } from '@auth/core';
import { AuthError } from '@auth/core/errors';
import type { LoggerInstance } from '@auth/core/types';
import { providerAnswer } from './said.js';

/** A database that is down makes an error of every request: this many of a kind are printed in this time. */
const [mostOfAKind, spanMs] = [5, 10_000];
/** Kinds hold messages, and those can be anything. */
const mostKinds = 100;
const printed = new Map<string, { since: number; count: number }>();
/** Whoever takes the console's place, a test or a collector of logs, gets to see the first ones again. */
let sink: typeof console.error | undefined;

/**
 * How many of this kind were left out before, and counts this one; undefined when it is to be left out, too. No timer:
 * what was left out is told with the next one, in whatever process lives that long.
 */
export function leftOut(kind: string, now = Date.now()): number | undefined {
	if (sink !== console.error) {
		sink = console.error;
		printed.clear();
	}
	const last = printed.get(kind);
	if (last && Math.abs(now - last.since) < spanMs) {
		last.count++;
		return last.count > mostOfAKind ? undefined : 0;
	}
	printed.delete(kind);
	if (printed.size >= mostKinds) printed.delete([...printed.keys()][0] as string);
	printed.set(kind, { since: now, count: 1 });
	return last ? Math.max(0, last.count - mostOfAKind) : 0;
}

const createTables =
	'The database has no such table. Create the tables, for example with `npm run db:push`, unless this is the wrong database';

/** As SQLite, PostgreSQL, MySQL and Prisma say it. An adapter wraps what its driver throws, and the core that. */
function lacksTable(thrown: unknown, depth = 0): boolean {
	if (!(thrown instanceof Error) || depth > 5) return false;
	const { code, message, cause } = thrown as Error & { code?: unknown; cause?: { err?: unknown } };
	const said =
		/no such table|(?<! of )relation "[^"]*" does not exist|table [`'][^`']*[`'] does(n't| not) exist/i;
	return code === 'P2021' || said.test(message) || lacksTable(cause?.err ?? cause, depth + 1);
}

const defaultLogger: LoggerInstance = {
	error(error) {
		const type = error instanceof AuthError ? error.type : error.name;
		const cause = (error.cause ?? {}) as { err?: unknown; provider?: unknown };
		const { err } = cause;
		const before = leftOut(`${type}: ${error.message} ${asError(err).message}`);
		if (before === undefined) return;
		const more = before > 0 ? ` (and ${before} more like it that were not printed)` : '';
		console.error(`[auth] ${type}: ${error.message}${more}`);
		const answer = cause.provider === undefined ? '' : providerAnswer(cause);
		if (answer) console.error(`[auth] "${cause.provider}" answered: ${answer}`);
		if (err instanceof Error) console.error(`[auth] cause: ${err.stack}`);
		if (lacksTable(error)) console.error(`[auth] ${createTables}`);
		// The core's own errors say what to do; a stack of a wrong password or a missing variable helps nobody.
		else if (!(error instanceof AuthError)) console.error(error.stack ?? '');
	},
	warn(code) {
		console.warn(`[auth] ${code}`);
	},
	debug(message, metadata) {
		console.debug(`[auth] ${message}`, metadata ?? '');
	},
};

/**
 * The logger of a config: the user's methods over the console.
 *
 * Specification: section 2.5 (`logger`, `debug`).
 */
export function createLogger(config: Pick<AuthConfig, 'logger' | 'debug'>): LoggerInstance {
	const { error, warn, debug } = config.logger ?? {};
	return {
		error: error ?? defaultLogger.error,
		warn: warn ?? defaultLogger.warn,
		debug: debug ?? (config.debug ? defaultLogger.debug : () => {}),
	};
}

/**
 * The logger as the core gets it. Anybody can send a cookie that is no session: for that the core logs an error with
 * a stack each time, and here it is a matter for `debug`. What the core hands to `debug` holds passwords, tokens and
 * whole rows of users: their values are struck out.
 */
export function coreLogger(logger: LoggerInstance, strategy: 'jwt' | 'database'): LoggerInstance {
	return {
		warn: logger.warn,
		debug: (message, metadata) => logger.debug(message, strikeOut(metadata)),
		error(error) {
			const isWorthless = strategy === 'jwt' && (error as Partial<AuthError>).type === 'SignOutError';
			if (!isWorthless) return logger.error(error);
			logger.debug('Session cookie could not be read at sign-out.', {});
		},
	};
}

/** Keeps what a message is about, and the shape of it: names, and words that are no secret. */
function strikeOut(value: unknown, name = '', depth = 0): unknown {
	if (typeof value === 'object' && value !== null) {
		// Deeper down nothing is shown, whatever it is called.
		if (depth === 6) return '[object]';
		if (Array.isArray(value)) return value.map((item) => strikeOut(item, name, depth + 1));
		const entries = Object.entries(value).map(([key, item]) => [key, strikeOut(item, key, depth + 1)]);
		return Object.fromEntries(entries);
	}
	const harmless =
		/^(method|provider|type|scope|token_type|action|error|error_description|expires(_at|_in)?)$/.test(name);
	return harmless || value === null || value === undefined ? value : `[${typeof value}]`;
}

/** Warns with a sentence. The core types only its own codes, and its list is closed. */
export function warn(logger: LoggerInstance, message: string): void {
	(logger.warn as (message: string) => void)(message);
}

/** Anything thrown, as an Error. */
export function asError(thrown: unknown): Error {
	return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** One of the core's error classes around what was thrown, in the shape that its loggers know how to print. */
export function wrapError<T>(
	ErrorClass: new (message: string, options: { cause: { err: Error } }) => T,
	thrown: unknown,
): T {
	const err = asError(thrown);
	return new ErrorClass(err.message, { cause: { err } });
}
