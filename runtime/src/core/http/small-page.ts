import type { Resolved } from '../types.js';

const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'";

/** Nothing of the page is loaded from elsewhere, framed, or kept; and its URL, which is a key, goes to no other site. */
const headers = {
	'content-type': 'text/html; charset=utf-8',
	'cache-control': 'private, no-store',
	// No `form-action`: Chromium applies it to the redirect after the form, too, and that may lead to another site.
	'content-security-policy': policy,
	'referrer-policy': 'same-origin',
	'x-robots-tag': 'noindex',
};

const style =
	'body{font:1rem/1.5 system-ui,sans-serif;display:grid;place-content:center;min-height:90vh;text-align:center}' +
	'button{font:inherit;padding:.6em 1.4em;border:0;border-radius:.4em;background:var(--brand,#346df1);' +
	'color:var(--text,#fff);cursor:pointer}:root{color-scheme:light dark}';

/** What a page of ours says. */
export interface SmallPage {
	/** Plain text. */
	title: string;
	/** HTML: whatever comes from elsewhere is escaped by {@link escapeHtml}. */
	text: string;
	/** What the button says that posts to this same URL. Without one there is nothing to click on. */
	button?: string;
	/** Where the button posts to instead, and what. */
	form?: { action: string; fields: Readonly<Record<string, string>> };
	/** Runs behind all of it: its text, and the digest of that as a Content-Security-Policy has it. */
	script?: { text: string; hash: string };
	/** A path of this site to go on to. */
	link?: { href: string; label: string };
	/** Default 200. */
	status?: number;
}

/** A page for what the application has none for: the link of a mail leads to it. In the colours of the core's own pages. */
export function smallPage({ core: { theme } }: Resolved, page: SmallPage): Response {
	const scheme = theme?.colorScheme;
	const variables = [
		theme?.brandColor && `--brand:${theme.brandColor}`,
		theme?.buttonText && `--text:${theme.buttonText}`,
		(scheme === 'dark' || scheme === 'light') && `color-scheme:${scheme}`,
	].filter(Boolean);
	const { title, text, button, form: { action, fields = {} } = {}, script, link, status = 200 } = page;
	const inputs = Object.entries(fields).map(
		([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
	);
	const to = action === undefined ? '' : ` action="${escapeHtml(action)}"`;
	const form =
		button &&
		`<form method="post"${to}>${inputs.join('')}<button autofocus>${escapeHtml(button)}</button></form>`;
	const anchor = link && `<p><a href="${escapeHtml(link.href)}">${escapeHtml(link.label)}</a></p>`;
	const html = `<!doctype html>
<html lang="en" style="${escapeHtml(variables.join(';'))}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><style>${style}</style>
<main><h1>${escapeHtml(title)}</h1>
<p>${text}</p>
${form ?? ''}${anchor ?? ''}</main>${script ? `<script>${script.text}</script>` : ''}`;
	const allowed = script && { 'content-security-policy': `${policy}; script-src '${script.hash}'` };
	return new Response(html, { status, headers: { ...headers, ...allowed } });
}

export function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
