import { expect } from 'vitest';
import { row } from '../row.ts';
import { type Attacked, address, quiet } from '../world.ts';
import { refusing } from './failures.ts';

const wrong = 'this is not the one';

/** Without a mailer nobody gets a link, whatever NODE_ENV is when the build is started. */
export async function showsNoLink(attacked: Attacked, environments: readonly string[]): Promise<void> {
	for (const NODE_ENV of environments) {
		const place = await attacked.at({ ATTACK_WAYS: 'no-mailer', ...(NODE_ENV && { NODE_ENV }) });
		const email = address();
		const person = place.someone();
		const answer = await person.post('sign-up', { email });
		expect(answer.outcome).toBe('500 Configuration');
		await person.send('sign-up', { email });
		await person.send('forgot-password', { email });
		for (const path of ['/signup?done=sent', '/signup?error=Configuration', '/forgot-password?done=sent'])
			expect((await person.visit(path)).text).not.toMatch(/set-password\?purpose|token=/);
		expect(place.server.output()).not.toContain('token=');
		const tokens = await attacked.rows('verificationToken');
		expect(tokens.some(({ identifier }) => String(identifier).includes(email))).toBe(false);
	}
}

export const leakRows = [
	row(
		51,
		'a build without a mailer, however it is started: no link is shown or logged',
		(attacked) => showsNoLink(attacked, ['development', 'production', '']),
		'shows-links',
	),
	// Behind all others: whatever was answered to anybody is looked through.
	row(
		42,
		'all answers and logs: no password, hash, token of a session or of a link',
		async (attacked) => {
			const place = await attacked.at();
			const email = address();
			const password = `Unmistakable-${crypto.randomUUID()}`;
			const ada = place.someone();
			await ada.post('sign-up', { email });
			await ada.open(await attacked.link(email, 'signup'));
			await ada.post('set-password', { password: 'short' });
			await ada.send('set-password', { password });
			for (const [current, next] of [
				[password, 'short'],
				[wrong, password],
				[password, email],
			] as const)
				for (const way of ['post', 'send'] as const) await ada[way]('password', { current, password: next });
			await place.someone().signIn(email, `${password}!`);
			await place.someone().signIn(email, password);
			await refusing(attacked, 'insert on session', () => place.someone().signIn(email, password));
			for (const path of [
				'/',
				'/account',
				'/account?error=CredentialsSignin',
				'/signin?error=x',
				'/nowhere',
				'/account/__data.json',
			])
				await ada.visit(path);
			await place.someone().post('forgot-password', { email });
			await attacked.letters(email, 2);
			await quiet();
			const id = String((await attacked.user(email))?.id);
			const own = async (table: string) => (await attacked.rows(table)).filter(({ userId }) => userId === id);
			const secrets = [
				...[password, encodeURIComponent(password), ada.token()],
				...(await own('password')).flatMap(({ hash }) => [
					String(hash),
					String(hash).split('$').at(-1) ?? '',
				]),
				...(await own('session')).map(({ sessionToken }) => String(sessionToken)),
				...(await attacked.letters(email, 2)).map(
					({ link }) => new URL(link).searchParams.get('token') ?? '',
				),
			].filter((secret) => secret !== '');
			expect(secrets.length).toBeGreaterThanOrEqual(7);
			const answers = attacked.heard.join('\n');
			for (const secret of secrets) {
				expect(answers.includes(secret), secret).toBe(false);
				expect(attacked.logged().includes(secret), secret).toBe(false);
			}
			// The search finds what is there.
			expect(answers.includes(email)).toBe(true);
		},
		'handles-are-tokens',
	),
];
