import type { Host } from '../../../host/host.ts';
import { importsFrom, moduleFile } from '../../changes/module-file.ts';
import type { Context } from '../../context.ts';
import { render } from '../../templates/index.ts';
import { findRouteFolder } from './routes.ts';

/** The pages for signing in and out: form actions, and markup that works without JavaScript. */
export function stagePages(context: Context): void {
	stagePage(context, 'signin', 'the page to sign in on');
	stagePage(context, 'signout', 'the page to sign out on');
}

/** How a page says what it is given: Svelte 4 has no `$props`. */
export const pageForms = (host: Host) => ({
	runes: host.svelte !== 4,
	pageProps: host.generation.pageProps,
	passkeys: false,
});

function stagePage(context: Context, name: 'signin' | 'signout', summary: string): void {
	const { host, staging } = context;
	const folder = findRouteFolder(host, `/${name}`) ?? `${host.paths.routes}/${name}`;
	const serverFile = moduleFile(host, `${folder}/+page.server`);
	const pageFile = `${folder}/+page.svelte`;
	const importPath = context.auth.importName(serverFile);
	const server = render(`integration-b/${name}/page.server.ts`, { authModule: importPath }, context);
	const present = host.read(serverFile);
	if (present !== undefined && importsFrom(serverFile, present, importPath)) {
		staging.skip(serverFile, summary, 'the page is wired already');
		return;
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
		const reason = `/${name} is a page of yours already; give it the action of ours, or move it`;
		staging.refuse(taken, summary, reason, server);
		return;
	}
	staging.write(serverFile, summary, server);
	const page = render(`integration-b/${name}/page.svelte`, pageForms(host), context);
	staging.write(pageFile, summary, page);
}
