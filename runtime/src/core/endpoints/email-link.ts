import type { Adapter } from '@auth/core/adapters';
import { sha256 } from '../digest.js';
import type { Resolved } from '../types.js';

/** Nothing of the page is loaded from elsewhere, framed, or kept; and its URL, which is a key, goes to no other site. */
const headers = {
	'content-type': 'text/html; charset=utf-8',
	'cache-control': 'private, no-store',
	// No `form-action`: Chromium applies it to the redirect after the form, too, and that may lead to another site.
	'content-security-policy':
		"default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
	'referrer-policy': 'same-origin',
	'x-robots-tag': 'noindex',
};

const style =
	'body{font:1rem/1.5 system-ui,sans-serif;display:grid;place-content:center;min-height:90vh;text-align:center}' +
	'button{font:inherit;padding:.6em 1.4em;border:0;border-radius:.4em;background:var(--brand,#346df1);' +
	'color:var(--text,#fff);cursor:pointer}:root{color-scheme:light dark}';

/**
 * The page behind the link of a sign-in e-mail. Mail scanners open every link, and one GET used to use it up: the
 * person came to "this link is no longer valid". Here only the person's click does; it posts to this same URL.
 *
 * @param query the link's: `email`, `token` and `callbackUrl`
 */
export function confirmPage({ core: { theme } }: Resolved, query: URLSearchParams): Response {
	const email = query.get('email');
	const scheme = theme?.colorScheme;
	const variables = [
		theme?.brandColor && `--brand:${theme.brandColor}`,
		theme?.buttonText && `--text:${theme.buttonText}`,
		(scheme === 'dark' || scheme === 'light') && `color-scheme:${scheme}`,
	].filter(Boolean);
	const html = `<!doctype html>
<html lang="en" style="${escapeHtml(variables.join(';'))}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Sign in</title><style>${style}</style>
<main><h1>Sign in</h1>
<p>${email ? `Continue as <strong>${escapeHtml(email)}</strong>?` : 'Continue?'}</p>
<form method="post"><button autofocus>Sign in</button></form></main>`;
	return new Response(html, { headers });
}

/**
 * The adapter, for a link that was sent before a secret was put in front of the others: the core keeps a hash of token
 * and all secrets, and finds none after the rotation.
 *
 * @param token as it stands in the link
 * @returns undefined when there is nothing to do
 */
export function acceptOlderLinks({ core, jwt }: Resolved, token: string | null): Adapter | undefined {
	const { adapter } = core;
	const find = adapter?.useVerificationToken?.bind(adapter);
	if (!adapter || !find || token === null || jwt.secret.length < 2) return undefined;
	return {
		...adapter,
		async useVerificationToken(link) {
			let found = await find(link);
			for (let older = 1; !found && older < jwt.secret.length; older++) {
				found = await find({ ...link, token: await sha256(`${token}${jwt.secret.slice(older)}`) });
			}
			return found;
		},
	};
}

function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
