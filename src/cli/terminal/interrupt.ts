const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs work during which Ctrl-C (or another polite end) stops nothing by itself: the work is told by an AbortSignal, so
 * that it can take back what it did.
 */
export async function interruptible<T>(work: (interrupt: AbortSignal) => Promise<T>): Promise<T> {
	const interrupt = new AbortController();
	const onSignal = () => interrupt.abort();
	for (const signal of signals) process.on(signal, onSignal);
	try {
		return await work(interrupt.signal);
	} finally {
		for (const signal of signals) process.off(signal, onSignal);
	}
}
