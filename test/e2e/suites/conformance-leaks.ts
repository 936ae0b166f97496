import { expect, test } from 'vitest';
import type { Conformance } from './conformance.ts';

interface Leak {
	secret: string;
	/** `GET /app/leak`, or the server's output. */
	where: string;
}

/** Everything that was answered and printed, searched for what nobody but the server may know. The last suite. */
export function describeLeaks(get: () => Conformance): void {
	const leaks = (): Leak[] => {
		const { secrets, proxy, server } = get();
		const texts = [
			// The session's own cookie is where its token belongs.
			...proxy.answers.map(({ request, text }) => [request, text.replace(/^set-cookie\n.*/gim, '')] as const),
			['the output of the server', server.output()] as const,
		];
		return [...secrets].flatMap(([secret, value]) =>
			texts.filter(([, text]) => text.includes(value)).map(([where]) => ({ secret, where })),
		);
	};

	test('nothing of what was answered or printed holds a secret', async () => {
		const { secrets, proxy, origin, base, newPerson } = get();
		expect([...secrets.keys()].sort()).toEqual(
			[
				...['AUTH_SECRET', 'the client secret', 'the password of the mail server', 'the token of a link'],
				...['access_token', 'id_token', "grace's session", "grace's other session", "joan's session"],
				...["ada's first session", "ada's second session"],
			].sort(),
		);
		for (const value of secrets.values()) expect(value).toMatch(/^.{16,}$/);
		expect(proxy.answers.length).toBeGreaterThan(50);
		expect(leaks()).toEqual([]);

		// The search finds what there is to find: cookies that it leaves out, a page that tells, a line that tells.
		const session = secrets.get("grace's session") ?? '';
		expect(proxy.answers.some(({ text }) => text.includes(session))).toBe(true);
		await newPerson().visit(`${origin}${base}/leak`);
		expect(leaks()).toEqual([
			{ secret: 'AUTH_SECRET', where: `GET ${base}/leak` },
			{ secret: 'AUTH_SECRET', where: 'the output of the server' },
		]);
	});
}
