import type { AuditedSignIn } from '../../audit/index.ts';
import { AuthgraftError } from '../../errors.ts';
import type { FunctionName, ProtectAnswers } from '../../generators/protect/answers.ts';
import type { Host } from '../../host/host.ts';
import { guardedPattern } from './paths.ts';

/**
 * A path to guard, or whose guard is to go.
 * @throws AuthgraftError AG_PATH_INVALID (exit 2).
 */
export const guardPattern = (
	command: string,
	value: string,
	{ framework }: Host,
	{ settings }: AuditedSignIn,
): string =>
	guardedPattern(command, value, { framework, basePath: settings.basePath, pages: settings.pages });

/**
 * `src/lib/orders.remote.ts` or `src/lib/orders.remote.ts#getOrders`.
 * @throws AuthgraftError AG_FUNCTION_UNKNOWN (exit 2).
 */
export function functionName(text: string, { functions }: AuditedSignIn): FunctionName {
	const [file = '', name] = text.replace(/^\.\//, '').split('#');
	const inFile = functions.filter((one) => one.file === file);
	if (inFile.some((one) => name === undefined || one.name === name)) return { file, name: name || undefined };
	const known = (inFile.length > 0 ? inFile : functions).map((one) => `${one.file}#${one.name ?? one.line}`);
	throw new AuthgraftError(
		'AG_FUNCTION_UNKNOWN',
		`--function ${text}: ${inFile.length > 0 ? `${file} has no function of that name` : 'no remote or server function lies there'}`,
		known.length > 0 ? `These are there: ${known.slice(0, 12).join(', ')}` : 'The project has none.',
		2,
	);
}

/** The command line of a plan, `protect-route /dashboard`. */
export const guardCommand = (command: string, { patterns, functions }: ProtectAnswers): string =>
	[
		command,
		...patterns,
		...functions.flatMap(({ file, name }) => ['--function', name ? `${file}#${name}` : file]),
	].join(' ');
