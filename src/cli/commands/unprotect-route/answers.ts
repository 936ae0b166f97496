import type { AuditedSignIn } from '../../../audit/index.ts';
import { AuthgraftError } from '../../../errors.ts';
import type { ProtectAnswers } from '../../../generators/protect/answers.ts';
import type { Host } from '../../../host/host.ts';
import { functionName, guardPattern } from '../../answers/guards.ts';
import type { UnprotectOptions } from './options.ts';

/**
 * What to open again. No route needs to be there: it may have gone.
 * @throws AuthgraftError AG_MISSING_ANSWER, AG_PATH_INVALID, AG_FUNCTION_UNKNOWN (all exit 2).
 */
export function unprotectAnswers(
	paths: readonly string[],
	options: UnprotectOptions,
	host: Host,
	audit: AuditedSignIn,
): ProtectAnswers {
	const functions = (options.function ?? []).map((text) => functionName(text, audit));
	if (paths.length === 0 && functions.length === 0)
		throw new AuthgraftError(
			'AG_MISSING_ANSWER',
			'unprotect-route needs to know what to open',
			'Name the routes as they were given to protect-route; authgraft routes lists them.',
			2,
		);
	const patterns = paths.map((path) => guardPattern('unprotect-route', path, host, audit));
	const { path, page } = options;
	return { patterns, path: path || !page, page, except: [], condition: undefined, functions };
}
