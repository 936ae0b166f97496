import { relativeImport } from '../../../host/files/paths.ts';
import type { Host } from '../../../host/host.ts';
import type { Change } from '../../../plan/change.ts';
import { created, importsFrom, skipped } from '../../changes/index.ts';
import { moduleFile } from '../../changes/module-file.ts';
import type { Context } from '../../context.ts';
import { render } from '../../templates/index.ts';
import { authModule } from '../auth-module.ts';
import { findRouteFolder } from './routes.ts';

/** The pages for signing in and out: form actions, and markup that works without JavaScript. */
export const pageChanges = (context: Context): Change[] => [
	...pageChange(context, 'signin', 'the page to sign in on'),
	...pageChange(context, 'signout', 'the page to sign out on'),
];

/** How a page says what it is given: Svelte 4 has no `$props`. */
export const pageForms = (host: Host) => ({
	runes: host.svelte !== 4,
	pageProps: host.generation.pageProps,
	passkeys: false,
});

function pageChange(context: Context, name: 'signin' | 'signout', summary: string): Change[] {
	const { host } = context;
	const folder = findRouteFolder(host, `/${name}`) ?? `${host.paths.routes}/${name}`;
	const serverFile = moduleFile(host, `${folder}/+page.server`);
	const pageFile = `${folder}/+page.svelte`;
	const importPath = relativeImport(serverFile, authModule(context));
	const server = render(`integration-b/${name}/page.server.ts`, { authModule: importPath }, context);
	const present = host.read(serverFile);
	if (present !== undefined && importsFrom(serverFile, present, importPath)) {
		return [skipped(serverFile, summary, 'the page is wired already')];
	}
	const taken = [
		serverFile,
		pageFile,
		`${folder}/+page.ts`,
		`${folder}/+page.js`,
		`${folder}/+server.ts`,
		`${folder}/+server.js`,
	].find((path) => host.exists(path));
	if (taken) {
		return [
			{
				kind: 'refuse',
				path: taken,
				summary,
				reason: `/${name} is a page of yours already; give it the action of ours, or move it`,
				snippet: server,
			},
		];
	}
	return [
		created(serverFile, server, summary),
		created(pageFile, render(`integration-b/${name}/page.svelte`, pageForms(host), context), summary),
	];
}
