import { addFunctionGuards } from '../../edits/guards/add.ts';
import { shellWord } from '../../host/files/shell.ts';
import type { HostPath } from '../../host/host.ts';
import type { Route } from '../../host/routes/route.ts';
import type { GuardContext } from './context.ts';
import { guardRequest } from './function-changes.ts';

/**
 * The guard in pages themselves: in the `load` and the actions of each, and in the methods of endpoints. SolidStart's
 * pages are wrapped (wrapped-pages.ts), and its endpoints have the rule alone.
 */
export function guardPages(context: GuardContext, routes: readonly Route[]): void {
	for (const route of routes) {
		if (context.host.framework === 'solid-start' && route.endpoint && !context.answers.path)
			refuseEndpoint(context, route, route.endpoint);
		if (context.host.framework === 'sveltekit' && (route.page || route.pageServer))
			guardKitPage(context, route);
		if (context.host.framework === 'sveltekit' && route.endpoint)
			guardEndpoint(context, route, route.endpoint);
	}
}

function guardKitPage(context: GuardContext, route: Route): void {
	const { host, staging } = context;
	const summary = `guards the page ${route.path}`;
	const file = route.pageServer ?? `${folderOf(route)}/+page.server.${host.language}`;
	if (route.prerender === true) {
		const reason =
			'is the server file of a page that is prerendered, so no code runs when somebody asks for it';
		staging.refuse(file, summary, reason, 'export const prerender = false;');
		return;
	}
	const actions = route.actions.length > 0 || route.actionsComputed;
	const request = guardRequest(context, file, [
		{ kind: 'load' },
		...(actions ? [{ kind: 'actions' } as const] : []),
	]);
	staging.edit(
		file,
		summary,
		(content) => addFunctionGuards(file, content, request),
		() => newServerFile(file, request),
	);
}

/** What the edit makes of an empty file. */
function newServerFile(file: HostPath, request: ReturnType<typeof guardRequest>): string {
	const result = addFunctionGuards(file, '', request);
	if (result.kind !== 'edited') throw new Error(`No guard could be written for ${file}.`);
	return result.text;
}

function guardEndpoint(context: GuardContext, route: Route, file: HostPath): void {
	const names = route.methodsComputed ? {} : { names: route.methods };
	const request = guardRequest(context, file, [{ kind: 'endpoint', ...names }]);
	context.staging.edit(file, `guards ${route.path}`, (content) => addFunctionGuards(file, content, request));
}

function refuseEndpoint({ staging }: GuardContext, { path }: Route, file: HostPath): void {
	const reason = `is an endpoint, which only a rule guards: authgraft protect-route ${shellWord(path)}`;
	staging.refuse(file, `guards ${path}`, reason, '');
}

const folderOf = ({ page, endpoint }: Route): HostPath => {
	const file = page ?? endpoint ?? '';
	return file.slice(0, file.lastIndexOf('/'));
};
