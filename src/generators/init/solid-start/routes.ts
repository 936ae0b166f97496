import semver from 'semver';
import { relativeImport } from '../../../host/files/paths.ts';
import type { Host } from '../../../host/host.ts';
import type { Change } from '../../../plan/change.ts';
import { created, importsFrom, skipped } from '../../changes/index.ts';
import { moduleFile } from '../../changes/module-file.ts';
import type { Context } from '../../context.ts';
import { render } from '../../templates/index.ts';
import { authModule } from '../auth-module.ts';
import { basePathOf } from './catch-all.ts';
import { findRoute } from './find-route.ts';

/** The query that pages read the session with. It is the host's own source: a package cannot hold server functions. */
export function sessionChange(context: Context): Change {
	const path = sessionModule(context);
	const imports = [relativeImport(path, authModule(context))];
	const values = { authModule: imports[0], ...routerFacts(context.host) };
	const text = render('integration-a/session.ts', values, context);
	return ownFile(context, path, 'the session as a query for pages', text, imports);
}

const sessionModule = ({ host }: Context): string => moduleFile(host, `${host.paths.source}/session`);

/** The pages for signing in and out: plain forms to the auth endpoints, which work without JavaScript. */
export const pageChanges = (context: Context): Change[] => [
	page(context, 'signin', 'the page to sign in on'),
	page(context, 'signout', 'the page to sign out on'),
];

function page(context: Context, name: 'signin' | 'signout', summary: string): Change {
	const { host } = context;
	const path = findRoute(host, [name]) ?? `${host.paths.routes}/${name}.${host.language}x`;
	const [auth, session] = [authModule(context), sessionModule(context)].map((file) =>
		relativeImport(path, file),
	);
	const values = {
		authModule: auth,
		sessionModule: session,
		signOutAction: `${host.base ?? ''}${basePathOf(context)}/signout`,
		...routerFacts(context.host),
	};
	return ownFile(context, path, summary, render(`integration-a/${name}.tsx`, values, context), [
		auth,
		session,
	]);
}

/** The router's `query` was called `cache` before 0.15. A version that cannot be told is a new one. */
export function routerFacts(host: Host): { query: 'query' | 'cache'; oldRouter: boolean } {
	const oldRouter = host.router !== undefined && semver.lt(host.router, '0.15.0');
	return { query: oldRouter ? 'cache' : 'query', oldRouter };
}

/** A file of ours: created, or left alone when it is there and imports ours; anything else is the host's own. */
function ownFile(
	{ host }: Context,
	path: string,
	summary: string,
	text: string,
	imports: (string | undefined)[],
): Change {
	const present = host.read(path);
	if (present === undefined) return created(path, text, summary);
	const ours = imports.some((module) => module !== undefined && importsFrom(path, present, module));
	if (ours) return skipped(path, summary, 'the file is there already');
	return { kind: 'refuse', path, summary, reason: 'exists and does something else', snippet: text };
}
