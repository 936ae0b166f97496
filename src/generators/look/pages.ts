import type { ImportName } from '../../audit/auth-module/imports.ts';
import type { HostPath } from '../../host/host.ts';
import { moduleFile } from '../changes/module-file.ts';
import type { Context } from '../context.ts';
import { findRoute } from '../init/solid-start/find-route.ts';
import { routerFacts } from '../init/solid-start/routes.ts';
import { pageForms } from '../init/sveltekit/pages.ts';
import { findRouteFolder } from '../init/sveltekit/routes.ts';
import { render } from '../templates/index.ts';
import { classAttributes, type Look } from './classes.ts';
import { svelteLinks } from './links.ts';
import { stylesFile, stylesImport, stylesText } from './styles.ts';
import { hasTitles } from './titles.ts';

/** Paths of the pages for accounts, and of the one to sign in on. */
export interface AccountPaths {
	signIn: string;
	signUp: string;
	forgotPassword: string;
	setPassword: string;
	account: string;
}

export const accountPaths: AccountPaths = {
	signIn: '/signin',
	signUp: '/signup',
	forgotPassword: '/forgot-password',
	setPassword: '/set-password',
	account: '/account',
};

export type AccountPage = Exclude<keyof AccountPaths, 'signIn'>;

/** What each page is to people, for a plan. */
const summaries: Record<AccountPage, string> = {
	signUp: 'the page to sign up on',
	forgotPassword: 'the page for a forgotten password',
	setPassword: 'the page to choose a password on',
	account: 'the page for one’s own account',
};

export interface AccountPagesRequest {
	look: Look;
	/** Those that are wanted. */
	pages: readonly AccountPage[];
	/** How a file of the host imports the module that configures sign-in. */
	authModule: ImportName;
	/** Those that are elsewhere than by default. */
	paths?: Partial<AccountPaths>;
}

export interface NewFile {
	path: HostPath;
	/** What it is, in a few words. */
	summary: string;
	text: string;
	/** What it imports of ours: a file that is there and imports it is ours. Undefined for styles. */
	imports?: string;
}

/** The pages for accounts, and the file with their styles. What is there already is the caller's to look at. */
export function accountPages(
	context: Pick<Context, 'host' | 'style'>,
	request: AccountPagesRequest,
): NewFile[] {
	const { host } = context;
	const { look } = request;
	const paths = { ...accountPaths, ...request.paths };
	const styles = { path: stylesFile(host, look), summary: 'the styles of these pages' };
	const files = request.pages.flatMap((page) =>
		host.framework === 'sveltekit'
			? sveltePage(context, request, page, paths)
			: [solidPage(context, request, page, paths)],
	);
	return [...files, { ...styles, text: stylesText(context, look) }];
}

function sveltePage(
	context: Pick<Context, 'host' | 'style'>,
	{ look, authModule }: AccountPagesRequest,
	page: AccountPage,
	paths: AccountPaths,
): NewFile[] {
	const { host } = context;
	const folder = findRouteFolder(host, paths[page]) ?? `${host.paths.routes}${paths[page]}`;
	const serverFile = moduleFile(host, `${folder}/+page.server`);
	const path = `${folder}/+page.svelte`;
	const forms = pageForms(host);
	const { pathsImport, link } = svelteLinks(host, paths);
	const values = {
		...forms,
		...{ pathsImport, link, c: classAttributes(look) },
		...{ click: forms.runes ? 'onclick' : 'on:click', stylesImport: stylesImport(host, look, path) },
	};
	const imports = authModule(serverFile);
	return [
		{
			path: serverFile,
			summary: summaries[page],
			text: render('accounts/sveltekit/page.server.ts', { name: page, authModule: imports }, context),
			imports,
		},
		{
			path,
			summary: summaries[page],
			text: render(`accounts/sveltekit/${templates[page]}.svelte`, values, context),
		},
	];
}

function solidPage(
	context: Pick<Context, 'host' | 'style'>,
	{ look, authModule }: AccountPagesRequest,
	page: AccountPage,
	paths: AccountPaths,
): NewFile {
	const { host } = context;
	const found = findRoute(host, paths[page].split('/').filter(Boolean));
	const path = found ?? `${host.paths.routes}${paths[page]}.${host.language}x`;
	const imports = authModule(path);
	const at = (name: keyof AccountPaths): string => `${host.base ?? ''}${paths[name]}`;
	const values = {
		...routerFacts(host),
		titles: hasTitles(host),
		...{ authModule: imports, c: classAttributes(look), stylesImport: stylesImport(host, look, path) },
		href: {
			signIn: `href="${at('signIn')}"`,
			signInAgain: `href="${at('signIn')}?callbackUrl=${encodeURIComponent(at('account'))}"`,
			forgotPassword: `href="${at('forgotPassword')}"`,
		},
	};
	const text = render(`accounts/solid-start/${templates[page]}.tsx`, values, context);
	return { path, summary: summaries[page], text, imports };
}

const templates: Record<AccountPage, string> = {
	signUp: 'signup',
	forgotPassword: 'forgot-password',
	setPassword: 'set-password',
	account: 'account',
};
