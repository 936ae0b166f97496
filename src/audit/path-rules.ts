import { type Rule, rulesIn } from '../edits/rules/index.ts';
import type { Host, HostPath } from '../host/host.ts';
import { pathOf } from '../host/routes/solid-start/index.ts';
import { resolveServerHooks } from '../host/server-hooks.ts';
import { parse, syntaxError } from '../syntax/source.ts';
import { type AuthSettings, authImport } from './auth-module/settings.ts';
import { coverageTogether, isNamedExactly, opening } from './coverage.ts';

/** A running `protect(...)` and where it stands. */
export interface PathRule extends Rule {
	file: HostPath;
}

/** The file that holds a host's path rules: the server hooks, or the middleware. Undefined where there is none. */
export const ruleFile = (host: Host): HostPath | undefined =>
	host.framework === 'sveltekit' ? resolveServerHooks(host).file : host.middleware;

/** The rules of the host, those that do not run among them. */
export function readPathRules(host: Host, settings: AuthSettings | undefined): PathRule[] {
	const file = ruleFile(host);
	const content = file === undefined ? undefined : host.read(file);
	return file === undefined || content === undefined || !settings
		? []
		: pathRulesIn(file, content, host, settings);
}

/** The same of a text that such a file may get. */
export function pathRulesIn(
	file: HostPath,
	content: string,
	{ framework }: Host,
	settings: AuthSettings,
): PathRule[] {
	const source = parse(file, content);
	// A file that does not parse runs nothing.
	if (syntaxError(source)) return [];
	return rulesIn(source, framework, authImport(settings, file)).map((rule) => ({ ...rule, file }));
}

export interface RuleAnswer {
	rule: PathRule | undefined;
	/** A rule that covers some URLs of the route only: told, and counted as none. */
	partly: PathRule | undefined;
}

/** The rule that covers all URLs of a route; one that asks for more than being signed in first. */
export function ruleFor(rules: readonly PathRule[], id: string, { framework }: Host): RuleAnswer {
	const running = rules.filter(({ runs, patterns }) => runs && patterns);
	// What is computed may open anything.
	const isOpened = ({ except }: PathRule) =>
		except === undefined || except.some((path) => opening(path, id, framework) !== 'none');
	const covers = (rule: PathRule, wanted: 'all' | 'some') =>
		coverageTogether(rule.patterns ?? [], id, framework) === wanted;
	// A rule leaves its own sign-in page open: people could never get there.
	const isSignIn = ({ signInPage }: PathRule) => {
		const page = signInPage?.split(/[?#]/)[0] ?? '';
		return page !== '' && isRouteOf(page, id, framework);
	};
	const whole = running.filter((rule) => covers(rule, 'all') && !isOpened(rule) && !isSignIn(rule));
	const rule = whole.find(({ condition }) => condition) ?? whole[0];
	const partly = running.find(
		(one) => covers(one, 'some') || (covers(one, 'all') && isPartly(one, id, framework)),
	);
	return { rule, partly: rule ? undefined : partly };
}

/** Whether a route is the page at a path, whatever its parameters hold. */
export const isRouteOf = (path: string, id: string, framework: Host['framework']): boolean =>
	framework === 'sveltekit' ? isNamedExactly(path, id) : path.toLowerCase() === pathOf(id).toLowerCase();

const isPartly = ({ except }: PathRule, id: string, framework: Host['framework']): boolean =>
	except === undefined || except.some((path) => opening(path, id, framework) === 'some');
