import { ts } from 'ts-morph';
import { staysFirstByName } from '../../edits/handle/order.ts';
import type { Framework } from '../../host/host.ts';
import { makesLocals } from '../../syntax/tree/locals.ts';
import { bare, calleeName, fileOf, type Parsed } from '../../syntax/tree/nodes.ts';
import { behind, exportOf } from '../../syntax/tree/scopes.ts';
import { declarationsNamed, requestScope } from '../findings/reading/request-scope.ts';

/** A part of what runs on a request of a host that has no sign-in of ours yet. */
export interface Link {
	/** What of the files runs in it. */
	scope: ts.Node[];
	/**
	 * Whether requests for the auth endpoints come past it: what our handle stands in front of never sees them on
	 * SvelteKit, while in SolidStart a route behind all middleware answers them.
	 */
	seesEndpoints: boolean;
}

/** The members of `sequence(...)` of a hooks file, or of a middleware as a whole, once sign-in is put in. */
export function chainIn(file: Parsed, framework: Framework): Link[] {
	if (framework === 'solid-start') return [{ scope: requestScope(file, framework), seesEndpoints: true }];
	const entry = exportOf(file, 'handle');
	if (!entry) return [];
	const call = bare(entry);
	if (!ts.isCallExpression(call) || calleeName(call) !== 'sequence') {
		const scope = requestScope(file, framework);
		return [{ scope, seesEndpoints: scope.some(isAnew(file)) }];
	}
	const members = [...call.arguments];
	// Behind its name, which may lead to another file of the host.
	const scopes = members.map((member) => declarationsNamed(behind(member)));
	const ours = members.findIndex((member) => !staysFirstByName(dottedName(member)));
	// Ours stands behind what makes locals anew, too (src/edits/handle).
	const anew = scopes.findLastIndex((scope) => scope.some(isAnew(file)));
	return scopes.map((scope, index) => ({
		scope,
		seesEndpoints: ours === -1 || index < ours || index <= anew,
	}));
}

/** The edit of the hooks sees no other file. */
const isAnew =
	({ path }: Parsed) =>
	(node: ts.Node): boolean =>
		fileOf(node).path === path && makesLocals(node);

/** `Sentry.sentryHandle()` and `initDb` have a name; an arrow function has none. */
function dottedName(member: ts.Node): string {
	const node = bare(member);
	if (ts.isCallExpression(node)) return dottedName(node.expression);
	if (ts.isPropertyAccessExpression(node)) return `${dottedName(node.expression)} ${node.name.text}`;
	return ts.isIdentifier(node) ? node.text : '';
}
