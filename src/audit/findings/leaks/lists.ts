import { shellWord } from '../../../host/files/shell.ts';
import { type Finding, listed } from '../finding.ts';
import type { OwnGuard } from '../own/guards.ts';
import type { PathCheck } from '../paths/index.ts';
import { heldByName, sampleOf, surelyHolds } from '../paths/samples.ts';
import type { HookContext } from './hook-context.ts';
import { findingAt, places, ruleFix, withoutBase } from './paths.ts';

/** Guards of everything but some paths: safe from other spellings, but not from their own lists. */
export function listFindings({ checks }: OwnGuard, context: HookContext): Finding[] {
	const opening = checks.filter(({ matches, kind }) => !matches && kind !== 'route id');
	if (opening.length === 0 || checks.some(({ matches }) => matches)) return [];
	return opening.flatMap((check) => {
		const all = check.tests.find(({ how, text }) => (how === 'prefix' || how === 'part') && text === '/');
		if (all)
			return findingAt(
				'open-to-all',
				check,
				'A guard leaves out all paths that begin with `/`, which are all paths: it never runs.',
				'Compare `/` with `===`, or close everything but the public paths: authgraft protect-route / --except <path>',
			);
		return prefixFinding(check, context);
	});
}

/** `startsWith('/login')` opens `/login-history` as well. Told only where there is such a route. */
function prefixFinding(check: PathCheck, context: HookContext): Finding[] {
	const { routes } = context;
	const opened = withoutBase(check.tests, context).flatMap(({ how, text }) =>
		how !== 'prefix' || text.endsWith('/')
			? []
			: routes
					.filter(
						({ path }) =>
							surelyHolds({ how, text }, path) && path[text.length] !== '/' && path.length > text.length,
					)
					.map((route) => ({ route, text })),
	);
	const [first] = opened;
	if (!first) return [];
	const message = `A guard leaves out all paths that begin with ${first.text}, which opens ${listed(opened.map(({ route }) => route.path))} too.`;
	const fix = `Compare whole segments, or close everything but the public paths: authgraft protect-route / --except ${shellWord(first.text)}`;
	return [
		findingAt(
			'public-prefix',
			check,
			message,
			fix,
			opened.map(({ route }) => route),
		),
	];
}

/** `route.id` carries the groups: `/(app)/dashboard` does not begin with `/dashboard`. */
export function groupFindings({ checks }: OwnGuard, { routes, framework }: HookContext): Finding[] {
	const check = checks.find(({ matches, kind, tests }) => matches && kind === 'route id' && tests.length > 0);
	if (!check || framework !== 'sveltekit' || !check.certain) return [];
	const tests = check.tests.filter(
		({ how, text }) => how !== 'suffix' && how !== 'part' && !text.includes('('),
	);
	const missed = routes.filter(
		({ id, path }) =>
			id !== path &&
			tests.some((test) => surelyHolds(test, path)) &&
			!check.tests.some((test) => heldByName(test, id)),
	);
	const [first] = missed;
	if (!first) return [];
	const message = `A guard${places(tests)} compares event.route.id, which has the groups in it (${first.id}): GET ${sampleOf(first.path)} gets past it.`;
	return [findingAt('route-group', check, message, ruleFix(tests, missed), missed)];
}
