import type { Resolved } from './types.js';

/** Nothing of the page is loaded from elsewhere, framed, or kept; and its URL, which is a key, goes to no other site. */
const headers = {
	'content-type': 'text/html; charset=utf-8',
	'cache-control': 'private, no-store',
	'content-security-policy':
		"default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
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

function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
