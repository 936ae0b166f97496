import type { Finding, FindingCode } from '../../audit/findings/finding.ts';
import { uncovered } from '../../audit/findings/leaks/uncovered.ts';
import { type PathRule, ruleFor } from '../../audit/path-rules.ts';
import { matchRoutes, partlyMatched } from '../../host/routes/match.ts';
import { nearestRoutes } from '../../host/routes/nearest.ts';
import type { Severity } from '../codes.ts';
import type { HostContext } from '../context.ts';
import { type Diagnosis, diagnosis } from '../diagnosis.ts';

/** Guards that guard nothing, and those that people walk past. */
export const rules = (context: HostContext): Diagnosis[] => [
	...context.audit.rules.flatMap((rule) => notRunning(rule)),
	...context.audit.rules.flatMap((rule) => matchingNothing(context, rule)),
	...openedByPages(context),
	...leaks(context),
];

function notRunning({ file, line, problem }: PathRule): Diagnosis[] {
	if (problem === undefined || problem.startsWith('runs without')) return [];
	const evidence = [{ file, line }];
	if (problem.startsWith('stands before'))
		return [
			diagnosis('guard-before-auth', {
				...{ evidence, title: `protect() ${problem}` },
				cause: 'It asks for a session before sign-in has looked for one: every page answers 500.',
				mend: { text: 'Put the auth handle first.', snippet: 'sequence(handle, protect(...))' },
			}),
		];
	return [
		diagnosis('guard-not-running', {
			...{ evidence, title: `A protect() ${problem}` },
			cause: 'What it is meant to guard stands open.',
			mend: {
				text: 'Take it into the sequence of what is exported as `handle`, or list it in the middleware.',
			},
		}),
	];
}

/** A rule that names no route guards none: a typing mistake, or a route that was renamed. */
function matchingNothing(
	{ host, audit }: HostContext,
	{ patterns, file, line, runs }: PathRule,
): Diagnosis[] {
	const { routes } = audit;
	if (!runs || !patterns || routes.length === 0) return [];
	const isEmpty = (pattern: string) =>
		matchRoutes(routes, pattern, host.framework).length === 0 &&
		partlyMatched(routes, pattern, host.framework).length === 0;
	return patterns.filter(isEmpty).map((pattern) => {
		const otherCase = routes.find(({ path }) => path.toLowerCase() === pattern.toLowerCase())?.path;
		const near = otherCase ?? nearestRoutes(routes, pattern)[0];
		return diagnosis('guard-matches-nothing', {
			title: `The rule for ${pattern} matches no route`,
			cause: `Whatever it was meant to guard stands open.${otherCase ? ` There is a route ${otherCase}: upper and lower case count.` : ''}`,
			evidence: [{ file, line }],
			mend: {
				text: near ? `Did you mean ${near}?` : 'Name a route of the project: `authgraft routes` lists them.',
				...(near ? { command: `authgraft protect-route ${near}` } : {}),
			},
		});
	});
}

/** Where people sign in has to be open: a page that is one and guarded by its own name cannot be both. */
function openedByPages({ host, audit, module }: HostContext): Diagnosis[] {
	const pages = Object.entries(module?.facts.pages ?? {});
	const isSame = (one: string, other: string) =>
		host.framework === 'sveltekit' ? one === other : one.toLowerCase() === other.toLowerCase();
	return pages.flatMap(([name, page]) => {
		const path = (page ?? '').replace(/[?#].*$/s, '').replace(/(?<=.)\/$/, '');
		const rule = audit.rules.find(
			({ runs, patterns }) => runs && path !== '/' && patterns?.some((pattern) => isSame(pattern, path)),
		);
		if (!rule || !module) return [];
		return [
			diagnosis('guard-opened-by-pages', {
				title: `pages.${name} names ${path}, which a rule guards`,
				cause: 'A page for signing in has to be open to strangers, so the page and its data are.',
				evidence: [{ file: module.config }, { file: rule.file, line: rule.line }],
				mend: {
					text: `Give pages.${name} a page of its own, such as /signin, or take ${path} out of the rule.`,
				},
			}),
		];
	});
}

/** What serves as it was built, or runs in the browser alone, is seldom meant to be secret. */
const severities: Partial<Record<FindingCode, Severity>> = {
	'service-worker': 'warning',
	'client-only': 'warning',
	'no-server': 'warning',
	prerendered: 'warning',
	'prerendered-function': 'warning',
	reroute: 'warning',
	// Pictures of a guarded page lie below its path, too.
	'static-files': 'note',
};

const leaks = (context: HostContext): Diagnosis[] =>
	[...context.audit.findings, ...besideRules(context)].map(
		({ code, file, line, message, fix, likely = false }) =>
			diagnosis(code === 'service-worker' ? 'service-worker' : 'guard-leaks', {
				likely,
				severity: severities[code] ?? (likely ? 'warning' : 'error'),
				title: message,
				cause:
					code === 'service-worker'
						? 'It answers in front of every guard.'
						: `A guard that is written there does not hold (${code}).`,
				evidence: [{ file, line }],
				mend: { text: fix },
			}),
	);

/** What answers in front of the rules. That markup is in public JavaScript holds for most pages, and is told where a rule is made; what the platform keeps, the audit has told. */
function besideRules({ host, audit }: HostContext): Finding[] {
	const { rules, routes, entries, sources } = audit;
	const own = new Set(entries.filter(({ signIn }) => signIn).map(({ path }) => path));
	const guarded = routes.filter(({ id, path }) => !own.has(path) && ruleFor(rules, id, host).rule);
	const patterns = rules.flatMap(({ runs, patterns: some }) => (runs && some ? some : []));
	const told = ['client-only', 'isr'];
	return uncovered(guarded, patterns, host, [], sources).filter(({ code }) => !told.includes(code));
}
