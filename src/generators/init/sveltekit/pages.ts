import semver from 'semver';
import { svelteMajor } from '../../../host/framework/version.ts';
import type { Host } from '../../../host/host.ts';
import { importsFrom, moduleFile } from '../../changes/module-file.ts';
import type { Context } from '../../context.ts';
import { render } from '../../templates/index.ts';
import { ownPagesOf, pageFlags, pageSnippet } from '../own-pages.ts';
import { findRouteFolder } from './routes.ts';

/** The pages for signing in and out: form actions, and markup that works without JavaScript. */
export function stagePages(context: Context): void {
	const { signIn, signOut } = ownPagesOf(context);
	stagePage(context, 'signin', signIn, 'the page to sign in on');
	stagePage(context, 'signout', signOut, 'the page to sign out on');
}

/** How a page says what it is given: Svelte 4 has no `$props`. */
export const pageForms = (host: Host) => ({
	runes: svelteMajor(host) !== 4,
	// A version that cannot be told is a new one.
	defaultValue: host.svelte === undefined || semver.gte(host.svelte, '5.6.0'),
	pageProps: host.generation.pageProps,
	passkeys: false,
	look: false,
});

function stagePage(context: Context, name: 'signin' | 'signout', path: string, summary: string): void {
	const { host, staging } = context;
	const folder = findRouteFolder(host, path) ?? `${host.paths.routes}${path}`;
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
	].find((file) => host.exists(file));
	if (taken) {
		const reason = `${path} is a page of yours already; give it the action of ours, or put ours elsewhere with ${pageFlags[name]} <path>`;
		staging.refuse(taken, summary, reason, pageSnippet(host, server), { code: 'own-page' });
		return;
	}
	staging.write(serverFile, summary, server);
	const page = render(`integration-b/${name}/page.svelte`, pageForms(host), context);
	staging.write(pageFile, summary, page);
}
