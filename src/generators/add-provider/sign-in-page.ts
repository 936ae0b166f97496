import type { ImportName } from '../../audit/auth-module/imports.ts';
import { addSignInButton } from '../../edits/sign-in-button/index.ts';
import { removeSignInButton } from '../../edits/sign-in-button/remove.ts';
import type { Host, HostPath } from '../../host/host.ts';
import type { Style } from '../../syntax/source.ts';
import type { Staging } from '../changes/index.ts';
import { hostStyle } from '../changes/style.ts';
import { findRoute } from '../init/solid-start/find-route.ts';
import { findRouteFolder } from '../init/sveltekit/routes.ts';
import { markFile, marksAnew } from '../look/marks.ts';
import { accountSignIn } from '../look/sign-in.ts';
import type { ProviderFact } from '../providers/fact.ts';
import { providers } from '../providers/index.ts';
import { pageStyle, signInPageText } from './sign-in-page-text.ts';

export interface ListedProviders {
	/** How pages import the auth module. */
	authModule: ImportName;
	/** `pages.signIn` of the auth module: a path, with or without the host's base. Undefined: where `init` puts the page. */
	signInPage: string | undefined;
	/** Ids of the providers besides those that are added or removed, in their order. */
	ids: string[];
	names: Record<string, string>;
	/** Where a caller knows it; else the catalogue's, by the id. */
	types?: Record<string, ProviderFact['type']>;
	/** Where the auth endpoints are, without the host's base; for what people paste. Undefined: the default. */
	basePath?: string | undefined;
}

export interface SignInProvider {
	id: string;
	name: string;
	type: ProviderFact['type'];
}

/** Gives the sign-in page what the added providers need. Refuses nothing: a missing button must not stop a plan. */
export function stageSignInPage(
	staging: Staging,
	host: Host,
	request: ListedProviders & { added: SignInProvider[] },
): void {
	const path = findSignInPage(host, request.signInPage);
	if (!path) return;
	const { added } = request;
	const [passkey] = added.filter(({ type }) => type === 'webauthn');
	if (passkey) stagePasskeys(staging, host, path, request, passkey);
	stageMarks(staging, host, request.ids, [...request.ids, ...added.map(({ id }) => id)]);
	const known = buttonsOf(request);
	const names = { ...request.names };
	for (const provider of added.filter(({ type }) => type !== 'webauthn')) {
		names[provider.id] = provider.name;
		const button = { ids: [...known], names: { ...names }, provider, authPath: authPathOf(host, request) };
		staging.edit(path, `has a button for ${provider.name}`, (content) =>
			addSignInButton(path, content, button),
		);
		if (/^(?:oauth|oidc)$/.test(provider.type)) known.push(provider.id);
	}
}

/**
 * The reverse.
 * @param request.passkeysLeft another provider of passkeys stays.
 */
export function unstageSignInPage(
	staging: Staging,
	host: Host,
	request: ListedProviders & { removed: SignInProvider[]; passkeysLeft: boolean },
): void {
	const path = findSignInPage(host, request.signInPage);
	if (!path) return;
	const { removed, passkeysLeft } = request;
	const [passkey] = removed.filter(({ type }) => type === 'webauthn');
	if (passkey && !passkeysLeft) unstagePasskeys(staging, host, path, request, passkey);
	stageMarks(staging, host, [...request.ids, ...removed.map(({ id }) => id)], request.ids);
	const gone = removed.filter(({ type }) => type !== 'webauthn');
	const names = { ...request.names, ...Object.fromEntries(removed.map(({ id, name }) => [id, name])) };
	// The last one first: each is the copy of the one in front of it.
	for (const [index, provider] of [...gone.entries()].reverse()) {
		const ids = [...buttonsOf(request), ...gone.slice(0, index).map(({ id }) => id)];
		const button = { ids, names, provider };
		staging.edit(path, `has no button for ${provider.name}`, (content) =>
			removeSignInButton(path, content, button),
		);
	}
}

