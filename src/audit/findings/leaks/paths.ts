import { ts } from 'ts-morph';
import type { Route } from '../../../host/routes/route.ts';
import { fileOf, lineOf, within } from '../../../syntax/tree/nodes.ts';
import { type Finding, listed, protectCommand } from '../finding.ts';
import type { OwnGuard } from '../own/guards.ts';
import type { PathCheck } from '../paths/index.ts';
import type { PathTest } from '../paths/regular-expression.ts';
import { encoded, mayHold, recased, sampleOf, surelyHolds } from '../paths/samples.ts';
import type { HookContext } from './hook-context.ts';

/** A comparison, as messages name it. */
const subject = (check: PathCheck): string =>
	check.kind === 'decoded' ? 'the decoded pathname' : 'the pathname of the URL';

const rerouted = 'every path that `reroute` in the shared hooks sends elsewhere';

/** Guards of the named paths: whoever writes the path another way gets past. */
export function pathFindings({ checks }: OwnGuard, context: HookContext): Finding[] {
	const selecting = checks.filter(({ matches, kind }) => matches && kind !== 'route id');
	const [check] = selecting;
	if (!check) return [];
	const written = selecting.flatMap((one) => one.tests);
	const missing = baseFinding(check, written, context);
	if (missing) return [missing];
	const isSolid = context.framework === 'solid-start';
	if (isSolid && selecting.every(({ anyCase }) => anyCase)) return [];
	if (!isSolid && selecting.every(({ kind }) => kind === 'decoded') && !context.reroute) return [];
	const tests = withoutBase(written, context);
	const concerned = concernedRoutes(tests, context);
	// Nothing lies there, so there is nothing that leaks.
	if (context.routes.length === 0 || (tests.length > 0 && concerned.length === 0)) return [];
	const address = proof(tests, concerned, isSolid ? recased : encoded);
	if (tests.length > 0 && address === undefined) return [];
	const full = address === undefined ? undefined : (context.base ?? '') + address;
	const message = isSolid ? caseMessage(check, tests, full) : encodingMessage(check, tests, full, context);
	const code = isSolid ? 'case-sensitive' : 'pathname-check';
	return [findingAt(code, check, message, ruleFix(tests, concerned, context.framework), concerned)];
}

/** Routes and rules know nothing of the host's base. */
export const withoutBase = (tests: readonly PathTest[], { base }: HookContext): PathTest[] =>
	tests.map((test) =>
		base && test.text.startsWith(`${base}/`) ? { ...test, text: test.text.slice(base.length) } : test,
	);

const isSpelled = (text: string): boolean => /[a-z0-9]/i.test(text);

