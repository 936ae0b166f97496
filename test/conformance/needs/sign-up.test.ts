import Credentials from '@auth/core/providers/credentials';
import * as kit from '@sveltejs/kit';
import { afterAll, describe, expect, test } from 'vitest';
import type { SolidEvent } from '../../../runtime/src/solid-start/index.ts';
import { integrations, makeApplication, type OwnRoute } from '../support/application.ts';
import { whoIs } from '../support/fixtures.ts';
import { Page } from '../support/page.ts';
import { Person } from '../support/person.ts';

const page = new Page('sign-up');
afterAll(() => expect(page.left).toEqual([]));

/** An application whose people sign up by the page's code. */
async function make(integration: (typeof integrations)[number]) {
	const people = new Map<string, string>();
	const createUser = async (email: string, password: string) => {
		if (people.has(email)) return false;
		people.set(email, password);
		return true;
	};
	const providers = [
		Credentials({
			credentials: { email: {}, password: {} },
			authorize: ({ email, password }) =>
				people.get(String(email)) === password ? { id: String(email), name: String(email) } : null,
		}),
	];
	let register: OwnRoute | undefined;
	const routes: Record<string, OwnRoute> = {
		'/welcome': () => ({ welcome: true }),
		'POST /register': (event) => register?.(event),
		'POST /_server/register': (event) => register?.(event),
	};
	const app = makeApplication(integration, { providers }, { routes });
	const prepare = integration === 'sveltekit' ? forSvelteKit : forSolidStart;
	register = await prepare(app.module, createUser);
	return {
		app,
		person: new Person(app),
		path: integration === 'sveltekit' ? '/register' : '/_server/register',
	};
}

type Create = (email: string, password: string) => Promise<boolean>;

async function forSvelteKit(auth: object, createUser: Create): Promise<OwnRoute> {
	const modules = { '@sveltejs/kit': kit, '../../auth': auth, '../../users': { createUser } };
	const { actions } = await page.module<{ actions: { default: OwnRoute } }>(
		'src/routes/register/+page.server.ts',
		modules,
	);
	return actions.default;
}

async function forSolidStart(auth: object, createUser: Create): Promise<OwnRoute> {
	let current: SolidEvent | undefined;
	const { register } = await page.module<{ register(form: FormData): Promise<unknown> }>('src/register.ts', {
		'@solidjs/router': { action: (run: unknown) => run },
		'solid-js/web': { getRequestEvent: () => current },
		'./auth': auth,
		'./users': { createUser },
	});
	return ({ event, form }: { event: SolidEvent; form: FormData }) => {
		current = event;
		return register(form);
	};
}

describe.each(integrations)('docs/needs/sign-up.md on %s', (integration) => {
	const ada = { email: 'ada@test.example', password: 'secret' };

	test('whoever signs up is signed in', async () => {
		const { app, person, path } = await make(integration);
		const visit = await person.visit(path, { form: ada });
		expect([visit.url, visit.json()]).toEqual([`${app.origin}/welcome`, { welcome: true }]);
		expect(await whoIs(person)).toBe(ada.email);
	});

	test('whose account cannot be made is signed in as nobody, with the right password, too', async () => {
		const { app, person, path } = await make(integration);
		await person.visit(path, { form: ada });
		const other = new Person(app);
		const visit = await other.visit(path, { form: ada, follow: false });
		expect(integration === 'sveltekit' ? visit.status : visit.redirects).toEqual(
			integration === 'sveltekit' ? 400 : [`${app.origin}/register?error=failed`],
		);
		expect(await whoIs(other)).toBeNull();
	});

	test('a page of another site signs nobody up and in', async () => {
		const { person, path } = await make(integration);
		await person.visit(path, { form: ada, from: 'https://evil.example', follow: false });
		expect(await whoIs(person)).toBeNull();
	});
});
