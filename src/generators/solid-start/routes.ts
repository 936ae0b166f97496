import type { Change } from '../../plan/change.ts';
import { authModule } from '../auth-module.ts';
import { created, importsFrom, relativeImport, skipped } from '../change.ts';
import type { Context } from '../context.ts';
import { moduleFile } from '../module-file.ts';
import { render } from '../template.ts';
import { basePathOf } from './catch-all.ts';
import { findRoute } from './find-route.ts';

/** The query that pages read the session with. It is the host's own source: a package cannot hold server functions. */
export function sessionChange(context: Context): Change {
	const path = sessionModule(context);
	const values = { authModule: relativeImport(path, authModule(context)) };
	return ownFile(context, path, 'the session as a query for pages', 'integration-a/session.ts', values);
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
	const values = {
		authModule: relativeImport(path, authModule(context)),
		sessionModule: relativeImport(path, sessionModule(context)),
		signOutAction: `${host.base ?? ''}${basePathOf(context)}/signout`,
	};
	return ownFile(context, path, summary, `integration-a/${name}.tsx`, values);
}

/** A file of ours: created, or left alone when it is there and imports ours; anything else is the host's own. */
function ownFile(
	context: Context,
	path: string,
	summary: string,
	template: string,
	values: Record<string, string>,
): Change {
	const text = render(template, values, context);
	const present = context.host.read(path);
	if (present === undefined) return created(path, text, summary);
	const ours = Object.values(values).some((module) => importsFrom(path, present, module));
	if (ours) return skipped(path, summary, 'the file is there already');
	return { kind: 'refuse', path, summary, reason: 'exists and does something else', snippet: text };
}
