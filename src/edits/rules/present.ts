import type { CallExpression } from 'ts-morph';
import type { Source } from '../../syntax/source.ts';
import { type RuleCall, type RuleOptions, readCall } from './call.ts';
import type { Chain, Member } from './chain.ts';
import { coveringPattern, samePattern } from './cover.ts';
import type { RuleRequest } from './request.ts';
import { sameOptions } from './text.ts';

/** A call of `protect` that every request comes past. */
export type RunningRule = RuleCall & { member: Member };

/** The rules behind the auth handle, which is the member `auth`. */
export const runningRules = ({ members }: Chain, auth: number): RunningRule[] =>
	members.flatMap((member, index) =>
		member.kind === 'guard' && index > auth ? { ...readCall(member.node as CallExpression), member } : [],
	);

/** An exception that a present rule would not let be one: another call opens nothing. */
export function closedException(rules: RunningRule[], { framework, except = [], ...request }: RuleRequest) {
	for (const { call, paths, options } of rules) {
		const patterns = paths.map(({ text }) => text);
		const closed = except.find((path) =>
			coveringPattern(framework, { patterns, except: options?.except }, path),
		);
		if (closed === undefined) continue;
		const asked = request.patterns.join(', ');
		return { call, reason: `guards ${closed} already, so it cannot be left open below ${asked}` };
	}
	return undefined;
}

/** Why a pattern needs no rule of its own, in half a sentence. */
export function closedBy(
	pattern: string,
	rules: RunningRule[],
	request: RuleRequest,
	source: Source,
): string | undefined {
	const { framework, condition, remoteFunctions } = request;
	for (const rule of rules) {
		const { call, paths, options } = rule;
		if (remoteFunctions && !options?.remoteFunctions) continue;
		const line = call.getStartLineNumber();
		const patterns = paths.map(({ text }) => text);
		const equal = sameOptions(options, request, source);
		const there = patterns.find((text) => samePattern(framework, text, pattern));
		if (equal && there !== undefined) return `${pattern} is guarded already, in line ${line}`;
		if (condition && !asksTheSame(options, request, source)) continue;
		const broader = coveringPattern(framework, { patterns, except: options?.except }, pattern);
		if (broader === undefined) continue;
		return broader === pattern
			? `${pattern} is guarded already, in line ${line}, by a rule with options of its own`
			: `${pattern} is covered by the rule ${broader} in line ${line} already`;
	}
	return undefined;
}

/** The same condition, whatever the other options are. */
function asksTheSame(options: RuleOptions | undefined, request: RuleRequest, source: Source): boolean {
	if (!options?.allow) return false;
	return sameOptions({ ...options, except: [], remoteFunctions: false }, plain(request), source);
}

const plain = ({ except: _, remoteFunctions: __, ...request }: RuleRequest): RuleRequest => request;

/** Rules that the new ones make needless: only said, since somebody wrote them. */
export function narrower(patterns: string[], rules: RunningRule[], request: RuleRequest): string[] {
	const { framework, condition, except = [] } = request;
	if (condition) return [];
	return rules.flatMap(({ call, paths, options }) =>
		!options || options.allow || options.special
			? []
			: paths.flatMap(({ text }) => {
					const broader = coveringPattern(framework, { patterns, except }, text);
					if (broader === undefined) return [];
					return `The rule ${text} in line ${call.getStartLineNumber()} is covered by ${broader} now.`;
				}),
	);
}
