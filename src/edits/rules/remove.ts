import type { Source } from '../../syntax/source.ts';
import { type Unclear, unclear } from '../../syntax/unclear.ts';
import type { EditResult } from '../splice/edit.ts';
import { type Located, refuse, transform } from '../splice/transform.ts';
import { readCall } from './call.ts';
import { type Chain, chainOf, guardCalls } from './chain.ts';
import { coveringPattern, samePattern } from './cover.ts';
import { type Present, RuleRemoval, type RuleRemovalRequest } from './removal.ts';
import { ruleSnippet, runtimeOf } from './text.ts';

/**
 * Takes patterns out of all rules that run on a request, whatever their options. A rule without a pattern goes, with what
 * only it used. Refuses where a pattern is only covered by a broader rule, or may stand where it cannot be seen.
 */
export function removeRule(path: string, content: string, request: RuleRemovalRequest): EditResult {
	const snippet = removalSnippet(request);
	const options = { snippet, ...(request.fallback ? { fallback: request.fallback } : {}) };
	return transform(path, content, options, (source) => locateRemoval(source, request, snippet));
}

/** There is nothing to paste: what has to be looked for, as it would stand there. */
const removalSnippet = (request: RuleRemovalRequest): string =>
	`// Take ${request.patterns.join(', ')} out of the rules:\n${ruleSnippet(request)}`;

function locateRemoval(source: Source, request: RuleRemovalRequest, snippet: string): Located {
	const { framework, patterns } = request;
	const chain = chainOf(source, framework, request, runtimeOf(request));
	const present = presentRules(source, chain, request);
	const notes: string[] = [];
	const absent: string[] = [];
	for (const pattern of new Set(patterns)) {
		const isThere = present.some(({ gone }) =>
			gone.some(({ text }) => samePattern(framework, text, pattern)),
		);
		const rest = coveredBy(pattern, present, request);
		if (rest)
			return refuse(`${pattern} is covered by the rule ${rest.text}, line ${rest.line}`, snippet, rest.call);
		if (isThere) continue;
		const unseen = whereUnseen(pattern, source, chain, present, request);
		if (unseen) return refuse(unseen, snippet);
		absent.push(pattern);
	}
	const reason = patterns.length === 0 ? 'no pattern was given' : `no rule guards ${absent.join(', ')}`;
	if (absent.length === new Set(patterns).size) return { kind: 'unchanged', reason };
	if (absent.length > 0) notes.push(`No rule guards ${absent.join(', ')}.`);
	const rules = present.filter(({ gone }) => gone.length > 0);
	const edits = new RuleRemoval(source, request, snippet).of(rules);
	return Array.isArray(edits) ? { kind: 'edits', edits, notes } : edits;
}

function presentRules(source: Source, chain: Chain, request: RuleRemovalRequest): Present[] {
	return guardCalls(source, runtimeOf(request)).flatMap((call) => {
		const members = chain.members.filter(({ node }) => node === call);
		if (members.length === 0) return [];
		const rule = readCall(call);
		const gone = rule.paths.filter(({ text }) =>
			request.patterns.some((pattern) => samePattern(request.framework, text, pattern)),
		);
		return [{ ...rule, members, gone }];
	});
}

/** The pattern of a rule that stays, and closes what is asked for as well. */
function coveredBy(pattern: string, present: Present[], { framework }: RuleRemovalRequest) {
	for (const { call, paths, gone, options } of present) {
		const patterns = paths.filter((path) => !gone.includes(path)).map(({ text }) => text);
		const text = coveringPattern(framework, { patterns, except: options?.except }, pattern);
		if (text !== undefined) return { text, call, line: call.getStartLineNumber() };
	}
	return undefined;
}

/** Where a pattern may be guarded all the same. */
function whereUnseen(
	pattern: string,
	source: Source,
	chain: Chain,
	present: Present[],
	{ framework, ...request }: RuleRemovalRequest,
): Unclear | undefined {
	const computed = present.find((rule) => rule.computed);
	if (computed)
		return unclear(
			`${pattern} may be among the patterns of a protect() that cannot be seen here`,
			computed.call,
		);
	const elsewhere = guardCalls(source, runtimeOf({ framework, ...request }))
		.filter((call) => chain.reaches(call) && !present.some((rule) => rule.call === call))
		.find((call) => readCall(call).paths.some(({ text }) => samePattern(framework, text, pattern)));
	return elsewhere && unclear(`${pattern} is guarded by a protect() that own code calls`, elsewhere);
}
