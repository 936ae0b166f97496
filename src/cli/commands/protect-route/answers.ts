import type { AuditedSignIn } from '../../../audit/index.ts';
import { AuthgraftError } from '../../../errors.ts';
import type { ProtectAnswers } from '../../../generators/protect/answers.ts';
import { shellWord } from '../../../host/files/shell.ts';
import type { Host } from '../../../host/host.ts';
import { readCondition } from '../../answers/condition.ts';
import { guardedFunction, guardPattern } from '../../answers/guards.ts';
import { guardedPattern } from '../../answers/paths.ts';
import { canAsk } from '../../terminal/can-ask.ts';
import { cancelled } from '../../terminal/failure.ts';
import type { ProtectOptions } from './options.ts';

/**
 * What to guard, from arguments and flags first, then from questions.
 * @throws AuthgraftError AG_MISSING_ANSWER, AG_PATH_INVALID, AG_ROUTE_UNKNOWN, AG_FUNCTION_UNKNOWN,
 * AG_CONDITION_INVALID (all exit 2), AG_CANCELLED.
 */
export async function protectAnswers(
	paths: readonly string[],
	options: ProtectOptions,
	host: Host,
	audit: AuditedSignIn,
): Promise<ProtectAnswers> {
	const condition = await readCondition(options);
	const functions = (options.function ?? []).map((text) => guardedFunction(text, audit));
	const named = paths.map((path) => guardPattern('protect-route', path, host, audit));
	const except = (options.except ?? []).map((path) => exception(path, host));
	const patterns =
		named.length > 0 || functions.length > 0 ? named : await askForRoutes(options, host, audit);
	await checkKnown(patterns, options, host, audit);
	if (options.page) await checkPages(patterns, audit);
	await checkEverything(patterns, except, options);
	return {
		patterns: [...new Set(patterns)],
		path: options.path || !options.page,
		page: options.page,
		except: [...new Set(except)],
		condition,
		functions,
	};
}

/** What stays open may be anything, the sign-in page too. */
const exception = (value: string, { framework }: Host): string =>
	guardedPattern('--except', value, { framework, basePath: '', pages: [] });

async function askForRoutes(options: ProtectOptions, host: Host, audit: AuditedSignIn): Promise<string[]> {
	if (!canAsk(options))
		throw new AuthgraftError(
			'AG_MISSING_ANSWER',
			'There is no terminal to ask on, and no route is named',
			'Name what to guard: authgraft protect-route /dashboard. authgraft routes lists what is there.',
			2,
		);
	const { chooseSeveral } = await import('../../terminal/prompts.ts');
	const open = audit.entries.filter(
		({ kind, signIn }) => (kind === 'page' || kind === 'endpoint') && !signIn,
	);
	const paths = [...new Set(open.map(({ path }) => path))];
	const guardOf = (path: string) => open.find((entry) => entry.path === path)?.guard ?? '';
	const choices = paths.map((path) => ({ value: path, label: path, hint: guardOf(path) }));
	if (choices.length === 0)
		throw new AuthgraftError(
			'AG_ROUTE_UNKNOWN',
			`There is no route in ${host.paths.routes} to guard`,
			'Write a page first, then run the command again.',
			2,
		);
	const chosen = await chooseSeveral(
		'What is for people who are signed in? (with all below it)',
		choices,
		[],
	);
	return chosen.map((path) => guardPattern('protect-route', path, host, audit));
}

/** A path that no route has is nearly always a slip of the pen: it would guard nothing. */
async function checkKnown(
	patterns: readonly string[],
	options: ProtectOptions,
	host: Host,
	{ routes }: AuditedSignIn,
): Promise<void> {
	if (options.force) return;
	const { isUnmatched } = await import('../../../audit/unmatched.ts');
	const { nearestRoutes } = await import('../../../host/routes/index.ts');
	for (const path of patterns) {
		if (!isUnmatched(path, routes, host)) continue;
		const near = nearestRoutes(routes, path);
		const hint = near.length > 0 ? `Did you mean ${near.join(' or ')}? ` : '';
		if (canAsk(options)) {
			const { askYesNo } = await import('../../terminal/prompts.ts');
			if (await askYesNo(`No route is ${path}. ${hint}Guard it all the same?`, false)) continue;
			throw cancelled();
		}
		throw new AuthgraftError(
			'AG_ROUTE_UNKNOWN',
			`No route is ${path} or lies below it${rerouteNote(host)}`,
			`${hint}authgraft routes lists them; give --force to guard a path that is yet to come.`,
			2,
		);
	}
}

/** `--page` writes into pages: for a path that only others lie below it would do nothing, and say that all is guarded. */
async function checkPages(patterns: readonly string[], { routes }: AuditedSignIn): Promise<void> {
	const { nearestRoutes } = await import('../../../host/routes/index.ts');
	const missing = patterns.find((wanted) => !routes.some(({ id, path }) => id === wanted || path === wanted));
	if (missing === undefined) return;
	const below = routes.map(({ path }) => path).filter((path) => path.startsWith(`${missing}/`));
	const near = [...new Set(below.length > 0 ? below : nearestRoutes(routes, missing))].slice(0, 8);
	throw new AuthgraftError(
		'AG_ROUTE_UNKNOWN',
		`--page: no page and no endpoint is ${missing} itself`,
		`${near.length > 0 ? `Name pages as authgraft routes lists them: ${near.join(' ')}; or guard` : 'Guard'} all below it: authgraft protect-route ${shellWord(missing)}`,
		2,
	);
}

/** `reroute` leads URLs to routes of other names, and the rules are about those. */
function rerouteNote(host: Host): string {
	const file = ['ts', 'js']
		.map((extension) => `${host.paths.source}/hooks.${extension}`)
		.find((path) => host.exists(path));
	return host.framework === 'sveltekit' && file
		? ` (${file} may reroute it: name the route it leads to)`
		: '';
}

/** `/` alone closes the home page, too. */
async function checkEverything(
	patterns: readonly string[],
	except: readonly string[],
	options: ProtectOptions,
): Promise<void> {
	const isOnePage = options.page && !options.path;
	if (!patterns.includes('/') || except.length > 0 || options.force || isOnePage) return;
	const message = '/ guards every route, the home page among them';
	if (canAsk(options)) {
		const { askYesNo } = await import('../../terminal/prompts.ts');
		if (await askYesNo(`${message}. Is that what you want?`, false)) return;
		throw cancelled();
	}
	throw new AuthgraftError(
		'AG_PATH_INVALID',
		`${message}, and nothing says what stays open`,
		'Name it: authgraft protect-route / --except / --except /blog; or give --force.',
		2,
	);
}