/** Those that are started by a button alone. What the catalogue does not know is somebody's own: mostly so. */
const buttonsOf = ({ ids, types = {} }: ListedProviders): string[] =>
	ids.filter((id) => {
		const type = types[id] ?? providers.find((fact) => fact.id === id)?.type ?? 'oauth';
		return type === 'oauth' || type === 'oidc';
	});

const authPathOf = (host: Host, { basePath }: ListedProviders): string =>
	`${host.base ?? ''}${basePath ?? host.generation.authBasePath}`;

/** The file with the markup of the sign-in page; undefined where the core shows its own, or another site does. */
export function findSignInPage(host: Host, signInPage = '/signin'): HostPath | undefined {
	if (!/^\/(?!\/)/.test(signInPage)) return undefined;
	const path = signInPage.replace(/[?#].*$/s, '');
	const { base } = host;
	const route = base && (path === base || path.startsWith(`${base}/`)) ? path.slice(base.length) : path;
	if (host.framework === 'solid-start') {
		const file = findRoute(host, route.split('/').filter(Boolean));
		return file && /\.[jt]sx$|\.js$/.test(file) ? file : undefined;
	}
	const folder = findRouteFolder(host, route);
	const page = folder && host.list(folder).find((name) => /^\+page(?:@.*)?\.svelte$/.test(name));
	return page && `${folder}/${page}`;
}

/** The marks of the providers, where a page has them and nobody has changed their file: of all that there are then. */
function stageMarks(staging: Staging, host: Host, before: readonly string[], after: readonly string[]): void {
	const path = markFile(host);
	const content = staging.read(path);
	if (content === undefined) return;
	const text = marksAnew({ host, style: hostStyle(host) }, content, before, after);
	if (text !== undefined && text !== content)
		staging.edit(path, 'has the marks of the providers', () => ({ kind: 'edited', text }));
}

/** Writes the page anew with passkeys, where nobody has changed it since `init` wrote it. */
function stagePasskeys(
	staging: Staging,
	host: Host,
	path: HostPath,
	{ authModule }: ListedProviders,
	{ id, name }: SignInProvider,
): void {
	rewrite(staging, host, path, {
		authModule,
		...{ summary: 'signs in with passkeys', passkeys: true, there: 'offers passkeys already' },
		note: `The page is your own, so it does not offer ${name} yet. Put this where a person clicks: ${snippetFor(host, id)}`,
	});
}

function unstagePasskeys(
	staging: Staging,
	host: Host,
	path: HostPath,
	{ authModule }: ListedProviders,
	{ name }: SignInProvider,
): void {
	rewrite(staging, host, path, {
		authModule,
		...{ summary: 'has no passkeys', passkeys: false, there: 'offers no passkeys' },
		note: `The page is your own: where it offers ${name}, take that away by hand.`,
	});
}

interface Rewriting {
	authModule: ImportName;
	summary: string;
	passkeys: boolean;
	/** Why nothing is done, where it is so already. */
	there: string;
	/** What people do by hand. */
	note: string;
}

function rewrite(staging: Staging, host: Host, path: HostPath, rewriting: Rewriting): void {
	const { authModule, summary, passkeys, there, note } = rewriting;

	staging.edit(path, summary, (content) => {
		const own = hostStyle(host);
		// As `init` writes it, or as it is where there are accounts.
		const forms = [
			(style: Style, has: boolean) => signInPageText(host, authModule(path), style, has),
			...(['plain', 'tailwind'] as const).map((look) => (style: Style, has: boolean) => {
				return accountSignIn({ host, style }, { look, path, authModule, passkeys: has });
			}),
		];
		for (const shown of forms) {
			const style = pageStyle(own, path, content, (candidate) => shown(candidate, !passkeys));
			if (style) return { kind: 'edited', text: shown(style, passkeys) };
			const done = pageStyle(own, path, content, (candidate) => shown(candidate, passkeys));
			if (done) return { kind: 'unchanged', reason: there };
		}
		return { kind: 'unchanged', reason: 'the page is your own', notes: [note] };
	});
}

const snippetFor = ({ framework }: Host, id: string): string =>
	`import { signIn } from '@authgraft/runtime/${framework}/webauthn'; await signIn('${id}', { action: 'authenticate' }); (or { action: 'register', email }, for a new passkey)`;
