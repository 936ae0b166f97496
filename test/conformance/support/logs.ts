// biome-ignore-all lint/suspicious/noConsole: what an application writes there is kept, too.

import { AsyncLocalStorage } from 'node:async_hooks';
import { inspect } from 'node:util';
import type { LoggerInstance } from '@auth/core/types';

/** A line of the log, with everything that a logger could print of it: causes, stacks, own properties. */
export interface LogLine {
	level: 'error' | 'warn' | 'debug';
	/** Name of the error or the code: `CallbackRouteError`, `csrf-disabled`. */
	type: string;
	text: string;
	/** By the configuration's own logger, or by the console. */
	by: 'logger' | 'console';
}

const everything = (values: readonly unknown[]): string =>
	values.map((value) => (typeof value === 'string' ? value : inspect(value, { depth: 12 }))).join(' ');

/** A logger for a configuration, which writes down what it is told. */
export function recordingLogger(lines: LogLine[]): LoggerInstance {
	const keep = (level: LogLine['level'], type: string, values: readonly unknown[]) =>
		lines.push({ level, type, text: everything(values), by: 'logger' });
	return {
		error: (error) => keep('error', (error as { type?: string }).type ?? error.name, [error]),
		warn: (code) => keep('warn', code, [code]),
		debug: (message, metadata) => keep('debug', message, [message, metadata]),
	};
}

const listeners = new AsyncLocalStorage<LogLine[]>();
const levels = { error: 'error', warn: 'warn', info: 'debug', log: 'debug', debug: 'debug' } as const;

/** Runs a piece of an application: what it writes to the console is kept, and nobody else's is. */
export function withConsole<T>(lines: LogLine[], run: () => T): T {
	return listeners.run(lines, run);
}

for (const [method, level] of Object.entries(levels) as [keyof typeof levels, LogLine['level']][]) {
	const original = console[method].bind(console);
	console[method] = (...values: unknown[]) => {
		const lines = listeners.getStore();
		if (!lines) return original(...values);
		lines.push({ level, type: String(values[0]), text: everything(values), by: 'console' });
	};
}

const ours = console.error;

/** The runtime leaves out what it has printed often, and begins anew for whoever takes the console's place. */
export function freshConsole(): void {
	console.error = (...values: unknown[]) => ours(...values);
}
