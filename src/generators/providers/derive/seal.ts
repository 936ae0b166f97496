import dgram from 'node:dgram';
import { builtinModules, createRequire, syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

/**
 * Built-in modules that reach no other machine and no other process, or that `--permission` watches. All others are
 * sealed, those of future versions among them.
 */
const harmless =
	/^(?:_stream_\w+|assert(?:\/strict)?|async_hooks|buffer|console|constants|crypto|diagnostics_channel|events|fs(?:\/promises)?|module|os|path(?:\/\w+)?|perf_hooks|process|punycode|querystring|readline(?:\/promises)?|repl|stream(?:\/\w+)?|string_decoder|sys|test(?:\/\w+)?|timers(?:\/promises)?|tty|url|util(?:\/types)?|vm|zlib)$/;

/** Up to Node.js 23.4 the list of built-in modules leaves out those that are to be had with `node:` only. */
const withPrefixOnly = ['node:sea', 'node:sqlite', 'node:test', 'node:test/reporters'];

/** Signals, also as a debugger's; native code; what becomes another program. */
const ofProcess = [
	'kill',
	'_kill',
	'_debugProcess',
	'_debugEnd',
	'binding',
	'_linkedBinding',
	'dlopen',
	'execve',
];

/** What makes a connection of a pipe that is one already. */
const ofHandles = ['connect', 'connect6', 'bind', 'bind6', 'listen', 'open', 'fchmod'];

/** A constructor too, for classes that extend what is gone. */
function refused(): never {
	throw new Error('not to be had while providers are asked for their names');
}

/**
 * Takes away what `--permission` leaves to foreign code in this process: the network (before Node.js 25), signals to
 * other processes, databases in files, loader threads with a fresh set of modules. To be called before foreign code is
 * loaded. A seat belt: the modules stay importable, and what Node.js keeps to itself is out of reach.
 */
export function seal(): void {
	// Made when first asked for, by functions that are gone then.
	for (const { _handle } of [process.stdout, process.stderr] as { _handle?: object }[]) {
		for (let one = _handle; one && one !== Object.prototype; one = Object.getPrototypeOf(one))
			replace(one, ofHandles);
	}
	replace(process, ofProcess);
	replace(globalThis, ['fetch', 'WebSocket', 'EventSource']);
	// Instances are to be had without their class, and everything that connects does so here.
	replace(net.Socket.prototype, ['connect']);
	replace(net.Server.prototype, ['listen']);
	replace(dgram.Socket.prototype, ['bind', 'connect', 'send']);
	const require = createRequire(import.meta.url);
	replace(require('node:module'), ['register']);
	const names = [...builtinModules, ...withPrefixOnly].filter(
		(name) => !harmless.test(name.replace(/^node:/, '')),
	);
	// All are loaded before the first is sealed: they use each other.
	for (const exported of names.flatMap((name) => load(require, name) ?? []))
		replace(exported, Object.keys(exported), /^isIP/);
	syncBuiltinESMExports();
}

/** Replaces functions where they stand; what is no function stays. */
function replace(target: object, names: readonly string[], except?: RegExp): void {
	for (const name of names) {
		const value = Object.getOwnPropertyDescriptor(target, name)?.value;
		const isGlobal = target === globalThis && name in target;
		if ((typeof value !== 'function' && !isGlobal) || except?.test(name)) continue;
		Object.defineProperty(target, name, { value: refused, configurable: true, writable: true });
	}
}

/** Undefined where this Node.js has no such module, or refuses it by itself. */
function load(require: NodeJS.Require, name: string): object | undefined {
	try {
		return require(name);
	} catch {
		return undefined;
	}
}
