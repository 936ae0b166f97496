import { describe, expect, test, vi } from 'vitest';
import { call as solidCall } from '../../solid-start/testing/call.test.helper.js';
import { call as kitCall } from '../../sveltekit/testing/call.test.helper.js';
import { fakeProvider } from '../../testing/index.js';

/** Every claim that the specification names (section 2.4), one that is null, and one that it does not name. */
const claims = {
	name: 'Ada King',
	given_name: 'Ada',
	family_name: 'King',
	middle_name: null,
	nickname: 'Countess',
	preferred_username: 'ada',
	profile: 'https://example.com/ada',
	picture: 'https://example.com/ada.png',
	website: 'https://example.com',
	gender: 'female',
	birthdate: '1815-12-10',
	locale: 'en-GB',
	zoneinfo: 'Europe/London',
	email: 'ada@example.com',
	email_verified: false,
	phone_number: '+44 20 0000 0000',
	updated_at: 1_700_000_000,
	address: {
		country: 'GB',
		formatted: null,
		locality: 'London',
		postal_code: 'SW1Y',
		region: null,
		street_address: "12 St James's Square",
	},
	groups: ['analysts', 'mathematicians'],
};

describe.each([
	['SvelteKit', kitCall, '/auth'],
	['SolidStart', solidCall, '/api/auth'],
] as const)('%s', (_, call, basePath) => {
	test('every claim of a profile reaches the callbacks as the provider sent it', async () => {
		const sub = '1815';
		const fake = fakeProvider({ id: 'fake', user: { id: sub, ...claims } });
		const signIn = vi.fn(() => true);
		const profile = vi.fn((given: object) => ({ id: sub, ...given }));
		const config = { providers: [{ ...fake.provider, profile }], callbacks: { signIn } } as object;
		const { location, cookies } = await call(`${basePath}/signin/fake`, { form: {} }, config);
		const back = new URL(fake.authorize(location));
		const answer = await call(`${back.pathname}${back.search}`, { cookies }, config);

		expect(answer.cookies['authjs.session-token']).toMatch(/^ey/);
		expect(profile.mock.calls[0]?.[0]).toMatchObject({ sub, ...claims });
		expect(signIn.mock.calls[0]).toMatchObject([
			{
				profile: { sub, ...claims },
				account: { provider: 'fake', type: 'oidc', providerAccountId: sub, token_type: 'bearer' },
			},
		]);
	});
});
