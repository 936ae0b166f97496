import type { AuditedSignIn } from '../../audit/index.ts';
import { AuthgraftError } from '../../errors.ts';
import type { FunctionName, ProtectAnswers } from '../../generators/protect/answers.ts';
import type { Host } from '../../host/host.ts';
import type { Route } from '../../host/routes/route.ts';
import { guardedPattern } from './paths.ts';

/**
 * A path to guard, or whose guard is to go.
 * @throws AuthgraftError AG_PATH_INVALID (exit 2).
 */
export const guardPattern = (
	command: string,
	value: string,
	{ framework }: Host,
	{ settings, routes }: AuditedSignIn,
): string =>
	guardedPattern(
		command,
		asTheDiskHasIt(framework === 'solid-start' ? asRule(value, routes) : value, routes),
		{
			...{ framework, basePath: settings.basePath, pages: settings.pages },
		},
	);

/**
 * Folders that were made on a Mac may hold an accent as a character of its own, where a keyboard gives one for both: to
 * people they are one name, to the router two.
 */
function asTheDiskHasIt(value: string, routes: readonly Route[]): string {
	if (isPlain(value) || !value.startsWith('/')) return value;
	const segments = routes.flatMap(({ id }) => id.split('/')).filter((segment) => !isPlain(segment));
	const spelled = new Map(segments.map((segment) => [segment.normalize('NFC'), segment]));
	return value
		.split('/')
		.map((one) => (segments.includes(one) ? one : (spelled.get(one.normalize('NFC')) ?? one)))
		.join('/');
}

/** ASCII, of which there is one spelling. */
const isPlain = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

/** A route that takes any rest of a path, as `authgraft routes` prints it: a rule covers all below its own path anyway. */
const asRule = (value: string, routes: readonly Route[]): string =>
	routes.some(({ path }) => path === value)
		? value.replace(/(?<=.)\/\[(?:\.{3}[^/]*|\[[^/]*\])\]$/, '')
		: value;

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

/**
 * The same for one that is to be guarded: what people sign in with stays open.
 * @throws AuthgraftError AG_FUNCTION_UNKNOWN, AG_PATH_INVALID (exit 2).
 */
export function guardedFunction(text: string, audit: AuditedSignIn): FunctionName {
	const { file, name } = functionName(text, audit);
	const meant = audit.functions.filter(
		(one) => one.file === file && (name === undefined || one.name === name),
	);
	if (meant.some(({ signIn }) => !signIn)) return { file, name };
	throw new AuthgraftError(
		'AG_PATH_INVALID',
		`--function ${text}: nobody could sign in any more`,
		'It is part of signing in and has to stay open; guard another function.',
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
