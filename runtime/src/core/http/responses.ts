/** For everything that depends on who asks. */
export const noStore = { 'cache-control': 'private, no-store' };

/** What people get when something of ours fails. */
export function serverError(): Response {
	return Response.json({ message: 'Internal Error' }, { status: 500, headers: noStore });
}

/** What somebody gets who is signed in and may not pass: a line to read in a browser, JSON for programs. */
export function forbidden({ headers }: Pick<Request, 'headers'>): Response {
	if (!headers.get('accept')?.includes('text/html')) {
		return Response.json({ message: 'Forbidden' }, { status: 403, headers: noStore });
	}
	const page =
		'<!doctype html><html lang="en"><title>Forbidden</title><h1>Forbidden</h1><p>You are signed in, and may not see this.';
	return new Response(page, {
		status: 403,
		headers: { 'content-type': 'text/html; charset=utf-8', ...noStore },
	});
}
