import { coverage, coverageTogether } from '../../audit/coverage.ts';
import type { AuditedSignIn } from '../../audit/index.ts';
import { ownPages } from '../../audit/own-pages.ts';
import { ruleFor } from '../../audit/path-rules.ts';
import type { Host } from '../../host/host.ts';
import type { Route } from '../../host/routes/route.ts';
import type { Style } from '../../syntax/source.ts';
import type { Staging } from '../changes/index.ts';
import type { ProtectAnswers } from './answers.ts';
import { rulePatterns } from './patterns.ts';

/** What the generators of guards share. */
export interface GuardContext {
	host: Host;
	audit: AuditedSignIn;
	answers: ProtectAnswers;
	staging: Staging;
	/** Habits for new files. */
	style: Style;
}

/** The routes that the patterns are about, without what stays open. */
export function routesOf({ host, audit, answers }: GuardContext): Route[] {
	const { framework } = host;
	const patterns = rulePatterns(answers.patterns, audit.routes, framework);
	const isExcept = (pattern: string, { id, path }: Route) =>
		pattern === '/' ? path === '/' : coverage(pattern, id, framework) === 'all';
	const own = ownPages(host, audit.settings, audit.routes, { signInPages: [], reroute: false });
	return audit.routes.filter(
		(route) =>
			own(route).kind !== 'own' &&
			coverageTogether(patterns, route.id, framework) === 'all' &&
			!answers.except.some((pattern) => isExcept(pattern, route)),
	);
}

/** `--page` is about the named pages alone. */
export const pagesNamed = ({ audit, answers }: Pick<GuardContext, 'audit' | 'answers'>): Route[] =>
	audit.routes.filter(({ id, path }) =>
		answers.patterns.some((pattern) => pattern === path || pattern === id),
	);

/** Guarded before this plan: by a rule, or in the page itself. */
export function isGuardedNow({ host, audit }: GuardContext, { id }: Route): boolean {
	if (ruleFor(audit.rules, id, host).rule) return true;
	const entries = audit.entries.filter((entry) => entry.id === id && entry.kind !== 'data request');
	return (
		entries.length > 0 && entries.every(({ guard }) => guard === 'page guard' || guard === 'function guard')
	);
}
