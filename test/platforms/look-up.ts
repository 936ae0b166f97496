import { hkdfSync } from 'node:crypto';
import { availableParallelism, loadavg } from 'node:os';
import { encode } from '@auth/core/jwt';
import { expect, test } from 'vitest';
import type { Framework } from '../../scripts/lib/attack/table.ts';

/** The cookie of an address without TLS. */
const cookie = 'authjs.session-token';

/** A route of the host that reads tokens again and again: as the application does, with nothing but the decryption, or not at all. */
export const lookUpRoute = (framework: Framework): string => {
	const [module, read] = {
		sveltekit: [
			"import { handle } from '../../auth';",
			`const event = { request, url: new URL(request.url), locals: {} as any, platform: outer.platform, route: { id: '/x' }, params: {}, setHeaders() {},
		cookies: { get() {}, getAll: () => [], set() {}, delete() {}, serialize: () => '' } };
	let found = false;
	await handle({ event: event as any, resolve: async ({ locals }: any) => {
		found = (await locals.auth())?.user != null;
		return new Response('');
	} });
	return found;`,
		],
		'solid-start': [
			"import { getSession } from '@authgraft/runtime/solid-start';\nimport { authConfig } from '../auth';",
			'return (await getSession(request, authConfig))?.user != null;',
		],
	}[framework] as [string, string];
	return `import { jwtDecrypt } from 'jose';
${module}

const inApplication = async (request: Request, outer: any): Promise<boolean> => {
	${read}
};

export const POST = async (outer: any) => {
	const { tokens, rounds, kind, key } = await outer.request.json();
	const bytes = Uint8Array.from(atob(key), (letter) => letter.charCodeAt(0));
	let found = 0;
	for (let round = 0; round < rounds; round++)
		for (const token of tokens) {
			const request = new Request('http://127.0.0.1/x', { headers: { cookie: \`${cookie}=\${token}\` } });
			if (kind === 'look-up') found += Number(await inApplication(request, outer));
			else if (kind === 'decryption') found += Number((await jwtDecrypt(token, bytes)).payload.name === 'Ada');
			else found += Number(request.headers.get('cookie')?.endsWith(token) ?? false);
		}
	return new Response(JSON.stringify({ found }), { headers: { 'content-type': 'application/json' } });
};
`;
};

/** What a look-up takes, where the decryption of one token takes 1. */
export interface LookUpCost {
	/** Of a token that was seen before. */
	known: number;
	/** Of one that is new. */
	fresh: number;
}

const [rounds, samples] = [1_000, 5];
const [tokensAtOnce, oneToken] = [100, 1];

/** On a machine that is busy threads wait, which `jose` hands its work to: a ratio says nothing then. */
const isQuiet = () => (loadavg()[0] ?? 0) <= availableParallelism();

/**
 * Clocks stand still inside some platforms, so it is timed from outside. The least of several samples: whatever else the machine
 * does only ever adds to one.
 */
export function describeLookUp(
	running: () => Promise<string>,
	secret: string,
	keep: (cost: LookUpCost) => void,
): void {
	test('reads a session at a price that is near that of decryption', async () => {
		const origin = await running();
		const info = `Auth.js Generated Encryption Key (${cookie})`;
		const key = Buffer.from(hkdfSync('sha256', secret, cookie, info, 64)).toString('base64');
		const make = (count: number) =>
			Promise.all(
				Array.from({ length: count }, (_, index) =>
					encode({ salt: cookie, secret, maxAge: 86_400, token: { sub: `${index}`, name: 'Ada' } }),
				),
			);
		const least = new Map<string, number>();
		const time = async (kind: string, tokens: string[], times: number) => {
			const begun = performance.now();
			const answer = await fetch(`${origin}/look-up`, {
				...{ method: 'POST', headers: { 'content-type': 'application/json', origin } },
				body: JSON.stringify({ tokens, rounds: times, kind, key }),
			});
			const text = await answer.text();
			const took = (performance.now() - begun) / (tokens.length * times);
			expect(text, kind).toBe(`{"found":${tokens.length * times}}`);
			const name = `${kind} ${tokens.length}`;
			least.set(name, Math.min(least.get(name) ?? Number.POSITIVE_INFINITY, took));
		};
		const [known = ''] = await make(oneToken);
		for (let sample = 0; sample < samples; sample++) {
			const tokens = await make(tokensAtOnce);
			await time('look-up', tokens, 1);
			await time('decryption', tokens, 1);
			await time('nothing', tokens, 1);
			await time('look-up', [known], rounds);
			await time('nothing', [known], rounds);
		}
		const above = (kind: string, count: number) =>
			(least.get(`${kind} ${count}`) ?? 0) - (least.get(`nothing ${count}`) ?? 0);
		const one = above('decryption', tokensAtOnce);
		expect(one).toBeGreaterThan(0);
		const cost = {
			known: Math.max(0, above('look-up', oneToken) / one),
			fresh: Math.max(0, above('look-up', tokensAtOnce) / one),
		};
		if (isQuiet()) keep({ known: Number(cost.known.toFixed(2)), fresh: Number(cost.fresh.toFixed(1)) });
		// Far from the figures that are kept, so that a busy machine does not decide.
		expect(cost.known, 'a token that was seen before').toBeLessThan(2);
		expect(cost.fresh, 'a new token').toBeLessThan(10);
	});
}
