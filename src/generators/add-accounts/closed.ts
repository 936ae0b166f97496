import { settingsOf } from '../../audit/auth-module/settings.ts';
import { readPathRules, ruleFor } from '../../audit/path-rules.ts';
import { openSources } from '../../host/routes/index.ts';
import type { AdapterContext } from '../add-adapter/context.ts';
import { type AccountPage, accountPaths } from '../look/pages.ts';

/** Pages for people who are not signed in that a rule of the host's closes to them, a sentence for each rule. */
export function closedPages({ host, module }: AdapterContext, pages: readonly AccountPage[]): string[] {
	const rules = readPathRules(host, settingsOf(openSources(host), module));
	const closed = pages
		.filter((page) => page !== 'account')
		.map((page) => ({ path: accountPaths[page], rule: ruleFor(rules, accountPaths[page], host).rule }));
	return [...Map.groupBy(closed, ({ rule }) => rule)].flatMap(([rule, shut]) => {
		if (!rule) return [];
		const paths = shut.map(({ path }) => `'${path}'`).join(', ');
		return [
			`${rule.file}:${rule.line} guards ${paths}, where people come who are not signed in: add them to the rule's \`except\`.`,
		];
	});
}
