import type { AdapterContext } from '../add-adapter/context.ts';
import { knownProviders } from '../add-provider/listed.ts';
import { findSignInPage } from '../add-provider/sign-in-page.ts';
import { type Look, lookOf } from '../look/index.ts';
import { providers } from '../providers/index.ts';
import { signInPageWithAccounts } from './sign-in-page.ts';

/** What a page to sign in on shows where there are accounts. */
const links = {
	sveltekit:
		'{#if data.accounts}<a href={data.accounts.signUp}>Sign up</a> <a href={data.accounts.forgotPassword}>Forgot your password?</a>{/if}',
	'solid-start':
		'<Show when={page()?.accounts}>{(to) => <><a href={to().signUp}>Sign up</a> <a href={to().forgotPassword}>Forgot your password?</a></>}</Show>',
};

/**
 * The page to sign in on leads to those for accounts: written anew where it stands as `init` left it. One that is somebody's
 * own is told of, unless it goes by what it is told of accounts already.
 */
export function stageSignInLinks(
	{ host, module, staging, style }: AdapterContext,
	look: Look = lookOf(host),
): void {
	const path = findSignInPage(host, module.facts.pages.signIn);
	const text = path === undefined ? undefined : staging.read(path);
	if (path === undefined || text === undefined || /\baccounts\b/.test(text)) return;
	const summary = 'leads to the pages for accounts';
	const ids = knownProviders(module.listed, providers).map(({ id }) => id);
	const request = { look, path, authModule: module.importName, ids };
	const made = signInPageWithAccounts({ host, style }, text, request);
	if (made) {
		const { marks } = made;
		staging.edit(path, summary, () => ({ kind: 'edited', text: made.text }));
		if (host.exists(marks.path)) staging.skip(marks.path, marks.summary, 'the file is there already');
		else staging.write(marks.path, marks.summary, marks.text);
		return;
	}
	staging.skip(path, summary, 'see the note');
	staging.note(
		path,
		`${path} leads to no page for accounts yet. Put this where people look for it: ${links[host.framework]}`,
	);
}
