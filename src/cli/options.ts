/** Options that every command takes (design 5), as commander hands them over. */
export interface CommonOptions {
	cwd: string;
	yes: boolean;
	dryRun: boolean;
	json: boolean;
	install: boolean;
	skipRefused: boolean;
	allowDirty: boolean;
	verbose: boolean;
}

export interface InitOptions extends CommonOptions {
	framework?: string;
	/** Ids as typed; undefined when the flag is missing. */
	providers?: string[];
	protect?: string[];
	basePath?: string;
	alongside: boolean;
}

/** `protect-route` and `unprotect-route`. */
export interface ProtectOptions extends CommonOptions {
	path: boolean;
	page: boolean;
	/** Files with server functions, `src/lib/orders.remote.ts` or with `#name`. */
	function?: string[];
	except?: string[];
	role?: string;
	when?: string;
	force: boolean;
}

/** `routes`, which only reads. */
export interface RoutesOptions extends Pick<CommonOptions, 'cwd' | 'json' | 'verbose'> {
	failOn?: string[];
}

/** Questions may be asked only on a terminal, and never when the caller wants data or said yes to everything. */
export const canAsk = (options: CommonOptions): boolean =>
	!options.yes && !options.json && process.stdin.isTTY === true && process.stderr.isTTY === true;
