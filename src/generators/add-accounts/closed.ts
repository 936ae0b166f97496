import { authImport, settingsOf } from '../../audit/auth-module/settings.ts';
import { opening } from '../../audit/coverage.ts';
import { isRouteOf, type PathRule, pathRulesIn, readPathRules, ruleFor } from '../../audit/path-rules.ts';
import { openPages } from '../../edits/rules/open.ts';
import type { Host } from '../../host/host.ts';
import { openSources, type Route, readRoutes, type Sources } from '../../host/routes/index.ts';
import { importsOf } from '../../syntax/tree/imports.ts';
import type { AdapterContext } from '../add-adapter/context.ts';
import { type AccountPage, accountPaths } from '../look/pages.ts';

interface Closed {
	path: string;
	rule: PathRule;
}

/**
 * Opens the pages for people who are not signed in where a broad rule of the host's closes them, `protect('/')`.
 * @returns a sentence for each rule that stays as it is, since its text cannot be seen through or more than those pages would
 * be open
 */
export function stageOpenPages(context: AdapterContext, pages: readonly AccountPage[]): string[] {
	const { host, module, staging, style } = context;
	const { framework } = host;
	const sources = openSources(host);
	const settings = settingsOf(sources, module);
	const rules = readPathRules(host, settings);
	const paths = pages.filter((page) => page !== 'account').map((page) => accountPaths[page]);
	const closed = closedBy(rules, paths, host);
	const [first] = closed;
	if (!first) return [];
	const { file } = first.rule;
	const patterns = closed.map(({ path }) => path);
	const opensMore = readRoutes(host, sources).routes.some(
		(route) =>
			ruleFor(rules, route.id, host).rule &&
			patterns.some(
				(path) => opening(path, route.id, framework) !== 'none' && !isRouteOf(path, route.id, framework),
			) &&
			!isNotFoundPage(route, sources),
	);
	const request = { framework, patterns, fallback: style, ...authImport(settings, file) };
	const result = openPages(file, staging.read(file) ?? '', request);
	if (opensMore || result.kind !== 'edited') return toldOf(closed);
	const left = closedBy(pathRulesIn(file, result.text, host, settings), paths, host);
	if (left.length > 0) return toldOf(closed);
	staging.edit(file, `opens ${patterns.join(', ')} to everybody`, () => result);
	return [];
}

/** What a page may import and still have nothing to show but its own text. */
const solid = /^(?:solid-js|@solidjs\/(?:meta|router|start))$/;

/** The page of SolidStart's starters for addresses that are none: it would be open below the pages, and holds nothing. */
function isNotFoundPage({ id, page, endpoint }: Route, sources: Sources): boolean {
	const text = id === '/[...404]' && page && !endpoint ? sources.text(page) : undefined;
	if (text === undefined || /\buse server\b|\bfetch\b/.test(text)) return false;
	const { modules, globs } = importsOf(page ?? '', text);
	return globs.length === 0 && modules.every((module) => solid.test(module));
}

const closedBy = (rules: readonly PathRule[], paths: readonly string[], host: Host): Closed[] =>
	paths.flatMap((path) => {
		const { rule } = ruleFor(rules, path, host);
		return rule ? [{ path, rule }] : [];
	});

const toldOf = (closed: readonly Closed[]): string[] =>
	[...Map.groupBy(closed, ({ rule }) => rule)].map(([rule, shut]) => {
		const paths = shut.map(({ path }) => `'${path}'`).join(', ');
		return `${rule.file}:${rule.line} guards ${paths}, where people come who are not signed in: add them to the rule's \`except\`.`;
	});
