import { CredentialsSignin } from '@auth/core/errors';
import type { Provider } from '@auth/core/providers';
import Credentials from '@auth/core/providers/credentials';
import GitHub from '@auth/core/providers/github';
import { onTestFinished, vi } from 'vitest';
import type { Application } from './application.ts';
import { Person, type Visit } from './person.ts';

/** The right password is `secret`. `locked` throws a code, `broken` an ordinary error, `down` something else. */
export const password = Credentials({
	credentials: { username: { label: 'Name' }, password: { label: 'Password', type: 'password' } },
	authorize({ username, password: given }) {
		if (given === 'locked') throw Object.assign(new CredentialsSignin(), { code: 'locked' });
		if (given === 'broken') throw new Error('The table of users is away');
		if (given === 'down') throw 'a string';
		return given === 'secret' ? { id: '1', name: String(username), email: 'ada@test.example' } : null;
	},
});
export const right = { username: 'ada', password: 'secret' };
export const wrong = { username: 'ada', password: 'wr0ng-and-typed' };

/** Never asked in these tests: only people are sent there. */
export const github = GitHub({ clientId: 'github-client', clientSecret: 'secret-of-the-github-client' });

/** Headers with which the runtime's own client asks. */
export const asClient = { 'x-auth-return-redirect': '1', accept: '*/*' };

/** Signs somebody in with the password. */
export async function signedIn(app: Application, fields: Record<string, string> = {}): Promise<Person> {
	const person = new Person(app);
	const form = { ...right, ...fields };
	const { status } = await person.visit(`${app.basePath}/signin/credentials`, { form, follow: false });
	if (status !== 302) throw new Error(`Signing in answered ${status}: ${JSON.stringify(app.logs)}`);
	return person;
}

/** The name in a session, or null. */
export async function whoIs(person: Person): Promise<string | null> {
	const session = (await person.visit('/')).json<{ user?: { name: string } } | null>();
	return session?.user?.name ?? null;
}

/** Seconds. */
export const day = 24 * 60 * 60;

/** A provider of the application's own that "sends" its links into a list. */
export function linkProvider(links: { to: string; url: string }[], id = 'link'): Provider {
	return {
		id,
		name: 'Link',
		type: 'email',
		maxAge: day,
		options: {},
		sendVerificationRequest: async ({ identifier, url }) => void links.push({ to: identifier, url }),
	} as Provider;
}

/** Asks for a link as somebody who stands on the sign-in page. */
export async function askForLink(
	app: Application,
	person: Person,
	email: string,
	id = 'link',
): Promise<Visit> {
	return person.visit(`${app.basePath}/signin/${id}`, { form: { email, callbackUrl: '/' } });
}

/** Opens a link and presses its button. */
export async function confirm(person: Person, link: string): Promise<Visit> {
	return person.submit(await person.visit(link), /sign in/i);
}

/** Moves the clock on by seconds and stops it, until the test is over. Only the date: timers go on as ever. */
export function travel(distance: number): void {
	const now = Math.floor(Date.now() / 1000 + distance) * 1000;
	vi.useFakeTimers({ now, toFake: ['Date'] });
	onTestFinished(() => void vi.useRealTimers());
}

/** Seconds until a cookie is over, as it was set. */
export function lifetime({ cookies }: Person, name = 'authjs.session-token'): number {
	return Math.round(((cookies.find(name)?.expires ?? Number.NaN) - Date.now()) / 1000);
}

/** Errors and warnings of an application, by their names. */
export function complaints({ logs }: Application): string[] {
	return logs.filter(({ level }) => level !== 'debug').map(({ type }) => type);
}
