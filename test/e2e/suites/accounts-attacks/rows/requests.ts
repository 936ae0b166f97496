import { expect } from 'vitest';
import { textOf } from '../../../../../scripts/lib/demo/forms.ts';
import { rawRequest } from '../../../../support/raw-request.ts';
import { people } from '../dress.ts';
import { row } from '../row.ts';
import { address, better, good, quiet } from '../world.ts';

const evil = [
	'//evil.example',
	'https://evil.example/x',
	'javascript:alert(1)',
	'/\\evil.example',
	'\t//evil.example',
];

export const requestRows = [
	row(
		20,
		'Host and forwarded headers of another site: mails have the configured origin',
		async (attacked) => {
			const place = await attacked.at();
			const email = address();
			await place.member(email);
			const names = ['host', 'x-forwarded-host', 'forwarded', 'x-forwarded-server', 'origin'];
			const body = new URLSearchParams({ email }).toString();
			for (const name of names.slice(0, 3)) {
				const value = name === 'forwarded' ? 'host=evil.example;proto=https' : 'evil.example';
				const headers = {
					'content-type': 'application/x-www-form-urlencoded',
					...{ origin: attacked.host.origin, host: new URL(attacked.host.origin).host, [name]: value },
					// Of browsers of their own: it is no double click.
					'user-agent': name,
				};
				const path = `${attacked.authPath}/account/forgot-password`;
				await rawRequest(place.server.origin, path, { method: 'POST', headers, body });
			}
			await quiet();
			const letters = (await attacked.letters(email, 2)).slice(1);
			for (const { text, html, link } of letters) {
				expect(new URL(link).origin).toBe(attacked.host.origin);
				expect(text + html).not.toContain('evil.example');
			}
		},
		'any-host',
	),
	row(
		21,
		'targets on other sites, in sign-up, sign-in, adding a way and the account’s forms: the application’s own start',
		async (attacked) => {
			const place = await attacked.at();
			for (const target of evil) {
				const more = { redirectTo: target, callbackUrl: target };
				const email = address();
				const person = place.someone();
				await person.post('sign-up', { email, ...more });
				await person.open((await attacked.letters(email))[0]?.link ?? '');
				const made = await person.send('set-password', { password: good, ...more });
				expect([target, made.outcome, await person.who()]).toEqual([target, '/', email]);
				const again = await place.someone().signIn(email, '', { form: { email, password: good, ...more } });
				expect([target, again.outcome]).toEqual([target, '/']);
				expect((await person.send('profile', { name: 'Ada', ...more })).outcome).toBe(
					'/account?done=profile-saved',
				);
				const back = await person.send('link', { providerId: 'keycloak', password: good, ...more });
				expect(new URL(back.outcome).origin).toBe(new URL(attacked.provider.issuer).origin);
				const page = await place.someone().visit(`/signup?${new URLSearchParams(more)}`);
				expect(page.text).not.toMatch(/href="[^"]*(?:evil|javascript:)/);
			}
		},
		'any-target',
	),
	row(
		22,
		'the page to choose a password: no token in its address, and none of a link’s pages in a frame',
		async (attacked) => {
			const place = await attacked.at();
			const [email, moved] = [address(), address('moved')];
			const person = place.someone();
			await person.post('sign-up', { email });
			const { link = '' } = (await attacked.letters(email))[0] ?? {};
			const token = new URL(link).searchParams.get('token') ?? '';
			const opened = await person.open(link);
			expect(opened.outcome).toBe('/set-password');
			const page = await person.visit('/set-password');
			expect([page.text.includes(token), page.headers.get('referrer-policy')]).toEqual([
				false,
				'same-origin',
			]);
			expect(page.text).toContain(email);
			await person.post('set-password', { password: good });
			await person.post('email', { email: moved, password: good });
			const change = (await attacked.letters(moved))[0]?.link ?? '';
			const confirm = await person.open(change);
			expect(confirm.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
			expect(confirm.headers.get('referrer-policy')).toBe('same-origin');
		},
		'framed',
	),
	row(
		24,
		'a link of the attacker’s own, opened by somebody else: the page names whose account it is',
		async (attacked) => {
			const place = await attacked.at();
			const [email, theirs] = [address(), address('attacker')];
			const ada = await place.member(email);
			await place.member(theirs);
			await place.someone().post('forgot-password', { email: theirs });
			await ada.open((await attacked.letters(theirs, 2)).at(-1)?.link ?? '');
			expect(textOf((await ada.visit('/set-password')).text)).toContain(theirs);
			await ada.post('set-password', { password: better });
			expect(await ada.who()).not.toBe(theirs);
			const fresh = address('attacker');
			await place.someone().post('sign-up', { email: fresh });
			const nobody = place.someone();
			await nobody.open((await attacked.letters(fresh))[0]?.link ?? '');
			expect(textOf((await nobody.visit('/set-password')).text)).toContain(fresh);
		},
		'nameless-link',
	),
	row(
		25,
		'signing in with a session cookie that somebody planted: a new token, and the planted row is gone',
		async (attacked) => {
			const place = await attacked.at();
			const [email, theirs] = [address(), address('attacker')];
			await place.member(email);
			const attacker = await place.member(theirs);
			for (const planted of [attacker.token(), crypto.randomUUID()]) {
				const ada = place.someone();
				ada.cookies.set('authjs.session-token', planted, attacked.host.origin);
				await ada.signIn(email, good);
				expect([await ada.who(), ada.token() === planted]).toEqual([email, false]);
				const tokens = (await attacked.rows('session')).map(({ sessionToken }) => sessionToken);
				expect([tokens.includes(ada.token()), tokens.includes(planted)]).toEqual([true, false]);
			}
			expect(await attacker.who()).toBeNull();
			// By a provider, and by choosing a first password, as well.
			const attackerAgain = place.someone();
			await attackerAgain.signIn(theirs, good);
			const bob = place.someone();
			bob.cookies.set('authjs.session-token', attackerAgain.token(), attacked.host.origin);
			await bob.signInWith(people.bob);
			expect([await bob.who(), await attackerAgain.who()]).toEqual([people.bob.email, null]);
		},
		'no-rotation',
	),
];
