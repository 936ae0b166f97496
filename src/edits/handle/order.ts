import { Node } from 'ts-morph';
import { reachable } from '../../syntax/bindings.ts';
import { makesLocals as makesLocalsIn } from '../../syntax/tree/locals.ts';
import { unwrap } from '../../syntax/unwrap.ts';

/**
 * What a handle must do before the auth handle runs, told by the words of its name: tracing
 * wraps everything behind it, start-up opens what others use, and a limit that stood behind sign-in would not limit
 * sign-in.
 */
const firstWords = new Set([
	'sentry',
	'otel',
	'opentelemetry',
	'telemetry',
	'tracing',
	'trace',
	'init',
	'initialize',
	'initialise',
	'startup',
	'bootstrap',
	'connect',
	'connection',
	'db',
	'database',
	'mongo',
	'mongoose',
	'pool',
	'limit',
	'limiter',
	'ratelimit',
	'log',
	'logger',
	'logging',
]);

/** Words that take a handle out of the row again: `dbSession` and `guardLimits` want to know who is there. */
const laterWords = new Set([
	'auth',
	'session',
	'user',
	'guard',
	'protect',
	'authorize',
	'authorise',
	'cleanup',
]);

/** Whether a member of `sequence(...)`, or a whole `handle`, stays in front of ours. */
export const staysFirst = (member: Node): boolean => staysFirstByName(nameOf(unwrap(member)));

/**
 * Whether a handle of this file makes `event.locals` anew. `sequence` hands each handle a copy of the event, so what ours
 * put on locals in front of it would be gone.
 */
export function makesLocals(member: Node): boolean {
	return reachable([unwrap(member)]).some((node) => makesLocalsIn(node.compilerNode));
}

/** The same by its name, with a blank in the place of dots. */
export function staysFirstByName(name: string): boolean {
	const words = name
		.replace(/([a-z0-9])([A-Z])/g, '$1 $2')
		.toLowerCase()
		.split(/[^a-z0-9]+/);
	return words.some((word) => firstWords.has(word)) && !words.some((word) => laterWords.has(word));
}

/** `Sentry.sentryHandle()` and `initDb` have a name; an arrow function has none. */
function nameOf(node: Node): string {
	if (Node.isCallExpression(node)) return nameOf(node.getExpression());
	if (Node.isPropertyAccessExpression(node)) return `${nameOf(node.getExpression())} ${node.getName()}`;
	return Node.isIdentifier(node) ? node.getText() : '';
}
