import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs synchronous work that Ctrl-C can not cut in half. Without a listener the system ends the process at
 * once, whatever runs; with one, Node waits until the work is done. Afterwards the signal takes its usual effect.
 */
export async function uninterrupted<T>(work: () => T): Promise<T> {
	const caught = new Set<NodeJS.Signals>();
	const note = (signal: NodeJS.Signals) => caught.add(signal);
	for (const signal of SIGNALS) process.on(signal, note);
	try {
		return work();
	} finally {
		// Signals are handed over when the event loop turns, not before.
		await new Promise((resolve) => setImmediate(resolve));
		for (const signal of SIGNALS) process.off(signal, note);
		for (const signal of caught) {
			// A listener of the caller's has seen it already.
			if (process.listenerCount(signal) === 0) endBy(signal);
		}
	}
}

/** Ends this process by a signal, as a shell expects it. Windows has none, and would end it with 1. */
export function endBy(signal: NodeJS.Signals, platform: NodeJS.Platform = process.platform): void {
	if (platform === 'win32') process.exit(128 + constants.signals[signal]);
	process.kill(process.pid, signal);
}
