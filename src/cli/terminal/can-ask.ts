/** Questions may be asked only on a terminal, and never when the caller wants data or said yes to everything. */
export const canAsk = (options: { yes: boolean; json: boolean }): boolean =>
	!options.yes && !options.json && process.stdin.isTTY === true && process.stderr.isTTY === true;
