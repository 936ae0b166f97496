import { describe, expect, test } from 'vitest';
import { type AccountOverview, Passwords } from '../../../runtime/src/accounts/index.ts';
import { fakeProvider } from '../../../runtime/src/testing/fake-provider.ts';
import { integrations } from '../support/application.ts';
import { Person } from '../support/person.ts';
import { better, good, ledTo, mailOf, makeWorld, quick, type World } from './support.ts';

const github = fakeProvider({ id: 'github', user: { id: 'g-1', email: 'else@github.example' } });

const shown = async (person: Person) => (await person.visit('/account')).json<unknown>() as AccountOverview;
/** Nobody has just signed in. */
const wait = ({ run }: World) => run('update sessionDetail set createdAt = 0');
const tokenOf = (person: Person) => person.cookies.find('authjs.session-token')?.value ?? '';

describe.each(integrations)('the account page on %s', (integration) => {
	async function make(more: Parameters<typeof makeWorld>[1] = {}) {
		const world = await makeWorld(integration, more);
		const ada = await world.ada();
		const elsewhere = new Person(world.app);
		await world.signIn(elsewhere, 'ada@example.com', good);
		await wait(world);
		return { ...world, world, ada, elsewhere };
	}

	test('another password: other browsers are out, this one goes on with a new token', async () => {
		const { ada, elsewhere, post, rows, mail, app, signIn } = await make();
		const form = { current: better, password: better };
		expect(ledTo(await post(ada, 'password', form))).toBe('/account?error=CredentialsSignin&field=current');
		const old = tokenOf(ada);
		const changed = await post(ada, 'password', { ...form, current: good });
		expect(ledTo(changed)).toBe('/account?done=password-changed');
		expect(changed.json()).toMatchObject({ done: { name: 'password-changed' }, fresh: true });
		expect([await mailOf(ada), await mailOf(elsewhere)]).toEqual(['ada@example.com', null]);
		expect(tokenOf(ada)).not.toBe(old);
		expect((await rows('session')).map(({ sessionToken }) => sessionToken)).toEqual([tokenOf(ada)]);
		expect((await mail(2)).kind).toBe('changed');
		await signIn(elsewhere, 'ada@example.com', better);
		expect(await mailOf(elsewhere)).toBe('ada@example.com');
		expect(JSON.stringify(app.answers.map(({ text, url }) => [text, url]))).not.toContain(tokenOf(ada));
	});

	test('guessing the password of an open browser ends after five, and the session stays', async () => {
		const { ada, post } = await make();
		const ends: string[] = [];
		for (let time = 0; time < 6; time++)
			ends.push(ledTo(await post(ada, 'confirm', { password: `wrong ${time}` }, false)));
		expect(ends.slice(0, 5)).toEqual(
			Array.from({ length: 5 }, () => '/account?error=CredentialsSignin&field=password'),
		);
		expect(ends[5]).toContain('error=TooManyTries');
		expect(await mailOf(ada)).toBe('ada@example.com');
	});

	test('browsers: a list without tokens; one is signed out, then all others', async () => {
		const { ada, elsewhere, post, world } = await make();
		const third = new Person(world.app);
		await world.signIn(third, 'ada@example.com', good);
		const { sessions } = await shown(ada);
		expect(sessions.map(({ current }) => current)).toEqual([true, false, false]);
		const handle = sessions[1]?.handle ?? '';
		expect(ledTo(await post(ada, 'end-session', { handle }))).toBe('/account?done=session-ended');
		expect((await shown(ada)).sessions).toHaveLength(2);
		expect(ledTo(await post(ada, 'end-other-sessions', {}))).toBe('/account?done=sessions-ended');
		expect([await mailOf(ada), await mailOf(elsewhere), await mailOf(third)]).toEqual([
			...['ada@example.com', null, null],
		]);
		const own = (await shown(ada)).sessions[0]?.handle ?? '';
		await post(ada, 'end-session', { handle: own });
		expect(await mailOf(ada)).toBeNull();
	});

	test('another address: the link, in another browser; then the owner of the old one takes it back', async () => {
		const { ada, post, rows, world, mails, app, signIn } = await make();
		const form = { email: 'Ada@New.example', password: good };
		expect(ledTo(await post(ada, 'email', form))).toBe('/account?done=email-sent');
		await world.mail(3);
		const [email, notice] = mails.slice(1);
		expect([email?.kind, notice?.kind]).toEqual(['email', 'email-notice']);
		const other = new Person(app);
		const page = await other.visit(email?.link ?? '');
		await new Person(app).visit(email?.link ?? '', { method: 'HEAD' });
		expect((await rows('user'))[0]?.email).toBe('ada@example.com');
		expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
		const stranger = { form: {}, headers: { origin: 'https://evil.example' } };
		await other.visit(email?.link ?? '', { ...stranger, from: null });
		expect((await rows('user'))[0]?.email).toBe('ada@example.com');
		expect((await other.submit(page, /Confirm/)).text).toContain('ada@new.example');
		expect((await rows('user'))[0]?.email).toBe('ada@new.example');
		expect((await other.submit(page, /Confirm/)).text).toContain('no longer valid');

		const back = await other.visit(notice?.link ?? '');
		await other.submit(back, /This was not me/);
		expect((await rows('user'))[0]?.email).toBe('ada@example.com');
		expect([await rows('session'), await mailOf(ada)]).toEqual([[], null]);
		await signIn(ada, 'ada@example.com', good);
		expect(await mailOf(ada)).toBeNull();
		const reset = await world.mail(4);
		expect([reset.kind, reset.to]).toEqual(['reset', 'ada@example.com']);
		await ada.visit(reset.link ?? '');
		await post(ada, 'set-password', { password: better });
		await signIn(ada, 'ada@example.com', better);
		expect(await mailOf(ada)).toBe('ada@example.com');
	});

	test('an account of a provider: added after the password, told by mail, removed; the last way stays', async () => {
		const { ada, post, rows, run, mail } = await make({
			config: { providers: [Passwords({ hash: quick }), github.provider] },
		});
		expect((await shown(ada)).linkable.map(({ id }) => id)).toEqual(['github']);
		const form = { providerId: 'github' };
		expect(ledTo(await post(ada, 'link', form, false))).toContain('error=ConfirmNeeded');
		const away = await post(ada, 'link', { ...form, password: good }, false);
		const back = await ada.visit(github.authorize(away.headers.get('location')));
		expect(ledTo(back)).toBe('/account?done=linked');
		expect((await mail(2)).kind).toBe('way-added');
		const { accounts } = await shown(ada);
		expect(accounts.map(({ provider }) => provider)).toEqual(['github']);
		const handle = accounts[0]?.handle ?? '';
		await run('delete from password');
		expect(ledTo(await post(ada, 'unlink', { handle }, false))).toContain('error=ConfirmNeeded');
		await run(`update sessionDetail set createdAt = ${Date.now()}`);
		expect(ledTo(await post(ada, 'unlink', { handle }, false))).toContain('error=LastWay');
		await post(ada, 'password', { password: good });
		expect(ledTo(await post(ada, 'unlink', { handle }))).toBe('/account?done=unlinked');
		expect(await rows('account')).toEqual([]);
		expect(ledTo(await post(ada, 'unlink', { handle }, false))).toContain('error=UnknownItem');
	});

	test('a download, and the end of it all', async () => {
		const { ada, elsewhere, post, rows, mails, app, world } = await make();
		expect(ledTo(await post(ada, 'export', {}, false))).toContain('error=ConfirmNeeded');
		const file = await post(ada, 'export', { password: good });
		expect(file.headers.get('content-disposition')).toBe('attachment; filename="account.json"');
		expect(file.text).not.toMatch(/token|hash|secret|quick/i);
		expect(file.json()).toMatchObject({ user: { email: 'ada@example.com', name: 'Ada' } });

		expect(ledTo(await post(ada, 'delete', {}, false))).toContain('error=ConfirmNeeded');
		expect((await ada.visit(`${app.basePath}/account/delete`, { follow: false })).status).not.toBe(303);
		expect(await rows('user')).toHaveLength(1);
		expect(ledTo(await post(ada, 'delete', { password: good }, false))).toBe('/signin?done=deleted');
		for (const table of ['user', 'session', 'password', 'sessionDetail', 'verificationToken'])
			expect([table, await rows(table)]).toEqual([table, []]);
		expect([await mailOf(ada), await mailOf(elsewhere)]).toEqual([null, null]);
		expect(ledTo(await post(ada, 'delete', { password: good }, false))).toContain('/signin?redirectTo=');
		await world.mail(2);
		expect(mails.at(-1)).toMatchObject({ kind: 'deleted', to: 'ada@example.com' });
	});

	test('a table of the application that refers to somebody keeps them, and nothing has changed', async () => {
		const { ada, post, rows, run, app } = await make();
		await run('create table orders (id integer primary key, userId text not null references user(id))');
		await run('insert into orders select 1, id from user');
		expect(ledTo(await post(ada, 'delete', { password: good }, false))).toContain('error=DeleteRefused');
		expect([(await rows('user')).length, (await rows('session')).length]).toEqual([1, 2]);
		expect(await mailOf(ada)).toBe('ada@example.com');
		expect(JSON.stringify(app.answers.map(({ text }) => text))).not.toContain('FOREIGN');
	});
});
