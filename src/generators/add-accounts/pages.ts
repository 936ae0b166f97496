import type { AuthModule } from '../../audit/auth-module/index.ts';
import { authImport, settingsOf } from '../../audit/auth-module/settings.ts';
import { ruleFile } from '../../audit/path-rules.ts';
import { addRule } from '../../edits/rules/add.ts';
import { runtimeModules } from '../../framework.ts';
import type { Host, HostPath } from '../../host/host.ts';
import { openSources } from '../../host/routes/index.ts';
import { importedAs } from '../../syntax/imports.ts';
import type { AdapterContext } from '../add-adapter/context.ts';
import { moduleFile, parseHostFile } from '../changes/module-file.ts';
import { findRoute } from '../init/solid-start/find-route.ts';
import { findRouteFolder } from '../init/sveltekit/routes.ts';
import { type Look, lookOf } from '../look/index.ts';
import { type AccountPage, accountPages, accountPaths } from '../look/pages.ts';

/** The pages for accounts. A page of the host's own at one of these addresses is refused: two cannot be there. */
export function stagePages(
	context: AdapterContext,
	pages: readonly AccountPage[],
	look: Look | undefined,
): void {
	const { host, module, staging } = context;
	const { importName: authModule } = module;
	const open = pages.filter((page) => isFree(context, page));
	const signIn = signInPath(host, module);
	const paths = signIn === undefined ? {} : { signIn };
	const request = { look: look ?? lookOf(host), pages: open, authModule, paths };
	for (const { path, summary, text } of open.length > 0 ? accountPages(context, request) : [])
		if (host.exists(path)) staging.skip(path, summary, 'the file is there already');
		else staging.write(path, summary, text);
}

/** The page to sign in on, without the host's base; undefined where it is not said, or on another site. */
function signInPath({ base = '' }: Host, { facts }: AuthModule): string | undefined {
	const page = facts.pages.signIn?.replace(/[?#].*$/s, '');
	if (page === undefined || !/^\/[^/]/.test(page)) return undefined;
	return base !== '' && page.startsWith(`${base}/`) ? page.slice(base.length) : page;
}

/** Whether a page is still to be written. */
function isFree({ host, module, staging }: AdapterContext, page: AccountPage): boolean {
	const route = accountPaths[page];
	const file = fileAt(host, route);
	if (file === undefined) return true;
	const summary = `is the page at ${route}`;
	if (isOurs(host, file, module.importName(file), page))
		staging.skip(file, summary, 'the page is there already');
	else
		staging.refuse(
			file,
			summary,
			`is a page of yours at ${route}, where accounts have one: move yours, and run the command again`,
			'',
		);
	return false;
}

/** The file that tells whose page it is; undefined where there is none. */
function fileAt(host: Host, route: string): HostPath | undefined {
	if (host.framework === 'solid-start') return findRoute(host, route.split('/').filter(Boolean));
	const folder = findRouteFolder(host, route);
	if (folder === undefined) return undefined;
	const server = moduleFile(host, `${folder}/+page.server`);
	if (host.exists(server)) return server;
	const other = host.list(folder).find((name) => /^\+(?:page|server)\b/.test(name));
	return `${folder}/${other}`;
}

/** A page of ours takes what it shows from the module of sign-in, or from the runtime. */
function isOurs(host: Host, file: HostPath, authModule: string, page: AccountPage): boolean {
	if (!/\.[jt]sx?$/.test(file)) return false;
	const source = parseHostFile(file, host.read(file) ?? '');
	return host.framework === 'sveltekit'
		? importedAs(source, authModule, page) !== undefined
		: importedAs(source, runtimeModules['solid-start'], 'accountPage') !== undefined;
}

/** Nobody gets to the page for one's own account who is not signed in. */
export function stageAccountRule({ host, module, staging, style }: AdapterContext): void {
	const { framework } = host;
	const { account } = accountPaths;
	const file = ruleFile(host);
	const summary = `guards ${account}`;
	if (file === undefined) {
		const place = framework === 'sveltekit' ? host.paths.serverHooks : `${host.paths.source}/middleware`;
		const reason = 'is missing, so sign-in does not run; set it up again: authgraft init';
		staging.refuse(`${place}.${host.language}`, summary, reason, '');
		return;
	}
	const settings = settingsOf(openSources(host), module);
	staging.edit(file, summary, (content) =>
		addRule(file, content, {
			...{ framework, patterns: [account], fallback: style },
			...authImport(settings, file),
		}),
	);
}
