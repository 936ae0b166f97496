/** What Windows says while another program holds a file open: an indexer, an antivirus, an editor, most often for milliseconds. */
const held = new Set(['EPERM', 'EACCES', 'EBUSY']);

/** Milliseconds between tries: about two seconds in all. */
const pauses = [10, 20, 50, 100, 200, 300, 400, 500, 500];

/**
 * Runs a file operation, on Windows again and again while somebody holds the file. Elsewhere these errors mean what they say.
 *
 * @param sleep milliseconds; blocks, since nothing else of this process may run between two operations
 * @throws what the last try threw
 */
export function patient(
	operation: () => void,
	platform: NodeJS.Platform = process.platform,
	sleep: (ms: number) => void = block,
): void {
	for (const pause of platform === 'win32' ? pauses : []) {
		try {
			operation();
			return;
		} catch (error) {
			if (!held.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
		}
		sleep(pause);
	}
	operation();
}

const block = (ms: number): void => {
	Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
};
