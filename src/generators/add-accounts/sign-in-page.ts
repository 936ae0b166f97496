import { pageStyle, signInPageText } from '../add-provider/sign-in-page-text.ts';
import type { Context } from '../context.ts';
import { providerMarks } from '../look/marks.ts';
import type { NewFile } from '../look/pages.ts';
import { type AccountSignInRequest, accountSignIn } from '../look/sign-in.ts';

/**
 * The page to sign in on with links to the other pages and the marks of providers, where nobody has changed it since
 * `init` wrote it.
 *
 * @param content of the page
 * @param request.ids of the host's providers
 * @returns undefined for a page that is somebody's own; else the page, and the file with the marks
 */
export function signInPageWithAccounts(
	{ host, style }: Pick<Context, 'host' | 'style'>,
	content: string,
	request: Omit<AccountSignInRequest, 'passkeys'> & { ids: readonly string[] },
): { text: string; marks: NewFile } | undefined {
	const { path, look, ids } = request;
	const authModule = request.authModule(path);
	for (const passkeys of [false, true]) {
		const own = pageStyle(style, path, content, (candidate) =>
			signInPageText(host, authModule, candidate, passkeys),
		);
		if (!own) continue;
		const text = accountSignIn({ host, style: own }, { ...request, passkeys });
		return { text, marks: providerMarks({ host, style }, look, ids) };
	}
	return undefined;
}
