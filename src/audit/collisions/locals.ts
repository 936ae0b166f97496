import { ts } from 'ts-morph';
import type { Host, HostPath } from '../../host/host.ts';
import { openSources } from '../../host/routes/index.ts';
import { isLocals, localsAnew } from '../../syntax/tree/locals.ts';
import { isMember } from '../../syntax/tree/names.ts';
import { bare, fileOf, isAssignment, isText, lineOf, type Parsed, within } from '../../syntax/tree/nodes.ts';
import { bindingOf } from '../../syntax/tree/scopes.ts';
import { openFile } from '../findings/reading/open.ts';
import { requestScope } from '../findings/reading/request-scope.ts';
import { chainIn } from './chain.ts';
import { hookFile } from './hook-file.ts';

/** Packages whose handle or middleware sets `locals.auth`, each seen in what it publishes. */
const owners = [
	'svelte-clerk',
	'clerk-sveltekit',
	'clerk-solidjs',
	'@workos/authkit-sveltekit',
	'@workos-inc/authkit-sveltekit',
	'@rabrennie/sveltekit-auth',
];

/** Who sets `locals.auth` in a host that has no sign-in of ours. */
export interface LocalsOwner {
	/** `svelte-clerk`; undefined for code of the host's own. */
	package: string | undefined;
	file: HostPath;
	/** 1-based. */
	line: number;
}

/**
 * Another library that sets `locals.auth`, or code of the host in a file that its hooks import. What stands in the hooks
 * themselves, the edit of them sees.
 */
export function readLocalsOwner(host: Host): LocalsOwner | undefined {
	const path = hookFile(host);
	const file = path === undefined ? undefined : openFile(openSources(host), path);
	return file && localsOwner(file, host.framework);
}

/**
 * Where a file that the hooks import makes `event.locals` anew behind ours, so that what that puts there is lost. What stands
 * in the hooks themselves, the edit of them sees, and puts ours behind it.
 */
export function readLocalsAnew(host: Host): Omit<LocalsOwner, 'package'> | undefined {
	const path = host.framework === 'sveltekit' ? hookFile(host) : undefined;
	const file = path === undefined ? undefined : openFile(openSources(host), path);
	return file && localsAnewBehind(file);
}

/** The same in one file that is parsed already. */
export function localsAnewBehind(file: Parsed): Omit<LocalsOwner, 'package'> | undefined {
	const behind = chainIn(file, 'sveltekit').filter(({ seesEndpoints }) => !seesEndpoints);
	for (const root of behind.flatMap(({ scope }) => scope)) {
		const found = fileOf(root).path === file.path ? undefined : localsAnew(root);
		if (found) return { file: fileOf(found).path, line: lineOf(found) };
	}
	return undefined;
}

/** The same in one file that is parsed already. */
export function localsOwner(file: Parsed, framework: Host['framework']): LocalsOwner | undefined {
	for (const node of requestScope(file, framework).flatMap((root) => within(root))) {
		const owner = ts.isIdentifier(node) && !isMember(node) ? ownerBehind(node) : undefined;
		const isOwn = fileOf(node).path !== file.path && setsAuth(node);
		if (owner !== undefined || isOwn) return { package: owner, file: fileOf(node).path, line: lineOf(node) };
	}
	return undefined;
}

/** The package that a handle comes from: `withClerkHandler` of `svelte-clerk/server`. */
function ownerBehind(name: ts.Identifier): string | undefined {
	const binding = bindingOf(name.text, name);
	if (binding?.kind !== 'import' || !/handle|middleware/i.test(binding.name)) return undefined;
	return owners.find((owner) => binding.module === owner || binding.module.startsWith(`${owner}/`));
}

const isLocalsAuth = (node: ts.Node): node is ts.PropertyAccessExpression | ts.ElementAccessExpression => {
	if (ts.isPropertyAccessExpression(node)) return node.name.text === 'auth' && isLocals(node.expression);
	return (
		ts.isElementAccessExpression(node) &&
		isText(node.argumentExpression) &&
		node.argumentExpression.text === 'auth' &&
		isLocals(node.expression)
	);
};

const setsAuth = (node: ts.Node): boolean =>
	ts.isBinaryExpression(node) && isAssignment(node) && isLocalsAuth(bare(node.left));

/**
 * The line where a file takes `locals.auth` for what another library puts there: handed on, looked into, or called without
 * waiting for the answer. Ours is a function that promises a session.
 */
export function readsOtherAuth({ ast }: Parsed): number | undefined {
	const found = within(ast).find((node) => isLocalsAuth(node) && !setsAuth(node.parent) && isOther(node));
	return found && lineOf(found);
}

function isOther(node: ts.Node): boolean {
	const { parent } = node;
	if (ts.isCallExpression(parent) && parent.expression === node)
		return parent.arguments.length > 0 || isLookedInto(parent);
	return ts.isCallExpression(parent) || isLookedInto(node);
}

/** `value.userId`, `const { userId } = value`, `{ ...value }`; `then` and the like belong to a promise. */
function isLookedInto(node: ts.Node): boolean {
	const { parent } = node;
	if (ts.isPropertyAccessExpression(parent))
		return !/^(?:then|catch|finally|call|apply|bind)$/.test(parent.name.text);
	if (ts.isSpreadAssignment(parent)) return true;
	return ts.isVariableDeclaration(parent) && ts.isObjectBindingPattern(parent.name);
}
