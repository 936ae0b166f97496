import type { AdapterContext } from '../add-adapter/context.ts';
import { findSignInPage } from '../add-provider/sign-in-page.ts';

/** What a page to sign in on shows where there are accounts. */
const links = {
	sveltekit:
		'{#if data.accounts}<a href={data.accounts.signUp}>Sign up</a> <a href={data.accounts.forgotPassword}>Forgot your password?</a>{/if}',
	'solid-start':
		'<Show when={page()?.accounts}>{(to) => <><a href={to().signUp}>Sign up</a> <a href={to().forgotPassword}>Forgot your password?</a></>}</Show>',
};

/** The page to sign in on leads to those for accounts, by what it is told; one that does not is somebody's own, and told. */
export function stageSignInLinks({ host, module, staging }: AdapterContext): void {
	const path = findSignInPage(host, module.facts.pages.signIn);
	const text = path === undefined ? undefined : staging.read(path);
	if (path === undefined || text === undefined || /\baccounts\b/.test(text)) return;
	staging.skip(path, 'leads to the pages for accounts', 'see the note');
	staging.note(
		path,
		`${path} leads to no page for accounts yet. Put this where people look for it: ${links[host.framework]}`,
	);
}
