import { authImport } from '../../audit/auth-module/settings.ts';
import { uncovered } from '../../audit/findings/index.ts';
import { answersInFront } from '../../audit/in-front.ts';
import type { AuditedSignIn } from '../../audit/index.ts';
import type { KnownFunction } from '../../audit/known-function.ts';
import { openLayouts } from '../../audit/layout-data.ts';
import { ruleFile } from '../../audit/path-rules.ts';
import { unmatchedNotes } from '../../audit/unmatched.ts';
import { addRule } from '../../edits/rules/add.ts';
import { shellWord } from '../../host/files/shell.ts';
import type { Host } from '../../host/host.ts';
import type { Route } from '../../host/routes/route.ts';
import type { Change } from '../../plan/change.ts';
import { Staging } from '../changes/index.ts';
import { hostStyle } from '../changes/style.ts';
import type { ProtectAnswers } from './answers.ts';
import { type GuardContext, isGuardedNow, pagesNamed, routesOf } from './context.ts';
import { guardFunctions } from './function-changes.ts';
import { selectFunctions } from './functions.ts';
import { guardPages } from './pages.ts';
import { rulePatterns } from './patterns.ts';
import { wrapPages } from './wrapped-pages.ts';

export interface ProtectPlan {
	changes: Change[];
	/** Functions that a person should look at. */
	left: KnownFunction[];
	/** What the guards cannot cover, a sentence each. */
	notes: string[];
}

/** Everything that `protect-route` does to a host: rule, pages, functions. */
export function protectChanges(host: Host, audit: AuditedSignIn, answers: ProtectAnswers): ProtectPlan {
	const context: GuardContext = { host, audit, answers, staging: new Staging(host), style: hostStyle(host) };
	const now = routesOf(context);
	if (answers.path && answers.patterns.length > 0) addPathRule(context);
	const pages = answers.page ? pagesNamed(context) : [];
	const guarded = answers.path ? now : pages;
	guardPages(context, pages);
	if (host.framework === 'solid-start') wrapPages(context, guarded);
	const before = audit.routes.filter((route) => isGuardedNow(context, route));
	const all = [...before, ...guarded.filter((route) => !before.includes(route))];
	const { chosen, left } = selectFunctions(audit.functions, all, guarded, answers.functions);
	guardFunctions(context, chosen);
	const patterns = answers.path ? answers.patterns : pages.map(({ id }) => id);
	// This very plan gives the named pages a load.
	const planned = guarded.map((route) => (pages.includes(route) ? { ...route, serverLoad: true } : route));
	const unguardable = uncovered(planned, patterns, host, audit.functions, audit.sources).map(
		({ message, fix }) => `${message} ${fix}`,
	);
	const loose = answers.path ? [] : pages.flatMap((route) => layoutNote(context, route));
	const rules = answers.path
		? [...unmatchedNotes(audit.rules, audit.routes, host), ...answersInFront(host, audit.settings)]
		: [];
	const notes = [...loose, ...rules, ...unguardable];
	return { changes: context.staging.changes(), left, notes };
}

const layoutNote = ({ host, audit }: GuardContext, route: Route): string[] =>
	openLayouts(host, audit.sources, route).map(
		(file) =>
			`${file} loads data that can be asked for without the load of ${route.path}: only a rule guards it, authgraft protect-route ${shellWord(route.path)}`,
	);

function addPathRule({ host, audit, answers, staging, style }: GuardContext): void {
	const file = ruleFile(host);
	const { framework } = host;
	const patterns = rulePatterns(answers.patterns, audit.routes, framework);
	const summary = `guards ${answers.patterns.join(', ')}`;
	if (file === undefined) {
		const place = framework === 'sveltekit' ? host.paths.serverHooks : `${host.paths.source}/middleware`;
		const path = `${place}.${host.language}`;
		staging.refuse(path, summary, 'is missing, so sign-in does not run; set it up again: authgraft init', '');
		return;
	}
	staging.edit(file, summary, (content) =>
		addRule(file, content, {
			framework,
			...authImport(audit.settings, file),
			patterns,
			...(answers.except.length > 0 ? { except: answers.except } : {}),
			...(answers.condition ? { condition: answers.condition } : {}),
			fallback: style,
		}),
	);
}
