/** For everything that depends on who asks. */
export const noStore = { 'cache-control': 'private, no-store' };

/** What people get when something of ours fails. */
export function serverError(): Response {
	return Response.json({ message: 'Internal Error' }, { status: 500, headers: noStore });
}
