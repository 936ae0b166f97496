import { Node, SyntaxKind } from 'ts-morph';
import { editableBehind } from '../../syntax/constants.ts';
import { expressionOf, findProperty } from '../../syntax/objects.ts';
import type { Source } from '../../syntax/source.ts';
import { quoted } from '../../syntax/text.ts';
import { Setter } from '../config-option.ts';
import { type EditResult, surround } from '../splice/edit.ts';
import { insertItems } from '../splice/list.ts';
import { type Located, refuse, transform } from '../splice/transform.ts';
import { chainOf } from './chain.ts';
import { coveringPattern, samePattern } from './cover.ts';
import { type RunningRule, runningRules } from './present.ts';
import type { RuleRemovalRequest } from './removal.ts';
import { listText, runtimeOf } from './text.ts';

/**
 * Lets pages be open that running rules close: they go into the `except` of each. A rule that has a page as its own pattern
 * means it, and is refused; so is one whose options are not written there.
 *
 * @param request `patterns` are the pages
 */
export function openPages(path: string, content: string, request: RuleRemovalRequest): EditResult {
	const snippet = `protect(..., { except: ${listText(request.patterns, "'")} })`;
	const options = { snippet, ...(request.fallback ? { fallback: request.fallback } : {}) };
	return transform(path, content, options, (source) => locate(source, request, snippet));
}

function locate(source: Source, request: RuleRemovalRequest, snippet: string): Located {
	const { framework, patterns } = request;
	const chain = chainOf(source, framework, request, runtimeOf(request));
	const auth = chain.members.findIndex(({ kind }) => kind === 'auth');
	const edits = [];
	for (const rule of runningRules(chain, auth)) {
		const closed = patterns.filter((page) => closes(rule, page, request) !== undefined);
		if (closed.length === 0) continue;
		const named = closed.find((page) => samePattern(framework, closes(rule, page, request) ?? '', page));
		if (named) return refuse(`guards ${named} by its name`, snippet, rule.call);
		const located = except(source, rule, closed, snippet);
		if (!Array.isArray(located)) return located;
		edits.push(...located);
	}
	return edits.length > 0 ? edits : { kind: 'unchanged', reason: 'no rule closes them' };
}

const closes = ({ paths, options }: RunningRule, page: string, { framework }: RuleRemovalRequest) =>
	coveringPattern(framework, { patterns: paths.map(({ text }) => text), except: options?.except }, page);

/** Adds to what a rule leaves open. */
function except(source: Source, { call }: RunningRule, pages: string[], snippet: string): Located {
	const { quote } = source.style;
	const [patterns, written] = call.getArguments();
	if (!written) {
		const open = call.getFirstChildByKindOrThrow(SyntaxKind.OpenParenToken).getEnd();
		const items = patterns ? [patterns] : [];
		const list = { items, open, close: call.getEnd() - 1, padding: '' as const };
		return insertItems(source, list, items.length, [`{ except: ${listText(pages, quote)} }`]);
	}
	const options = editableBehind(written);
	if (!Node.isObjectLiteralExpression(options))
		return refuse(
			'hands protect() options that are not written there, or that are used twice',
			snippet,
			written,
		);
	const found = findProperty(options, 'except');
	const value = found.kind === 'found' ? expressionOf(found.property) : undefined;
	// `except: '/about'`
	if (Node.isStringLiteral(value) || Node.isNoSubstitutionTemplateLiteral(value)) {
		const more = pages.map((page) => quoted(page, quote)).join(', ');
		return surround(value.getStart(), value.getEnd(), '[', `, ${more}]`);
	}
	return new Setter(source, { option: ['except'], value: pages, append: true }, snippet).within(options, [
		'except',
	]);
}
