import type { AuditedSignIn } from '../../audit/audit.ts';
import { ruleFile } from '../../audit/path-rules.ts';
import { removeFunctionGuards } from '../../edits/function-guard-remove.ts';
import type { GuardTarget } from '../../edits/function-guard-request.ts';
import { removeRule } from '../../edits/rule-remove.ts';
import type { Host, HostPath } from '../../host/host.ts';
import { relativeImport } from '../../host/paths.ts';
import type { Route } from '../../host/routes/route.ts';
import type { Change } from '../../plan/change.ts';
import { Staging } from '../staging.ts';
import { hostStyle } from '../style.ts';
import type { ProtectAnswers } from './answers.ts';
import { type GuardContext, isGuardedNow, pagesNamed, routesOf } from './context.ts';
import { guardRequest, targetOf } from './function-changes.ts';
import { selectFunctions } from './functions.ts';
import { rulePatterns } from './patterns.ts';
import { unwrapPages } from './wrapped-pages.ts';

/** What `protect-route` did for these routes, taken back: rule, pages, and the functions that they alone use. */
export function unprotectChanges(host: Host, audit: AuditedSignIn, answers: ProtectAnswers): Change[] {
	const context: GuardContext = { host, audit, answers, staging: new Staging(host), style: hostStyle(host) };
	const routes = answers.path ? routesOf(context) : pagesNamed(context);
	if (answers.path && answers.patterns.length > 0) removePathRule(context);
	if (answers.page && host.framework === 'sveltekit')
		for (const route of pagesNamed(context)) openPage(context, route);
	if (host.framework === 'solid-start') unwrapPages(context, routes);
	const guarded = audit.routes.filter((route) => isGuardedNow(context, route));
	const all = [...guarded, ...routes.filter((route) => !guarded.includes(route))];
	const { chosen } = selectFunctions(audit.functions, all, routes, answers.functions);
	for (const [file, list] of Map.groupBy(chosen, (one) => one.function.file)) {
		if (!list.some((one) => one.function.seen?.guard)) continue;
		open(context, file, [targetOf(list.map((one) => one.function))]);
	}
	return context.staging.changes();
}

function removePathRule({ host, audit, answers, staging, style }: GuardContext): void {
	const file = ruleFile(host);
	if (file === undefined) return;
	const { framework } = host;
	const patterns = rulePatterns(answers.patterns, audit.routes, framework);
	const authModule = relativeImport(file, audit.settings.module);
	staging.edit(file, `opens ${answers.patterns.join(', ')}`, (content) =>
		removeRule(file, content, { framework, authModule, patterns, fallback: style }),
	);
}

function openPage(context: GuardContext, { pageServer, endpoint }: Route): void {
	if (pageServer) open(context, pageServer, [{ kind: 'load' }, { kind: 'actions' }]);
	if (endpoint) open(context, endpoint, [{ kind: 'endpoint' }]);
}

function open(context: GuardContext, file: HostPath, functions: GuardTarget[]): void {
	const { staging } = context;
	staging.edit(file, 'opens what it holds', (content) =>
		removeFunctionGuards(file, content, guardRequest(context, file, functions)),
	);
	if (staging.read(file)?.trim() === '') staging.note(file, 'Nothing is left in it: delete it if you like.');
}
