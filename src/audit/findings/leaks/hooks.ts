import type { Parsed } from '../../../syntax/tree/nodes.ts';
import { type Finding, inOrder, listed } from '../finding.ts';
import { isBackedUp, type OwnGuard, ownGuards } from '../own/guards.ts';
import { requestScope } from '../reading/request-scope.ts';
import type { HookContext } from './hook-context.ts';
import { groupFindings, listFindings } from './lists.ts';
import { notAwaitedFindings } from './not-awaited.ts';
import { findingAt, pathFindings } from './paths.ts';
import { thrownFindings } from './thrown.ts';

/** Known leaks of the guards in a server hooks file, or in a middleware. */
export function hookFindings(file: Parsed, context: HookContext): Finding[] {
	const scope = requestScope(file, context.framework);
	const guards = ownGuards(scope);
	return inOrder([
		...guards.filter((guard) => !isBackedUp(guard, guards)).flatMap((guard) => pathFindings(guard, context)),
		...guards.flatMap((guard) => listFindings(guard, context)),
		...guards.flatMap((guard) => groupFindings(guard, context)),
		...notAwaitedFindings(scope),
		...remoteFindings(scope, guards, context),
		...(context.framework === 'sveltekit' ? thrownFindings(scope, context) : []),
	]);
}

/** Remote functions are called at an address of their own, and choose the URL and route that hooks see. */
function remoteFindings(
	scope: readonly unknown[],
	guards: readonly OwnGuard[],
	{ remote, framework }: HookContext,
): Finding[] {
	const guard = guards.find(({ checks }) => checks.length > 0);
	const [check] = guard?.checks ?? [];
	if (!check || framework !== 'sveltekit' || remote.length === 0) return [];
	const texts = (scope as { getText(): string }[]).map((node) => node.getText());
	if (texts.some((text) => /\bisRemoteRequest\b/.test(text))) return [];
	const message = `The guard goes by the address of the page, and remote functions are called at another one: ${listed(remote)} ${remote.length === 1 ? 'answers' : 'answer'} everybody (GET /_app/remote/…).`;
	return [
		findingAt(
			'remote-open',
			check,
			message,
			'Guard the functions themselves: `await requireUser(getRequestEvent())` as their first statement.',
		),
	];
}
