import { createHash, randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { goodEnv, integrations, makeApplication, type OwnRoute } from '../support/application.ts';
import { password, right, signedIn, travel, whoIs } from '../support/fixtures.ts';
import { Page } from '../support/page.ts';
import { Person } from '../support/person.ts';

const page = new Page('bearer-tokens');
afterAll(() => expect(page.left).toEqual([]));
beforeEach(() => void vi.stubEnv('AUTH_SECRET', goodEnv.AUTH_SECRET));
afterEach(() => void vi.unstubAllEnvs());

interface Tokens {
	issueToken(sub: string): Promise<string>;
}
type Routes = Record<string, OwnRoute>;

/** An application with the page's routes. */
async function make(integration: (typeof integrations)[number]) {
	const tokens = await page.module('src/api-token.ts');
	const { GET } = await page.module<Routes>('src/routes/api/me', { '../../api-token': tokens });
	const { startMobile, redeemCode } = await page.module<Routes>('src/mobile.ts', { './api-token': tokens });
	const routes = { '/api/me': GET, '/mobile': startMobile, 'POST /mobile/token': redeemCode } as Routes;
	const config = { providers: [password], pages: { signIn: '/signin' } };
	const app = makeApplication(integration, config, { routes });
	const ask = async (authorization: string, person = new Person(app)) => {
		const { status, text } = await person.visit('/api/me', { headers: { authorization } });
		return status === 200 ? JSON.parse(text) : status;
	};
	return { app, ask, issueToken: (tokens as unknown as Tokens).issueToken };
}

/** What the app on the phone makes. */
function challenge() {
	const verifier = randomBytes(32).toString('base64url');
	return { verifier, path: `/mobile?challenge=${createHash('sha256').update(verifier).digest('base64url')}` };
}
const codeOf = (location = '') => new URL(location).searchParams.get('code') ?? '';

describe.each(integrations)('docs/needs/bearer-tokens.md on %s', (integration) => {
	test('a token says who it is, until it is over', async () => {
		const { ask, issueToken } = await make(integration);
		const token = await issueToken('ada');
		expect(await ask(`Bearer ${token}`)).toEqual({ who: 'ada' });
		travel(60 * 60 + 16);
		expect(await ask(`Bearer ${token}`)).toBe(401);
	});

	test('a cookie is no token, and a token is no session', async () => {
		const { app, ask, issueToken } = await make(integration);
		const ada = await signedIn(app);
		expect(await ask('', ada)).toBe(401);
		expect(await ask(`Bearer ${ada.cookies.find('authjs.session-token')?.value}`)).toBe(401);
		expect(await ask('Bearer eyJhbGciOiJub25lIn0..')).toBe(401);
		const person = new Person(app);
		person.cookies.set('authjs.session-token', await issueToken('ada'));
		expect(await whoIs(person)).toBeNull();
	});

	test('a token of another secret is none', async () => {
		const { ask, issueToken } = await make(integration);
		vi.stubEnv('AUTH_SECRET', 'another'.repeat(8));
		const token = await issueToken('ada');
		vi.stubEnv('AUTH_SECRET', goodEnv.AUTH_SECRET);
		expect(await ask(`Bearer ${token}`)).toBe(401);
	});

	test('an app signs in over the browser', async () => {
		const { app, ask } = await make(integration);
		const { verifier, path } = challenge();
		const person = new Person(app);
		const asked = await person.visit(path);
		expect(new URL(asked.url).pathname).toBe('/signin');
		const callbackUrl = new URL(asked.url).searchParams.get('redirectTo') ?? '';
		const form = { ...right, callbackUrl };
		await person.visit(`${app.basePath}/signin/credentials`, { form, follow: false });
		const { redirects } = await person.visit(path, { follow: false });
		expect(redirects[0]).toMatch(/^com\.example\.app:\/signed-in\?code=/);

		const phone = new Person(app);
		const redeem = (json: object) => phone.visit('/mobile/token', { json, from: null });
		const code = codeOf(redirects[0]);
		expect((await redeem({ code, verifier: challenge().verifier })).status).toBe(401);
		expect((await redeem({ code })).status).toBe(401);
		const { token } = (await redeem({ code, verifier })).json<{ token: string }>();
		expect(await ask(`Bearer ${token}`)).toEqual({ who: 'ada@test.example' });
		expect(await ask(`Bearer ${code}`)).toBe(401);
		travel(77);
		expect((await redeem({ code, verifier })).status).toBe(401);
	});
});