/** Routes that such a comparison is about, and that have an address which can be written otherwise; the surest first. */
function concernedRoutes(tests: readonly PathTest[], { routes, framework }: HookContext): Route[] {
	const spelled = tests.filter(({ text }) => isSpelled(text));
	const possible = routes.filter(
		({ path, page }) =>
			// Endpoints of SolidStart are matched with regard to case.
			(framework === 'sveltekit' || page !== undefined) &&
			isSpelled(path) &&
			// What takes every path is mostly the page for what is not there.
			!/^\/\[{1,2}\.\.\./.test(path) &&
			spelled.some((test) => mayHold(test, path)),
	);
	const sure = possible.filter(({ path }) => spelled.some((test) => surelyHolds(test, path)));
	return [...sure, ...possible.filter((route) => !sure.includes(route))];
}

/** An address to try: of a route where one is known, with the compared part written the other way. */
function proof(
	tests: readonly PathTest[],
	[route]: readonly Route[],
	write: typeof encoded,
): string | undefined {
	const spelled = tests.filter(({ text }) => isSpelled(text)).map(({ text }) => text);
	const [first] = spelled;
	if (first === undefined) return undefined;
	const sample = route ? sampleOf(route.path) : '';
	const found = spelled.map((text) => sample.indexOf(text)).find((index) => index >= 0);
	if (found !== undefined) return write(sample, found);
	return write(first.startsWith('/') ? first.replace(/(?<=.)\/$/, '') : `/${first}`);
}

export const pathsOf = (routes: readonly Route[]): { routes?: string[] } =>
	routes.length > 0 ? { routes: [...new Set(routes.map(({ path }) => path))].sort() } : {};

/** The paths for the command: those that the guard names, where they are whole ones. */
function commandFor(tests: readonly PathTest[], routes: readonly Route[]): string {
	const named = tests.filter(
		({ how, text }) => (how === 'prefix' || how === 'exact') && /^\/[\w/.-]*\w\/?$/.test(text),
	);
	const paths = [...new Set(named.map(({ text }) => text.replace(/\/$/, '')))];
	return protectCommand(
		paths.length === tests.length && paths.length > 0 ? paths : (pathsOf(routes).routes?.slice(0, 3) ?? []),
	);
}

export const places = (tests: readonly PathTest[]): string => {
	const texts = [...new Set(tests.map(({ text }) => text))];
	return texts.length > 0 ? ` for ${listed(texts)}` : '';
};

function encodingMessage(
	check: PathCheck,
	tests: readonly PathTest[],
	address: string | undefined,
	{ reroute }: HookContext,
): string {
	const guard = `A guard${places(tests)} goes by ${subject(check)}`;
	if (check.kind === 'decoded') return `${guard}, and ${rerouted} gets past it.`;
	const how =
		check.certain && address ? `${address} gets` : `${address ?? '/%64ashboard (for /dashboard)'} may get`;
	const more = reroute ? `, and so does ${rerouted}` : '';
	return `${guard}, which stays percent-encoded while routes are matched decoded: GET ${how} past it${more}.`;
}

function caseMessage(check: PathCheck, tests: readonly PathTest[], address: string | undefined): string {
	const how =
		check.certain && address ? `${address} gets` : `${address ?? '/Dashboard (for /dashboard)'} may get`;
	return `A guard${places(tests)} compares the path with regard to case, and the router does not: GET ${how} past it.`;
}

/** Not every guard is about sessions: what checks a key of an API stays, and compares something else. */
export const ruleFix = (
	tests: readonly PathTest[],
	routes: readonly Route[],
	framework: HookContext['framework'] = 'sveltekit',
): string =>
	`${framework === 'sveltekit' ? 'Compare event.route.id without its groups' : 'Compare the path in lower case'}, or let a rule do that: ${commandFor(tests, routes)}`;

export function findingAt(
	code: Finding['code'],
	{ node }: PathCheck,
	message: string,
	fix: string,
	routes: readonly Route[] = [],
): Finding {
	return { code, file: fileOf(node).path, line: lineOf(node), ...pathsOf(routes), message, fix };
}

/** With a base, the pathname begins with it; a check without it holds for nothing. */
function baseFinding(
	check: PathCheck,
	tests: readonly PathTest[],
	{ base, framework, routes }: HookContext,
): Finding | undefined {
	if (framework !== 'sveltekit' || !base || check.based || tests.length === 0 || !check.certain)
		return undefined;
	if (mentionsBase(check.node.getSourceFile())) return undefined;
	const anchored = tests.every(
		({ how, text }) => how !== 'part' && how !== 'suffix' && text.startsWith('/') && text !== '/',
	);
	if (!anchored || tests.some(({ text }) => text.startsWith(base))) return undefined;
	const about = routes.filter(({ path }) => tests.some((test) => mayHold(test, path)));
	const address = base + (about[0] ? sampleOf(about[0].path) : (tests[0] as PathTest).text);
	const message = `A guard${places(tests)} never runs, since ${subject(check)} begins with the base ${base}: GET ${address} gets past it.`;
	return findingAt('base-missing', check, message, ruleFix(tests, about), about);
}

/** Whatever the file does with a base, it may do it before it compares. */
const mentionsBase = (file: ts.SourceFile): boolean =>
	within(file).some(
		(node) =>
			ts.isIdentifier(node) && /^(?:base|base_?path|base_?url|stripBase|deLocalizeUrl)$/i.test(node.text),
	);
