import { guardCall } from '../../../edits/wiring/locals.ts';
import { addAuthMiddleware } from '../../../edits/wiring/middleware.ts';
import { registerMiddleware } from '../../../edits/wiring/register-middleware.ts';
import { runtimeModules } from '../../../framework.ts';
import { moduleFile } from '../../changes/module-file.ts';
import type { Context } from '../../context.ts';
import { render } from '../../templates/index.ts';
import { leaveElsewhere } from '../elsewhere.ts';
import { localsOwned } from '../locals-owner.ts';

const middlewareFile = ({ host }: Context): string =>
	host.middleware ?? moduleFile(host, `${host.paths.source}/middleware`);

/** The middleware: makes `event.locals.auth()` work, and guards paths. Merged into the one that is registered. */
export function stageMiddleware(context: Context): void {
	const { host, staging, style, answers } = context;
	const { protect } = answers;
	const path = middlewareFile(context);
	const summary =
		protect.length > 0 ? `knows the session, guards ${protect.join(', ')}` : 'knows the session';
	const request = {
		authModule: context.auth.importName(path),
		runtimeModule: runtimeModules['solid-start'],
		protect,
		fallback: style,
	};
	const text = render(
		'integration-a/middleware.ts',
		{ ...request, guard: protect.length > 0 && guardCall('protect', protect, "'") },
		context,
	);
	if (!host.middleware && host.exists(path)) {
		const option = `${host.generation.optionsCall}({ middleware: './${path}' })`;
		const reason = `exists, but ${configFile(context)} does not register it, so it does not run; register it (${option}), or move it`;
		staging.refuse(path, summary, reason, text);
		return;
	}
	const owned = localsOwned(context);
	if (owned !== undefined) {
		staging.refuse(path, summary, owned, '', { code: 'own-locals' });
		return;
	}
	if (leaveElsewhere(context, path, summary)) return;
	staging.edit(
		path,
		summary,
		(content) => addAuthMiddleware(path, content, request),
		() => text,
	);
}

/** The config that decides in this generation, also where the files of both lie there. */
const configFile = ({ host }: Context): string => host.configFile ?? host.generation.configFile;

/** The config names the middleware file, or it never runs. */
export function stageConfig(context: Context): void {
	const { host, staging, style } = context;
	const path = configFile(context);
	const summary = 'registers the middleware';
	if (host.middleware) {
		staging.skip(path, summary, 'a middleware is registered already');
		return;
	}
	const request = {
		file: `./${middlewareFile(context)}`,
		call: host.generation.optionsCall,
		fallback: style,
	};
	if (!host.exists(path)) {
		const snippet = `${request.call}({ middleware: '${request.file}' })`;
		staging.refuse(path, summary, 'does not exist', snippet);
		return;
	}
	staging.edit(path, summary, (content) => registerMiddleware(path, content, request));
}
