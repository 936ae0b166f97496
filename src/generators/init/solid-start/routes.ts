import semver from 'semver';
import { relativeImport } from '../../../host/files/paths.ts';
import type { Host } from '../../../host/host.ts';
import { importsFrom, moduleFile } from '../../changes/module-file.ts';
import type { Context } from '../../context.ts';
import { render } from '../../templates/index.ts';
import { basePathOf } from '../base-path.ts';
import { ownPagesOf, pageFlags, pageSnippet } from '../own-pages.ts';
import { findRoute } from './find-route.ts';

/** The query that pages read the session with. It is the host's own source: a package cannot hold server functions. */
export function stageSession(context: Context): void {
	const path = sessionModule(context);
	const imports = [context.auth.importName(path)];
	const values = { authModule: imports[0], ...routerFacts(context.host) };
	const text = render('integration-a/session.ts', values, context);
	stageOwnFile(context, path, 'the session as a query for pages', text, imports);
}

const sessionModule = ({ host }: Context): string => moduleFile(host, `${host.paths.source}/session`);

/** The pages for signing in and out: plain forms to the auth endpoints, which work without JavaScript. */
export function stagePages(context: Context): void {
	const { signIn, signOut } = ownPagesOf(context);
	stagePage(context, 'signin', signIn, 'the page to sign in on');
	stagePage(context, 'signout', signOut, 'the page to sign out on');
}

function stagePage(context: Context, name: 'signin' | 'signout', route: string, summary: string): void {
	const { host } = context;
	const path =
		findRoute(host, route.split('/').filter(Boolean)) ?? `${host.paths.routes}${route}.${host.language}x`;
	const auth = context.auth.importName(path);
	const session = relativeImport(path, sessionModule(context));
	const values = {
		authModule: auth,
		sessionModule: session,
		signOutAction: `${host.base ?? ''}${basePathOf(context)}/signout`,
		...routerFacts(context.host),
	};
	const text = render(`integration-a/${name}.tsx`, values, context);
	const elsewhere = `; move it, or put ours elsewhere with ${pageFlags[name]} <path>`;
	stageOwnFile(context, path, summary, text, [auth, session], elsewhere);
}

/** The router's `query` was called `cache` before 0.15. A version that cannot be told is a new one. */
export function routerFacts(host: Host): { query: 'query' | 'cache'; oldRouter: boolean } {
	const oldRouter = host.router !== undefined && semver.lt(host.router, '0.15.0');
	return { query: oldRouter ? 'cache' : 'query', oldRouter };
}

/** A file of ours: created, or left alone when it is there and imports ours; anything else is the host's own. */
function stageOwnFile(
	{ host, staging }: Context,
	path: string,
	summary: string,
	text: string,
	imports: (string | undefined)[],
	elsewhere = '',
): void {
	const isOurs = (present: string) =>
		imports.some((module) => module !== undefined && importsFrom(path, present, module));
	staging.edit(
		path,
		summary,
		(present) =>
			isOurs(present)
				? { kind: 'unchanged', reason: 'the file is there already' }
				: {
						kind: 'refused',
						reason: `exists and does something else${elsewhere}`,
						snippet: pageSnippet(host, text),
					},
		() => text,
	);
}
