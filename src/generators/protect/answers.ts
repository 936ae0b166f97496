import type { Condition } from '../../edits/condition.ts';
import type { HostPath } from '../../host/host.ts';

/** A server function as `--function` names it. */
export interface FunctionName {
	file: HostPath;
	/** Undefined: all of the file. */
	name: string | undefined;
}

/** What `protect-route` and `unprotect-route` are to do. */
export interface ProtectAnswers {
	/** Routes, checked and without a slash at the end. */
	patterns: string[];
	/** One rule in the hook or middleware. */
	path: boolean;
	/** A guard in the page itself. */
	page: boolean;
	/** What stays open below the patterns. */
	except: string[];
	condition: Condition | undefined;
	functions: FunctionName[];
}
