import { expect } from 'vitest';
import { rawRequest } from '../../../../support/raw-request.ts';
import { row } from '../row.ts';
import { address, better, good, quiet } from '../world.ts';

/** Every form of the accounts' pages, with what it would send. */
const forms: Record<string, Record<string, string>> = {
	'sign-up': { email: 'csrf@example.com' },
	'forgot-password': { email: 'csrf@example.com' },
	'set-password': { password: better },
	profile: { name: 'Eve' },
	email: { email: 'csrf@example.com', password: good },
	password: { current: good, password: better },
	confirm: { password: good },
	link: { providerId: 'keycloak', password: good },
	unlink: { handle: 'x', password: good },
	'remove-passkey': { handle: 'x', password: good },
	'end-session': { handle: 'x' },
	'end-other-sessions': {},
	export: { password: good },
	delete: { password: good },
};

export const crossSiteRows = [
	row(
		23,
		'forms of other sites, of every kind, to every form: 403, nothing done, no mail',
		async (attacked) => {
			const place = await attacked.at();
			const email = address();
			const ada = await place.member(email);
			await attacked.run(
				'insert into account (userId, type, provider, providerAccountId) values (?, ?, ?, ?)',
				[...[String((await attacked.user(email))?.id), 'oidc', 'keycloak', email]],
			);
			const held = async () =>
				JSON.stringify(
					await Promise.all(
						['user', 'password', 'account', 'session', 'verificationToken'].map((table) =>
							attacked.rows(table),
						),
					),
				);
			const before = [await held(), attacked.mails.letters.length];
			const cookie = `authjs.session-token=${ada.token()}`;
			const paths = Object.keys(forms).map((name) => [name, `${attacked.authPath}/account/${name}`]);
			// The same by the actions of the pages, which SvelteKit has.
			if (attacked.svelteKit)
				// A download is a matter of its endpoint.
				for (const name of Object.keys(forms).filter((one) => one !== 'export')) {
					const page = {
						'sign-up': '/signup',
						'forgot-password': '/forgot-password',
						'set-password': '/set-password',
					};
					paths.push([name, page[name as 'sign-up'] ?? `/account?/${name}`]);
				}
			const types = {
				'application/x-www-form-urlencoded': (form: Record<string, string>) =>
					new URLSearchParams(form).toString(),
				'text/plain': (form: Record<string, string>) =>
					Object.entries(form)
						.map((pair) => pair.join('='))
						.join('\r\n'),
				'application/json': (form: Record<string, string>) => JSON.stringify(form),
				'multipart/form-data; boundary=x': (form: Record<string, string>) =>
					`${Object.entries(form)
						.map(
							([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
						)
						.join('')}--x--\r\n`,
			};
			const strangers: Record<string, string>[] = [
				...[{ origin: 'https://evil.example' }, { origin: 'null' }, {}],
				{ origin: attacked.host.origin, 'sec-fetch-site': 'cross-site' },
			];
			for (const [name = '', path = ''] of paths)
				for (const [type, body] of Object.entries(types))
					for (const from of strangers) {
						const headers = { 'content-type': type, accept: 'application/json', cookie, ...from };
						const answer = await rawRequest(place.server.origin, path, {
							...{ method: 'POST', headers, body: body(forms[name] ?? {}) },
						});
						const said = `${answer.status} ${answer.text} ${answer.headers.location ?? ''}`;
						expect(said, JSON.stringify([path, type, from])).toMatch(/403|405|415|MissingCSRF/);
					}
			await quiet();
			expect([await held(), attacked.mails.letters.length]).toEqual(before);
			expect(await ada.who()).toBe(email);
		},
		'any-origin',
	),
];
