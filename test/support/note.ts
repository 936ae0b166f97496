const start = performance.now();

/** One line at once: vitest shows nothing of a file before its last test, and hosts take minutes. */
export function note(text: string): void {
	process.stderr.write(`   ${((performance.now() - start) / 1000).toFixed(0).padStart(3)} s  ${text}\n`);
}
