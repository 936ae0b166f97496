import { expect } from 'vitest';
import { startIdentityProvider } from '../../../../support/identity-provider.ts';
import { people } from '../dress.ts';
import { row } from '../row.ts';
import { address, good } from '../world.ts';

const form = { atProvider: 'true', callbackUrl: '/about' };

export const signOutRows = [
	row(
		49,
		'signing out at the provider, with somebody else’s way back or state: one’s own, or a page without effect',
		async (attacked) => {
			const place = await attacked.at();
			const { host, authPath, provider } = attacked;
			const back = `${host.origin}${authPath}/signout`;
			const person = place.someone();
			await person.signInWith(people.carol);
			const evil = { post_logout_redirect_uri: 'https://evil.example', state: 'evil', client_id: 'evil' };
			const away = await person.visit(`${authPath}/signout`, { form: { ...form, ...evil }, follow: false });
			const target = new URL(away.headers.get('location') ?? '', host.origin);
			expect(target.origin).toBe(new URL(provider.issuer).origin);
			expect(target.searchParams.get('post_logout_redirect_uri')).toBe(back);
			expect(target.searchParams.get('state')).not.toBe('evil');
			expect([target.href.includes('evil'), await person.who()]).toEqual([false, null]);
			const page = await person.visit(target.href);
			const done = await person.submit(page, /yes/i);
			expect(new URL(done.url).pathname).toBe('/about');
			target.searchParams.set('post_logout_redirect_uri', 'https://evil.example');
			expect((await place.someone().visit(target.href)).status).toBe(400);

			const email = address();
			const ada = await place.member(email);
			for (const state of ['foreign', target.searchParams.get('state') ?? '', '']) {
				const there = await ada.visit(
					`${back}?${new URLSearchParams({ state, callbackUrl: 'https://evil.example' })}`,
				);
				expect(new URL(there.url).origin).toBe(host.origin);
				expect(await ada.who()).toBe(email);
			}
			expect((await ada.signIn(email, good)).outcome).toBe('/');
		},
		{ none: 'nothing that a request says gets into the address: there is no check to take out' },
	),
	row(
		50,
		'a provider that names another site, a script or a page by http for ending sessions: signed out here alone',
		async (attacked) => {
			const uris = [`${attacked.host.origin}${attacked.authPath}/callback/keycloak`];
			const endpoints = [
				'http://evil.example/out',
				'https://evil.example/out',
				'javascript:alert(1)',
				'not a URL',
			];
			for (const endpoint of endpoints) {
				const { clientId: _, clientSecret } = attacked.provider;
				const provider = await startIdentityProvider(uris, [people.carol], { endpoint }, { clientSecret });
				try {
					const place = await attacked.at({ AUTH_KEYCLOAK_ISSUER: provider.issuer });
					await attacked.run('delete from account where providerAccountId = ?', ['carol']);
					await attacked.run('delete from user where email = ?', [people.carol.email]);
					const person = place.someone();
					await person.signInWith(people.carol);
					expect(await person.who()).toBe(people.carol.email);
					const out = await person.visit(`${attacked.authPath}/signout`, { form, follow: false });
					expect([endpoint, new URL(out.headers.get('location') ?? '', attacked.host.origin).href]).toEqual([
						endpoint,
						`${attacked.host.origin}/about`,
					]);
					expect(await person.who()).toBeNull();
				} finally {
					await provider.close();
					await (await attacked.at({ AUTH_KEYCLOAK_ISSUER: provider.issuer })).server.stop();
				}
			}
		},
		'any-end-session',
	),
];
