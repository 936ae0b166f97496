import { ts } from 'ts-morph';
import { bare, calleeName, fileOf, lineOf, within } from '../../../syntax/tree/nodes.ts';
import { bindingOf } from '../../../syntax/tree/scopes.ts';
import { type Finding, listed } from '../finding.ts';
import { casesWithCallers } from '../own/guards.ts';
import { pathCheck } from '../paths/index.ts';
import { pathSource } from '../paths/source.ts';
import type { Atom, Case } from '../reading/conditions.ts';
import { isCaught, refusalsIn } from '../reading/refusals.ts';
import { asksEnvironment } from '../reading/variables.ts';
import type { HookContext } from './hook-context.ts';

/**
 * Since 2.61 (upstream PR 15744) SvelteKit calls `handle` outside of its `try` when a path cannot be decoded, so whatever
 * is thrown ends a server of adapter-node. Before, such a path was answered without `handle`.
 */
const since = [2, 61] as const;

/** Where a crash is the end of one invocation and not of the server, or where there is no server. */
const otherServers = /^@sveltejs\/adapter-(?:vercel|netlify|cloudflare|cloudflare-workers|static)$/;

interface Throwing {
	node: ts.Node;
	/** An address that makes it throw. */
	address: string;
	/** Only where a variable of the environment says so, which nobody sees from here. */
	isSwitched: boolean;
}

/** Statements that throw out of `handle` at an address that cannot be decoded; one finding a file. */
export function thrownFindings(
	scope: readonly ts.Node[],
	{ version, adapter, base = '' }: Pick<HookContext, 'version' | 'adapter' | 'base'>,
): Finding[] {
	const [major = 0, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10));
	if (major < since[0] || (major === since[0] && minor < since[1])) return [];
	if (adapter !== undefined && otherServers.test(adapter)) return [];
	const throwing = throwingNodes(scope).flatMap((node) => {
		const open = isCaught(node) ? [] : casesWithCallers(node).filter((one) => !one.some(excludesMalformed));
		const address = malformedAddress(open);
		// Below the base, so that a proxy in front hands it on.
		const isBelow = base !== '' && address?.startsWith(`${base}/`);
		const isSwitched = open.every((one) => one.some(({ node }) => asksEnvironment(node)));
		return address === undefined ? [] : [{ node, isSwitched, address: isBelow ? address : base + address }];
	});
	const files = new Map<string, Throwing[]>();
	for (const one of throwing) {
		const { path } = fileOf(one.node);
		files.set(path, [...(files.get(path) ?? []), one]);
	}
	return [...files].flatMap(([path, found]) => findingOf(path, found));
}

function findingOf(file: string, found: readonly Throwing[]): Finding[] {
	const lines = [...new Set(found.map(({ node }) => lineOf(node)))].sort((a, b) => a - b);
	const [line] = lines;
	const first = found.find(({ node }) => lineOf(node) === line);
	if (line === undefined || !first) return [];
	const where =
		lines.length === 1 ? 'What is thrown here' : `What is thrown in lines ${listed(lines.map(String))}`;
	return [
		{
			code: 'thrown-redirect',
			file,
			line,
			...(found.every(({ isSwitched }) => isSwitched) ? { likely: true as const } : {}),
			message: `${where} inside of \`handle\` is caught by nobody when the address cannot be decoded: one GET ${first.address} ends a server of adapter-node.`,
			fix: "Return instead: `return new Response(null, { status: 303, headers: { location: '/login' } })`; decode within try and catch.",
		},
	];
}

/** `redirect(...)` and `error(...)` of SvelteKit, `throw redirect(...)`, and decoding of the path. */
const throwingNodes = (scope: readonly ts.Node[]): ts.Node[] => [
	...refusalsIn(scope)
		.filter(({ throws, guessed }) => throws && !guessed)
		.map(({ node }) => node),
	...scope.flatMap((root) => within(root)).filter(isDecoding),
];

function isDecoding(node: ts.Node): boolean {
	if (!ts.isCallExpression(node) || !['decodeURIComponent', 'decodeURI'].includes(calleeName(node)))
		return false;
	const [argument] = node.arguments;
	return argument !== undefined && pathSource(argument)?.kind === 'pathname';
}

/** An address that cannot be decoded and gets to the first of the cases; undefined where there is none. */
function malformedAddress([open]: readonly Case[]): string | undefined {
	if (!open) return undefined;
	const tests = open.flatMap(({ node, truthy }) => {
		const check = pathCheck(node);
		return check && check.matches === truthy ? check.tests : [];
	});
	const start = tests.find(({ how, text }) => how === 'prefix' && text.startsWith('/'));
	return start ? `${start.text}%` : '/%';
}

/** Conditions that no such address meets: it has no route, and equals no path that is written down. */
function excludesMalformed({ node, truthy }: Atom): boolean {
	if (truthy && isAwayFromPeople(node)) return true;
	const check = pathCheck(node);
	if (check)
		return (
			check.matches === truthy &&
			(check.kind === 'route id' ||
				(check.tests.length > 0 && check.tests.every(({ how }) => how === 'exact')))
		);
	const value = bare(node);
	if (ts.isBinaryExpression(value) && /^(?:null|undefined)$/.test(value.right.getText())) {
		const isEqual = value.operatorToken.getText().startsWith('=');
		return pathSource(value.left)?.kind === 'route id' && isEqual !== truthy;
	}
	return truthy && pathSource(value)?.kind === 'route id';
}

/** Not on a server that people come to: SvelteKit's own `dev` and `building`, not what an application calls so. */
function isAwayFromPeople(node: ts.Node): boolean {
	if (!ts.isIdentifier(node)) return node.getText() === 'import.meta.env.DEV';
	const binding = bindingOf(node.text, node);
	return (
		binding?.kind === 'import' &&
		/^(?:\$app\/env(?:ironment)?|esm-env)$/.test(binding.module) &&
		/^(?:dev|building|DEV)$/.test(binding.name)
	);
}
