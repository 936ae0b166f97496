import type { ts } from 'ts-morph';
import { callsOf } from '../../../syntax/tree/calls.ts';
import { type FunctionNode, isFunction } from '../../../syntax/tree/nodes.ts';
import { type PathCheck, pathCheck } from '../paths/index.ts';
import { type Atom, both, type Case, casesOf } from '../reading/conditions.ts';
import { type Refusing, refusalsIn, turnsAway } from '../reading/refusals.ts';
import { isNobody } from '../reading/session-words.ts';

/** One case in which a guard of the host turns people away. */
export interface OwnGuard {
	refusal: Refusing;
	/** Comparisons of the path that all hold in this case. */
	checks: PathCheck[];
	/** Everything that holds, for questions that the comparisons do not answer. */
	holds: Case;
}

/** The guards in some functions: places that turn away whoever is not signed in, or not allowed. */
export const ownGuards = (scope: readonly ts.Node[]): OwnGuard[] =>
	refusalsIn(scope)
		.filter(turnsAway)
		.flatMap((refusal) =>
			casesWithCallers(refusal.node)
				// A helper that is called so asks who is there by itself.
				.filter(
					(holds) =>
						refusal.guessed ||
						holds.some((atom) => !pathCheck(atom.node) && isNobody(atom, refusal.status === 404)),
				)
				.map((holds) => ({ refusal, holds, checks: checksOf(holds) })),
		);

/**
 * Whether somebody who evades the comparisons of a guard ends at another one: `if (!user) { if (isApi) return 401; return
 * redirect }` closes every path, and the comparison decides only how.
 */
export const isBackedUp = (guard: OwnGuard, guards: readonly OwnGuard[]): boolean =>
	guards.some(
		(other) =>
			other !== guard &&
			other.checks.every(({ matches }) => !matches) &&
			other.holds.every(
				(atom) => pathCheck(atom.node) !== undefined || guard.holds.some((one) => isSame(one, atom)),
			),
	);

const isSame = (one: Atom, other: Atom): boolean =>
	one.truthy === other.truthy && (one.node === other.node || one.node.getText() === other.node.getText());

/** The comparisons of the path among some conditions. */
export const checksOf = (holds: Case): PathCheck[] =>
	holds.flatMap(({ node, truthy }) => {
		const check = pathCheck(node);
		return check ? [{ ...check, matches: check.matches === truthy }] : [];
	});

/** The cases of a node, with those under which its function is called in the same file. */
export function casesWithCallers(node: ts.Node, depth = 3): Case[] {
	const cases = casesOf(node);
	const outer = functionAround(node);
	const calls = outer && depth > 0 ? callsOf(outer).filter((call) => functionAround(call) !== outer) : [];
	if (calls.length === 0) return cases;
	return both(
		calls.flatMap((call) => casesWithCallers(call, depth - 1)),
		cases,
	);
}

function functionAround(node: ts.Node): FunctionNode | undefined {
	for (let outer = node.parent; outer; outer = outer.parent) if (isFunction(outer)) return outer;
	return undefined;
}
