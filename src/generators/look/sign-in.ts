import type { ImportName } from '../../audit/auth-module/imports.ts';
import type { HostPath } from '../../host/host.ts';
import type { Context } from '../context.ts';
import { routerFacts } from '../init/solid-start/routes.ts';
import { pageForms } from '../init/sveltekit/pages.ts';
import { render } from '../templates/index.ts';
import { classAttributes, type Look } from './classes.ts';
import { svelteLinks } from './links.ts';
import { markImport } from './marks.ts';
import { type AccountPaths, accountPaths } from './pages.ts';
import { stylesImport } from './styles.ts';
import { hasTitles } from './titles.ts';

export interface AccountSignInRequest {
	look: Look;
	/** Where the page stands: `+page.svelte`, or the route of SolidStart. */
	path: HostPath;
	/** How a file of the host imports the module that configures sign-in. */
	authModule: ImportName;
	/** Whether it offers passkeys. */
	passkeys: boolean;
	/** Pages that are elsewhere than by default. */
	paths?: Partial<AccountPaths>;
}

/** The page to sign in on, as it is where there are accounts: in the host's style, with marks and links. */
export function accountSignIn(
	context: Pick<Context, 'host' | 'style'>,
	{ look, path, authModule, passkeys, paths }: AccountSignInRequest,
): string {
	const { host } = context;
	const values = {
		...{ look: true, passkeys, c: classAttributes(look) },
		...{ markImport: markImport(host, path), stylesImport: stylesImport(host, look, path) },
	};
	if (host.framework === 'solid-start')
		return render(
			'accounts/solid-start/signin.tsx',
			{ ...values, ...routerFacts(host), titles: hasTitles(host), authModule: authModule(path) },
			context,
		);
	const forms = pageForms(host);
	const more = {
		...forms,
		look: true,
		...svelteLinks(host, { ...accountPaths, ...paths }),
		passkeys,
		submit: forms.runes ? 'onsubmit' : 'on:submit',
	};
	return render('accounts/sveltekit/signin.svelte', { ...values, ...more }, context);
}
