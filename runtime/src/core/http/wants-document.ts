/** Whether a request comes from a person who moves to a page or posts a plain form; else a program asks. */
export function wantsDocument({ method, headers }: Request): boolean {
	const accept = headers.get('accept') ?? '*/*';
	if (accept.includes('text/html')) {
		// A plain form posts as a document, too: its person would get a line of JSON.
		return method === 'GET' || method === 'HEAD' || (method === 'POST' && isForm(headers));
	}
	// `fetch` says that it accepts anything. In a browser it also says that it is no document.
	const anything = accept.includes('*/*') && headers.get('sec-fetch-dest') !== 'empty';
	return anything && (method === 'GET' || method === 'HEAD');
}

function isForm(headers: Headers): boolean {
	const type = headers.get('content-type') ?? '';
	return type.includes('application/x-www-form-urlencoded') || type.includes('multipart/form-data');
}
