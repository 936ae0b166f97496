import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';

/** A route of the host that refreshes the tokens of whoever it is told of, at a provider that it is told of. */
export const refreshRoute = (
	module: string,
	url: string,
): string => `import { refreshTokens } from '${module}';

const refreshed = refreshTokens({
	refresh: ({ refresh_token, signal }) =>
		fetch(refresh_token, { method: 'POST', body: new URLSearchParams({ refresh_token }), signal })
});

export const GET = async (event: ${url === 'event.url' ? '{ url: URL }' : '{ request: Request }'}) => {
	const refresh_token = ${url}.searchParams.get('at');
	const given = { provider: 'x', access_token: 'old', refresh_token, expires_at: 1 };
	const token = await refreshed({ token: given } as never);
	return new Response(String(token.access_token));
};
`;

/** Answers after a while, with the number of the request for that token. */
async function startProvider() {
	const asked = new Map<string, number>();
	const server = createServer(async (request, response) => {
		const token = new URLSearchParams(await text(request)).get('refresh_token') ?? '';
		const count = (asked.get(token) ?? 0) + 1;
		asked.set(token, count);
		await new Promise((resolve) => setTimeout(resolve, 400));
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify({ access_token: `new ${count}`, refresh_token: 'next', expires_in: 3600 }));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	const address = (id: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/${id}`;
	return { address, asked };
}

/** A platform on which a request may not wait for what another one has begun hangs here, or asks twice. */
export function describeRefresh(running: () => Promise<string>): void {
	test('asks a provider once for requests that come together, also when the first is cut off', async () => {
		const origin = await running();
		const { address, asked } = await startProvider();
		const refresh = async (token: string, signal = AbortSignal.timeout(20_000)) =>
			(await fetch(`${origin}/refresh?at=${encodeURIComponent(token)}`, { signal })).text();
		const [first, second] = [address('first'), address('second')];
		expect(await Promise.all(Array.from({ length: 6 }, () => refresh(first)))).toEqual(
			Array.from({ length: 6 }, () => 'new 1'),
		);
		expect(asked.get(first)).toBe(1);

		const gone = new AbortController();
		const cut = refresh(second, gone.signal).catch(() => 'cut off');
		await new Promise((resolve) => setTimeout(resolve, 150));
		const rest = Array.from({ length: 4 }, () => refresh(second));
		setTimeout(() => gone.abort(), 50);
		expect(await cut).toBe('cut off');
		expect(await Promise.all(rest)).toEqual(Array.from({ length: 4 }, () => 'new 1'));
		expect(asked.get(second)).toBe(1);
	});
}
