import { findHandle } from '../../../edits/handle/find.ts';
import { addAuthHandle } from '../../../edits/wiring/hooks.ts';
import { guardCall } from '../../../edits/wiring/locals.ts';
import { runtimeModules } from '../../../framework.ts';
import type { Host } from '../../../host/host.ts';
import { resolveServerHooks, sharedHooks, strandedHooks } from '../../../host/server-hooks.ts';
import type { Finding } from '../../../plan/change.ts';
import { parseHostFile } from '../../changes/module-file.ts';
import type { Context } from '../../context.ts';
import { render } from '../../templates/index.ts';
import { leaveElsewhere } from '../elsewhere.ts';
import { localsOwned } from '../locals-owner.ts';

/** The server hooks: `handle` re-exported, or put in front of the one that is there (docs/specification.md, 4.2.11). */
export function stageHooks(context: Context): void {
	const { host, staging, style } = context;
	const { protect } = context.answers;
	const summary =
		protect.length > 0
			? `runs sign-in on every request, guards ${protect.join(', ')}`
			: 'runs sign-in on every request';
	const { file } = resolveServerHooks(host);
	// A custom path may name its extension (`files.hooks.server: 'app/hooks.server.ts'`).
	const named = /\.[jt]s$/.test(host.paths.serverHooks);
	const path = file ?? (named ? host.paths.serverHooks : `${host.paths.serverHooks}.${host.language}`);
	const request = {
		authModule: context.auth.importName(path),
		handles: context.auth.module?.handles,
		runtimeModule: runtimeModules.sveltekit,
		protect,
		fallback: style,
	};
	const owned = localsOwned(context);
	const fault = placeFault(host) ?? owned;
	if (fault !== undefined) {
		const code = fault === owned ? { code: 'own-locals' } : {};
		staging.refuse(path, summary, fault, '', code);
		return;
	}
	if (leaveElsewhere(context, path, summary)) return;
	const guard = protect.length > 0 && guardCall('protect', protect, "'");
	staging.edit(
		path,
		summary,
		(content) => addAuthHandle(path, content, request),
		() => render('integration-b/hooks.server.ts', { ...request, guard }, context),
	);
	staging.tell(path, ...unusedHandles(host));
}

/** Why it cannot be told which file SvelteKit loads as the hooks. */
function placeFault(host: Host): string | undefined {
	const { clash } = resolveServerHooks(host);
	if (clash)
		return `${clash.join(' and ')} both exist, and SvelteKit loads only one of them; delete the other`;
	const stranded = strandedHooks(host);
	return (
		stranded &&
		`files.hooks.server in ${host.configFile} names a file that does not exist, while ${stranded} does and is not loaded; correct one of them`
	);
}

/** One sentence for a `handle` in the shared hooks, where SvelteKit looked before 1.0 (docs/host-shapes.md, H22). */
const unusedHandles = (host: Host): Finding[] =>
	sharedHooks(host)
		.filter((file) => file !== resolveServerHooks(host).file)
		.filter((file) => findHandle(parseHostFile(file, host.read(file) ?? '').ast).kind !== 'none')
		.map((file) => ({
			...{ code: 'unused-handle', file },
			text: `SvelteKit does not run the \`handle\` of ${file}: only the server hooks have one.`,
		}));
