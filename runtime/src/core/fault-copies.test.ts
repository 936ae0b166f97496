import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { customFetch, skipCSRFCheck } from '@auth/core';
import { CredentialsSignin } from '@auth/core/errors';
import { describe, expect, test } from 'vitest';
import { call, json } from '../sveltekit/testing/call.test.helper.js';

const core = dirname(createRequire(import.meta.url).resolve('@auth/core'));
/** A module of a second copy of the core, as an adapter that pins another version brings one: loaded anew. */
const second = <T>(file: string): Promise<T> => import(`${pathToFileURL(join(core, file)).href}?second`);
type Symbols = Pick<typeof import('@auth/core'), 'customFetch' | 'skipCSRFCheck'>;

describe('fault 21: two copies of the core', () => {
	test('a CredentialsSignin of the other copy is a wrong password, code and all', async () => {
		const other = await second<typeof import('@auth/core/errors')>('errors.js');
		const { default: Credentials } =
			await second<typeof import('@auth/core/providers/credentials')>('providers/credentials.js');
		class Locked extends other.CredentialsSignin {
			override code = 'locked';
		}
		const provider = Credentials({
			authorize() {
				throw new Locked();
			},
		});
		expect(new Locked()).not.toBeInstanceOf(CredentialsSignin);
		const event = { form: { password: 'x' }, headers: json };
		const { status, response } = await call('/auth/callback/credentials', event, { providers: [provider] });
		expect(status).toBe(401);
		expect(await response.json()).toMatchObject({ error: 'CredentialsSignin', code: 'locked' });
	});

	test('a provider’s own fetch is still used', async () => {
		const other = await second<Symbols>('lib/symbols.js');
		expect(other.customFetch).not.toBe(customFetch);
		const issuer = 'https://id.example';
		const asked: string[] = [];
		const fetch = async (url: URL | RequestInfo) => {
			asked.push(String(url));
			return Response.json({ issuer, authorization_endpoint: `${issuer}/authorize` });
		};
		const provider = { id: 'id', name: 'Id', type: 'oidc', issuer, clientId: 'a', clientSecret: 'b' };
		const { location } = await call(
			'/auth/signin/id',
			{ form: {} },
			{ providers: [{ ...provider, [other.customFetch]: fetch } as never] },
		);
		expect(asked).toEqual([`${issuer}/.well-known/openid-configuration`]);
		expect(location).toMatch(/^https:\/\/id\.example\/authorize\?/);
	});

	test('its skipCSRFCheck is as good as ours, and opens no other site’s way in', async () => {
		const other = await second<Symbols>('lib/symbols.js');
		expect(other.skipCSRFCheck).not.toBe(skipCSRFCheck);
		const signOut = (headers: Record<string, string>) =>
			call('/auth/signout', { form: {}, headers }, { skipCSRFCheck: other.skipCSRFCheck } as never);
		expect((await signOut({ origin: 'none' })).location).toBe('http://localhost:3000/');
		expect((await signOut({ origin: 'https://evil.example' })).location).toMatch(/error=MissingCSRF/);
	});
});
