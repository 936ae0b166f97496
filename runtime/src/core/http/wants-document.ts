/**
 * Whether a request comes from a person who moves to a page or posts a plain form; else a program asks.
 *
 * @param isEndpoint whether it is for an endpoint: no page, so that only a navigation counts. Many programs say that they
 *   accept anything, or nothing at all, and would take the sign-in page for their data
 */
export function wantsDocument({ method, headers }: Request, isEndpoint = false): boolean {
	const accept = headers.get('accept') ?? '*/*';
	const mode = headers.get('sec-fetch-mode');
	const reads = method === 'GET' || method === 'HEAD';
	// A plain form posts as a document, too: its person would get a line of JSON.
	if (accept.includes('text/html') || mode === 'navigate')
		return reads || (method === 'POST' && isForm(headers));
	// `fetch` of browsers and of Node names another mode; axios names JSON before anything else.
	const isProgram = isEndpoint || mode !== null || headers.get('sec-fetch-dest') === 'empty';
	return reads && !isProgram && accept.includes('*/*') && !/\bjson\b/i.test(accept);
}

/** Whether one of the segments says `api`, as endpoints are called by custom: nothing else tells hooks what a path is. */
export function isApi(segments: readonly string[]): boolean {
	return segments.some((segment) => segment.toLowerCase() === 'api');
}

function isForm(headers: Headers): boolean {
	const type = headers.get('content-type') ?? '';
	return type.includes('application/x-www-form-urlencoded') || type.includes('multipart/form-data');
}
