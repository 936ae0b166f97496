import type { Host, HostPath } from '../../host/host.ts';
import { indentOf, type Style } from '../../syntax/source.ts';
import { lineEnding } from '../../syntax/text.ts';
import { routerFacts } from '../init/solid-start/routes.ts';
import { pageForms } from '../init/sveltekit/pages.ts';
import { render } from '../templates/index.ts';

/**
 * The sign-in page as `init` writes it, and as it is with passkeys.
 * @param authModule how it imports the auth module.
 */
export function signInPageText(host: Host, authModule: string, style: Style, passkeys: boolean): string {
	if (host.framework === 'sveltekit') {
		const values = { ...pageForms(host), passkeys };
		return render('integration-b/signin/page.svelte', values, { host, style });
	}
	const values = { authModule, ...routerFacts(host), passkeys };
	return render('integration-a/signin.tsx', values, { host, style });
}

/**
 * The habits in which a page of ours is written: the host's, or, since those may have changed meanwhile, what the page
 * itself shows.
 * @param write the page in given habits.
 * @returns undefined for a page that is not ours any more.
 */
export function pageStyle(
	host: Style,
	path: HostPath,
	content: string,
	write: (style: Style) => string,
): Style | undefined {
	const own = path.endsWith('.svelte') ? (host.svelte ?? host) : host;
	const { svelte: _, ...plain } = own;
	const shown = { ...plain, eol: lineEnding(content), indent: indentOf(content) ?? plain.indent };
	const candidates: Style[] = [
		host,
		...(["'", '"'] as const).flatMap((quote) =>
			[true, false].map((semicolons): Style => ({ ...shown, quote, semicolons })),
		),
	];
	return candidates.find((style) => write(style) === content);
}
