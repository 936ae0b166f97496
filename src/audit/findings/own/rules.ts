import type { Framework } from '../../../host/host.ts';
import type { Route } from '../../../host/routes/route.ts';
import { lineOf, type Parsed } from '../../../syntax/tree/nodes.ts';
import { type PathCheck, pathCheck } from '../paths/index.ts';
import { heldByName, mayHold, surelyHolds } from '../paths/samples.ts';
import type { Atom } from '../reading/conditions.ts';
import { requestScope } from '../reading/request-scope.ts';
import { isNobody } from '../reading/session-words.ts';
import { type OwnGuard, ownGuards } from './guards.ts';

/** A guard that people wrote into their hooks or middleware, as far as it can be read. */
export interface OwnRule {
	/** The paths that it names; `/` for one that closes everything but `except`. Empty when they cannot be seen. */
	paths: string[];
	except: string[];
	/** What it compares; `anything` for a guard that compares nothing and closes everything. */
	kind: PathCheck['kind'] | 'anything';
	line: number;
	/** Whether it is certain to be about a route: every address of it. */
	covers(route: Pick<Route, 'id' | 'path'>): boolean;
}

/** The guards of a server hooks or middleware file that go by the path, each once. */
export function ownRules(file: Parsed, framework: Framework): OwnRule[] {
	const rules = ownGuards(requestScope(file, framework)).map(ruleOf);
	const seen = new Set<string>();
	return rules.filter(({ paths, except, kind, line }) => {
		const key = JSON.stringify([paths, except, kind, line]);
		return !seen.has(key) && seen.add(key);
	});
}

function ruleOf(guard: OwnGuard): OwnRule {
	const selecting = guard.checks.filter(({ matches }) => matches);
	const opening = guard.checks.filter(({ matches }) => !matches);
	const [first] = [...selecting, ...opening];
	const textsOf = (checks: readonly PathCheck[]) => [
		...new Set(checks.flatMap(({ tests }) => tests.map(({ text }) => text))),
	];
	return {
		paths: selecting.length > 0 ? textsOf(selecting) : ['/'],
		except: textsOf(opening),
		kind: first?.kind ?? 'anything',
		line: lineOf(first?.node ?? guard.refusal.node),
		covers: (route) => guardCovers(guard, route),
	};
}

/**
 * Whether a guard turns strangers away at every address of a route: its comparisons hold there, and nothing else has to
 * (`event.request.method === 'POST'`).
 */
export function guardCovers(
	{ checks, holds, refusal }: OwnGuard,
	route: Pick<Route, 'id' | 'path'>,
): boolean {
	const others = holds.filter(({ node }) => pathCheck(node) === undefined);
	if (refusal.guessed || !others.every((atom) => isNobody(atom) || isServing(atom))) return false;
	return checks.every(({ tests, matches, kind, certain }) => {
		// What cannot be seen may be anything.
		if (!certain || tests.length === 0) return false;
		const [all, some] = kind === 'route id' ? [heldByName, heldByName] : [surelyHolds, mayHold];
		const name = kind === 'route id' ? route.id : route.path;
		return matches ? tests.some((test) => all(test, name)) : !tests.some((test) => some(test, name));
	});
}

/** `!building`: so it is whenever somebody asks. */
const isServing = ({ node, truthy }: Atom): boolean => !truthy && node.getText() === 'building';
