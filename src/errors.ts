/**
 * Stable error codes. People search for them and scripts match on them: never rename one, never reuse one.
 */
export type ErrorCode =
	| 'AG_NO_PACKAGE_JSON'
	| 'AG_PACKAGE_JSON_INVALID'
	| 'AG_HOST_UNKNOWN'
	| 'AG_HOST_AMBIGUOUS'
	| 'AG_HOST_UNSUPPORTED'
	| 'AG_WORKSPACE_ROOT'
	| 'AG_CONFIG_NOT_READABLE'
	| 'AG_OTHER_AUTH'
	| 'AG_SYNTAX'
	| 'AG_REFUSED'
	| 'AG_FILE_CHANGED'
	| 'AG_NOT_WRITABLE'
	| 'AG_NOT_READABLE'
	| 'AG_OUTSIDE_HOST'
	| 'AG_LOCKED'
	| 'AG_INTERRUPTED'
	| 'AG_JOURNAL_INVALID'
	| 'AG_NOTHING_TO_UNDO'
	| 'AG_GIT_DIRTY'
	| 'AG_GIT_FAILED'
	| 'AG_ENV_TRACKED'
	| 'AG_SECRET_TOO_SHORT'
	| 'AG_PROVIDER_UNKNOWN'
	| 'AG_PROVIDER_UNSUPPORTED'
	| 'AG_PROVIDER_ID_INVALID'
	| 'AG_PROVIDER_ID_TAKEN'
	| 'AG_PROVIDER_NEEDS_ADAPTER'
	| 'AG_SECRET_IN_ARGUMENTS'
	| 'AG_ADAPTER_UNKNOWN'
	| 'AG_ADAPTER_UNSUPPORTED'
	| 'AG_ACCOUNTS_UNSUPPORTED'
	| 'AG_ACCOUNTS_NEED_DATABASE_SESSIONS'
	| 'AG_VALUE_INVALID'
	| 'AG_AUTH_MODULE_AMBIGUOUS'
	| 'AG_PATH_INVALID'
	| 'AG_NOT_SET_UP'
	| 'AG_ROUTE_UNKNOWN'
	| 'AG_ROUTES_PUBLIC'
	| 'AG_ADDRESS_INVALID'
	| 'AG_NOTHING_TO_ASK'
	| 'AG_FUNCTION_UNKNOWN'
	| 'AG_CONDITION_INVALID'
	| 'AG_MISSING_ANSWER'
	| 'AG_USAGE'
	| 'AG_CANCELLED'
	| 'AG_INSTALL_FAILED'
	| 'AG_RUNTIME_UNAVAILABLE'
	| 'AG_NODE_TOO_OLD'
	| 'AG_NOT_BUILT'
	| 'AG_NOT_VERIFIED'
	| 'AG_INTERNAL';

/** Exit codes: 1 refused or failed, 2 wrong usage or a missing answer, 130 cancelled. */
export type ExitCode = 1 | 2 | 130;

/**
 * An error that a person can act on: what is wrong and where (`message`), what to do (`hint`).
 * Everything else that is thrown is a bug of ours and shown as AG_INTERNAL.
 */
export class AuthgraftError extends Error {
	override name = 'AuthgraftError';
	readonly code: ErrorCode;
	readonly hint: string;
	readonly exitCode: ExitCode;

	// Plain fields: Node strips types without building anything, and a parameter property is more than a type.
	constructor(code: ErrorCode, message: string, hint: string, exitCode: ExitCode = 1) {
		super(message);
		this.code = code;
		this.hint = hint;
		this.exitCode = exitCode;
	}
}
