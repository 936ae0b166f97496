/** Of a text that others write: the log is read in terminals, and kept. */
const mostCharacters = 200;

/** What others send, as a part of one line: nothing that moves a cursor or turns the text round, and not at any length. */
export function oneLine(text: string): string {
	return text
		.slice(0, 10 * mostCharacters)
		.replace(/[\p{C}\p{Z}]+/gu, ' ')
		.trim()
		.slice(0, mostCharacters);
}

/** The same without what may be a token, a code or a secret. */
export function plainWords(text: string): string {
	const isName = (word: string) => word.length <= 40 && !/\d/.test(word);
	return oneLine(text.replace(/[\w+=~-]{20,}/g, (word) => (isName(word) ? word : '[...]')));
}

/** As RFC 6749 (4.1.2.1, 5.2) has it, and the errors of the OAuth library. */
interface Words {
	error?: unknown;
	error_description?: unknown;
	code?: unknown;
	status?: unknown;
	/** Of an error: the body, the challenges of `WWW-Authenticate`, or the response. */
	cause?: unknown;
	body?: Words;
	parameters?: Words;
}

/**
 * What the provider answered when a sign-in failed, in its own words: `invalid_client, status 401, "Unknown client"`. The
 * messages of the core and its libraries leave it out, and it is nearly always what has to be known.
 *
 * @param cause of an error of the core: what it wraps, or with what the provider sent people back
 */
export function providerAnswer(cause: Words & { err?: unknown }): string {
	const err = cause.err as Words | undefined;
	if (err && !String(err.code).startsWith('OAUTH_')) return '';
	const sent = [err?.cause].flat()[0] as Words | undefined;
	const places = [err ?? cause, sent?.parameters, sent?.body, sent];
	const said = places.find((words) => typeof words?.error === 'string');
	const status = err?.status ?? (err && sent?.status);
	const description = plainWords(String(said?.error_description ?? ''));
	const words = [
		said && plainWords(String(said.error)),
		typeof status === 'number' && `status ${status}`,
		description && `"${description}"`,
	];
	return words.filter(Boolean).join(', ');
}
