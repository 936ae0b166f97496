import GitHub from '@auth/core/providers/github';
import { describe, expect, test } from 'vitest';
import { Passwords } from '../../../runtime/src/accounts/index.ts';
import { integrations } from '../support/application.ts';
import { Person, type Visit } from '../support/person.ts';
import { good, makeWorld, quick } from './support.ts';

const github = GitHub({ clientId: 'id', clientSecret: 'secret' });
const config = { providers: [Passwords({ hash: quick }), github] };
const marked = (page: Visit) =>
	page
		.json<{ providers: { id: string; lastUsed?: true }[] }>()
		?.providers.flatMap(({ id, lastUsed }) => (lastUsed ? id : []));

describe.each(integrations)('the way that was taken last, on %s', (integration) => {
	test('is marked in that browser, and stays so when somebody signs out', async () => {
		const world = await makeWorld(integration, { config });
		const { app, signIn } = world;
		await world.ada();
		const person = new Person(app);
		expect(marked(await person.visit('/signin'))).toEqual([]);
		await signIn(person, 'ada@example.com', 'not the password');
		expect(marked(await person.visit('/signin'))).toEqual([]);
		const signedIn = await signIn(person, 'ada@example.com', good);
		const cookie = signedIn.headers.getSetCookie().find((line) => line.startsWith('authgraft.way='));
		// Nothing of the person is in it, and no script can read it.
		expect(cookie).toMatch(/^authgraft\.way=credentials; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/);
		expect(marked(await person.visit('/signin'))).toEqual(['credentials']);
		await person.visit(`${app.basePath}/signout`, { form: {} });
		expect(marked(await person.visit('/signin'))).toEqual(['credentials']);
		expect(marked(await new Person(app).visit('/signin'))).toEqual([]);
	});

	test.each(['<script>', 'nobody', '__proto__', ''])('a cookie with "%s" marks nothing', async (value) => {
		const { app } = await makeWorld(integration, { config });
		const headers = { cookie: `authgraft.way=${encodeURIComponent(value)}` };
		const page = await new Person(app).visit('/signin', { headers });
		expect(marked(page)).toEqual([]);
		if (value === '<script>') expect(page.text).not.toContain(value);
	});

	test('where there is one way only, or no accounts, nothing is marked', async () => {
		const headers = { cookie: 'authgraft.way=credentials' };
		const one = await makeWorld(integration);
		expect(marked(await new Person(one.app).visit('/signin', { headers }))).toEqual([]);
		const without = await makeWorld(integration, {
			config: { ...config, providers: [github, GitHub({ id: 'work' })], accounts: undefined },
		});
		const cookie = { cookie: 'authgraft.way=github' };
		expect(marked(await new Person(without.app).visit('/signin', { headers: cookie }))).toEqual([]);
	});
});
