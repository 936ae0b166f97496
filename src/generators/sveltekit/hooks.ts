import { addAuthHandle } from '../../edits/hooks.ts';
import { resolveServerHooks } from '../../host/server-hooks.ts';
import type { Change } from '../../plan/change.ts';
import { authModule, runtimeModules } from '../auth-module.ts';
import { createOrEdit, relativeImport } from '../change.ts';
import type { Context } from '../context.ts';
import { render } from '../template.ts';

/** The server hooks: `handle` re-exported, or put in front of the one that is there (specification 4.2, set-up 1). */
export function hooksChange(context: Context): Change {
	const { host, style } = context;
	const { protect } = context.answers;
	const summary =
		protect.length > 0
			? `runs sign-in on every request, guards ${protect.join(', ')}`
			: 'runs sign-in on every request';
	const { file, clash } = resolveServerHooks(host);
	// A custom path may name its extension (`files.hooks.server: 'app/hooks.server.ts'`).
	const named = /\.[jt]s$/.test(host.paths.serverHooks);
	const path = file ?? (named ? host.paths.serverHooks : `${host.paths.serverHooks}.${host.language}`);
	const request = {
		authModule: relativeImport(path, authModule(context)),
		runtimeModule: runtimeModules.sveltekit,
		protect,
		fallback: style,
	};
	if (clash) {
		return {
			kind: 'refuse',
			path,
			summary,
			reason: `${clash.join(' and ')} both exist, and SvelteKit loads only one of them; delete the other`,
			snippet: '',
		};
	}
	return createOrEdit(
		host,
		path,
		summary,
		() =>
			render(
				'integration-b/hooks.server.ts',
				{ ...request, protect: protect.length > 0 ? protect : false },
				style,
			),
		(content) => addAuthHandle(path, content, request),
	);
}
