/** In the head of a page that was made while building: what it says of the session is nobody's. */
const mark = { name: 'authgraft', content: 'prerendered' };

/** For SvelteKit's `resolve` while building. */
export const marked = {
	transformPageChunk: ({ html }: { html: string }): string =>
		html.replace(/<\/head>/i, `<meta name="${mark.name}" content="${mark.content}">$&`),
};

/** Whether the document that the browser has open was made while building. */
export const isPrerendered = (): boolean =>
	document.querySelector(`meta[name="${mark.name}"][content="${mark.content}"]`) !== null;
