/** Options that every command takes, as commander hands them over. */
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

/** `add-provider`. */
export interface AddProviderOptions extends CommonOptions {
	/** An id of the application's own, for a second provider of one kind. */
	id?: string;
	clientId?: string;
	issuer?: string;
	/** Read `NAME=value` lines from standard input. */
	stdin: boolean;
	/** The file that configures sign-in, where there are several. */
	module?: string;
	/** Hidden: typed by people who do not know that it stays in the shell's history. Refused. */
	clientSecret?: string | true;
	secret?: string | true;
	apiKey?: string | true;
	password?: string | true;
}

/** `remove-provider`. */
export interface RemoveProviderOptions extends CommonOptions {
	/** Take its variables out of the env files, too. */
	variables: boolean;
	module?: string;
}

/** `add-adapter`. */
export interface AddAdapterOptions extends CommonOptions {
	/** The file that configures sign-in, where there are several. */
	module?: string;
}

/** `providers`, which only reads. */
export type ProvidersOptions = Pick<CommonOptions, 'cwd' | 'json' | 'verbose'>;

/** `secret` and `secret rotate`. */
export interface SecretOptions extends CommonOptions {
	/** Print a fresh secret and do nothing else. */
	print: boolean;
}

/** `routes`, which only reads. */
export interface RoutesOptions extends Pick<CommonOptions, 'cwd' | 'json' | 'verbose'> {
	failOn?: string[];
}

/** Questions may be asked only on a terminal, and never when the caller wants data or said yes to everything. */
export const canAsk = (options: CommonOptions): boolean =>
	!options.yes && !options.json && process.stdin.isTTY === true && process.stderr.isTTY === true;
