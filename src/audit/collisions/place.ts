import { ts } from 'ts-morph';
import { bare } from '../../syntax/tree/nodes.ts';
import { type PathCheck, pathCheck } from '../findings/paths/index.ts';
import { heldByName, surelyHolds } from '../findings/paths/samples.ts';
import { alternatives, type Case, leaves } from '../findings/reading/conditions.ts';
import { decidedBy } from './decided.ts';
import { type Truth, together } from './truth.ts';

/** An address that people ask for to sign in or out. */
export interface Place {
	/** As the router names it, without the host's base. */
	path: string;
	/** What people read: `/auth/*` for any of the endpoints. */
	shown: string;
	/** Only who is signed in already needs it. */
	isSignOut: boolean;
	/** The route that answers; empty for endpoints that the hook answers. */
	id: string;
	/** `paths.base` of the host; undefined where it is computed. */
	base: string | undefined;
}

/** Whether a condition about the path holds at a place; undefined where it is about something else. */
export function pathTruth(node: ts.Node, truthy: boolean, place: Place, depth = 3): Truth | undefined {
	const decided =
		depth > 0
			? decidedBy(node, truthy, (part, wanted) => pathTruth(part, wanted, place, depth - 1))
			: undefined;
	if (decided) return decided;
	const check = pathCheck(node);
	return check && checkTruth(check, truthy, place);
}

function checkTruth(check: PathCheck, truthy: boolean, { path, id, base }: Place): Truth {
	const { tests, certain, kind, based, anyCase, matches } = check;
	if (!certain || tests.length === 0) return 'may';
	const whole = based || base === undefined ? path : base + path;
	const holds = tests.some((test) => {
		if (kind === 'route id') return heldByName(test, id);
		return surelyHolds(anyCase ? { ...test, text: test.text.toLowerCase() } : test, whole);
	});
	return (holds === matches) === truthy ? 'yes' : 'no';
}

/** Everything that is said about the path in some conditions. */
export const pathTruths = (holds: Case, place: Place): Truth[] =>
	holds.flatMap(({ node, truthy }) => pathTruth(node, truthy, place) ?? []);

/**
 * Whether a function is left above a node in a case that is about this very place: `if (path === '/signin' && isGet)
 * return resolve(event)`. What else has to hold there is not known, so nothing is said about what comes behind.
 */
export function isLeftAbove(node: ts.Node, place: Place): boolean {
	for (let inner = node, outer = node.parent; outer; inner = outer, outer = outer.parent) {
		if (ts.isDefaultClause(outer) && outer.parent.clauses.some((one) => isClauseOf(one, place))) return true;
		if (!ts.isBlock(outer)) continue;
		const index = outer.statements.indexOf(inner as ts.Statement);
		const leaving = outer.statements
			.slice(0, Math.max(index, 0))
			.filter((statement) => ts.isIfStatement(statement))
			.filter(({ thenStatement }) => leaves(thenStatement));
		if (leaving.some(({ expression }) => isAbout(expression, place))) return true;
	}
	return false;
}

/** `case '/signin':` beside the `default:` in which a node stands. */
const isClauseOf = (clause: ts.CaseOrDefaultClause, place: Place): boolean =>
	ts.isCaseClause(clause) && pathTruth(clause, true, place) === 'yes';

const isAbout = (expression: ts.Expression, place: Place): boolean =>
	alternatives(expression, true).some((one) => {
		const truths = pathTruths(one, place);
		return one.length > 1 && truths.length > 0 && together(truths) !== 'no';
	});

/** `GET` of `event.request.method === 'GET'`: people come to a page with one, and send its form with the other. */
export function isUsualMethod(node: ts.Node, truthy: boolean): Truth | undefined {
	const value = bare(node);
	if (!ts.isBinaryExpression(value) || !/\bmethod$/.test(value.left.getText())) return undefined;
	const isEqual = value.operatorToken.getText().startsWith('=');
	const isUsual = /^['"](?:GET|POST)['"]$/.test(value.right.getText());
	return isEqual !== truthy || isUsual ? 'yes' : 'no';
}
