import { authImport } from '../../audit/auth-module/settings.ts';
import type { AuditedSignIn } from '../../audit/index.ts';
import type { KnownFunction } from '../../audit/known-function.ts';
import { ruleFile } from '../../audit/path-rules.ts';
import { removeFunctionGuards } from '../../edits/guards/remove.ts';
import type { GuardTarget } from '../../edits/guards/request.ts';
import { removeRule } from '../../edits/rules/remove.ts';
import { shellWord } from '../../host/files/shell.ts';
import type { Host, HostPath } from '../../host/host.ts';
import type { Route } from '../../host/routes/route.ts';
import type { Change } from '../../plan/change.ts';
import { Staging } from '../changes/index.ts';
import { hostStyle } from '../changes/style.ts';
import type { ProtectAnswers } from './answers.ts';
import { type GuardContext, pagesNamed, routesOf } from './context.ts';
import { guardRequest, targetOf } from './function-changes.ts';
import { selectFunctions } from './functions.ts';
import { rulePatterns } from './patterns.ts';
import { unwrapPages } from './wrapped-pages.ts';

/**
 * What `protect-route` did for these routes, taken back: rule, pages, and the functions that they alone use. A function
 * that serves a guarded route as well keeps its guard, and is told: opening it would open what that route shows.
 */
export function unprotectChanges(
	host: Host,
	audit: AuditedSignIn,
	answers: ProtectAnswers,
): { changes: Change[]; notes: string[] } {
	const context: GuardContext = { host, audit, answers, staging: new Staging(host), style: hostStyle(host) };
	const routes = answers.path ? routesOf(context) : pagesNamed(context);
	if (answers.path && answers.patterns.length > 0) removePathRule(context);
	if (answers.page && host.framework === 'sveltekit')
		for (const route of pagesNamed(context)) openPage(context, route);
	if (host.framework === 'solid-start') unwrapPages(context, routes);
	const { chosen } = selectFunctions(audit.functions, routes, routes, answers.functions);
	for (const [file, list] of Map.groupBy(chosen, (one) => one.function.file)) {
		if (!list.some((one) => one.function.seen?.guard)) continue;
		open(context, file, [targetOf(list.map((one) => one.function))]);
	}
	const opened = new Set(routes.map(({ id }) => id));
	const kept = audit.functions.filter(
		(one) =>
			one.seen?.guard &&
			!one.signIn &&
			[...one.usedBy].some((id) => opened.has(id)) &&
			!chosen.some((other) => other.function === one),
	);
	return { changes: context.staging.changes(), notes: kept.map(keptNote) };
}

function keptNote({ file, name, usedBy }: KnownFunction): string {
	const place = name ? `${file}#${name}` : file;
	const others = [...usedBy].sort().slice(0, 3).join(', ');
	return `${place} keeps its guard, since other routes use it as well (${others}). Open it with: authgraft unprotect-route --function ${shellWord(place)}`;
}

function removePathRule({ host, audit, answers, staging, style }: GuardContext): void {
	const file = ruleFile(host);
	if (file === undefined) return;
	const { framework } = host;
	const patterns = rulePatterns(answers.patterns, audit.routes, framework);
	staging.edit(file, `opens ${answers.patterns.join(', ')}`, (content) =>
		removeRule(file, content, { framework, ...authImport(audit.settings, file), patterns, fallback: style }),
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
