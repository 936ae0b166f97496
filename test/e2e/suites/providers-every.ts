import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { CookieJar } from '../../../scripts/lib/demo/cookie-jar.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { thorough } from '../../support/thorough.ts';
import { type Added, useBuild } from './providers.ts';
import { describeRefusal } from './providers-credentials.ts';
import { formOf } from './providers-sign-in.ts';

interface Listed {
	id: string;
	name: string;
	type: string;
	module: string;
	variables: { name: string; required: boolean }[];
}

/** Where a provider's module itself sends people, and whom it asks for that when it does not know. */
interface Endpoints {
	authorization: string | undefined;
	issuer: string | undefined;
}

/** All providers of the core to which people are sent, in one host, beside passwords. */
export function describeEveryProvider(get: () => Added): void {
	describe('with every provider', () => {
		let remote: Listed[];
		/** All but the one that is there already. */
		let added: Listed[];
		/** What the files were without them. */
		let before: Record<string, string>;
		beforeAll(async () => {
			const { host } = get();
			const { stdout } = await host.pipe({}, 'providers', '--json');
			const { providers } = JSON.parse(stdout) as { providers: Listed[] };
			remote = providers.filter(({ type }) => type === 'oauth' || type === 'oidc');
			added = remote.filter(({ id }) => id !== 'keycloak');
			await host.pipe({}, 'add-provider', 'credentials');
			await host.commit();
			before = await host.files();
			const values = Object.assign({}, ...added.map((provider) => valuesOf(provider, get())));
			await host.pipe(values, 'add-provider', ...added.map(({ id }) => id), '--stdin');
			await host.commit();
		});
		const server = useBuild(get);

		// Each by itself: test/cli/every-provider.test.ts.
		test.runIf(thorough)('passes its own type check', async () => {
			const { code, output } = await get().host.typeCheck();
			expect(code, output).toBe(0);
			expect(output).toMatch(/ 0 errors|tsc --noEmit/i);
		});

		test('the sign-in page lists them by name', async () => {
			const { host, browser } = get();
			const { page, faults } = await browser.open();
			await page.goto(`${host.origin}/signin`);
			const names = ['Keycloak (staff)', 'Nodemailer', ...remote.map(({ name }) => name)];
			const labels = [...names.map((name) => `Sign in with ${name}`), 'Sign in'].sort();
			const buttons = await page.getByRole('button').allTextContents();
			expect(buttons.map((text) => text.trim()).sort()).toEqual(labels);
			expect(names.length).toBeGreaterThan(90);
			expect(faults).toEqual([]);
		});

		test('each leads to its authorization URL, or says why it cannot', async () => {
			const { host, world } = get();
			const seen: Record<string, string> = {};
			const expected: Record<string, string> = {};
			const troubles: string[] = [];
			for (const provider of added) {
				const { id } = provider;
				const printed = server().output().length;
				const asked = world.refused.length;
				const { status, location, text } = await start(get(), id);
				seen[id] = `${status} ${location.origin}${location.pathname}`;
				const { authorization, issuer = '' } = await endpointsOf(provider, get());
				const url = authorization ?? `${issuer}/authorize`;
				if (authorization || issuer === world.issuerOf(id)) {
					expected[id] = `302 ${new URL(url).origin}${new URL(url).pathname}`;
					const { searchParams: sent } = location;
					expect([id, sent.get('client_id')]).toEqual([id, clientId(provider)]);
					expect([id, sent.get('redirect_uri')]).toEqual([id, callbackOf(get(), id)]);
					continue;
				}
				expected[id] = `302 ${host.origin}/signin`;
				troubles.push(id);
				expect([id, location.search, text]).toEqual([id, '?error=Configuration', '']);
				expect([id, ...world.refused.slice(asked)]).toEqual([id, new URL(issuer).host]);
				const log = () => server().output().slice(printed).trim().split('\n');
				await expect.poll(() => log().join()).toContain(`"${id}"`);
				expect(log()).toEqual([expect.stringContaining(issuer)]);
			}
			expect(seen).toEqual(expected);
			expect(seen).toMatchObject({
				github: '302 https://github.com/login/oauth/authorize',
				google: `302 ${host.origin}/signin`,
				okta: `302 ${world.issuerOf('okta')}/authorize`,
				netsuite: expect.stringContaining('id-of-netsuite.app.netsuite.com'),
			});
			expect(troubles.length).toBeGreaterThan(10);
			expect(troubles.length).toBeLessThan(30);
		}, 180_000);

		test('what the person is told says nothing of the inside, and the server lives on', async () => {
			const { host, browser } = get();
			const { page, faults } = await browser.open();
			await page.goto(`${host.origin}/signin`);
			await formOf(page, 'google').getByRole('button').click();
			expect(await page.getByRole('alert').textContent()).toMatch(/\w+ \w+/);
			expect(new URL(page.url()).pathname).toBe('/signin');
			const inside = /\n\s+at |node_modules|accounts\.google\.com|InvalidEndpoints|fetch failed/;
			expect(await page.content()).not.toMatch(inside);
			// SvelteKit's form action answers with the page itself, SolidStart's endpoint with a redirect to it.
			expect(faults).toEqual(host.authPath === '/auth' ? [`500 ${host.origin}/signin`] : []);
			expect(server().output()).not.toMatch(/\n\s+at /);
			expect(server().isRunning()).toBe(true);
			expect((await start(get(), 'github')).location.host).toBe('github.com');
		});

		test('the page of Apple may post its answer to the callback', async () => {
			const { host } = get();
			const post = async (origin: string) => {
				const headers = { origin, 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
				const target = `${host.authPath}/callback/apple`;
				const answer = await rawRequest(host.origin, target, {
					method: 'POST',
					headers,
					body: 'code=x&state=x',
				});
				return [answer.status, answer.headers.location];
			};
			const reached = [302, `${host.origin}/signin?error=Configuration`];
			expect(await post('https://appleid.apple.com')).toEqual(reached);
			// SolidStart has no check of its own; there the state in a cookie of the person's does it.
			const isSvelteKit = host.authPath === '/auth';
			expect(await post('https://evil.example')).toEqual(isSvelteKit ? [403, undefined] : reached);
		});

		describeRefusal(get);

		test('all of them are gone without a trace when they are removed', async () => {
			const { host } = get();
			const ids = added.map(({ id }) => id);
			const { output } = await host.pipe({}, 'remove-provider', ...ids, '--variables');
			// SvelteKit 3 has let Apple post to it, and something else may need that by now.
			expect(output.includes('https://appleid.apple.com')).toBe(host.authPath === '/auth');
			const { 'vite.config.ts': _, ...rest } = await host.files();
			const { 'vite.config.ts': __, ...expected } = before;
			expect(rest).toEqual(expected);
			await host.commit();
		});
	});
}

const prefixOf = (id: string) => `AUTH_${id.toUpperCase().replaceAll('-', '_')}`;
const callbackOf = ({ host }: Added, id: string) => `${host.origin}${host.authPath}/callback/${id}`;

/** With what env files and URLs have a meaning of their own for, where the id is no part of an issuer. */
const clientId = ({ id, type }: Listed) => (type === 'oauth' ? `id of ${id} #1 = "ü" & more` : `id-of-${id}`);

/** What somebody copies from the pages of a provider. What may be left empty stays so. */
function valuesOf(provider: Listed, added: Added): Record<string, string> {
	const { id, variables } = provider;
	const given: Record<string, string> = {
		ID: clientId(provider),
		SECRET: `secret of ${id} #2`,
		ISSUER: added.world.issuerOf(id),
		REDIRECT_URI: callbackOf(added, id),
		ACCOUNT_ID: `id-of-${id}`,
		USERINFO: `https://me.test.example/${id}`,
	};
	const values = variables
		.filter(({ required }) => required)
		.map(({ name }) => [name, given[name.slice(prefixOf(id).length + 1)] ?? `what ${name} is`]);
	return Object.fromEntries(values);
}

async function endpointsOf(provider: Listed, { host, world }: Added): Promise<Endpoints> {
	const { id, module, variables } = provider;
	const file = join(host.folder, 'node_modules/@auth/core/providers', `${module}.js`);
	const { default: factory } = await import(pathToFileURL(file).href);
	const wantsIssuer = variables.some(({ name, required }) => required && name === `${prefixOf(id)}_ISSUER`);
	// Its module glues a path to the issuer; our runtime puts the slash between.
	const issuer = wantsIssuer ? world.issuerOf(id) + (id === 'osso' ? '/' : '') : undefined;
	const given = { clientId: clientId(provider), clientSecret: 'secret', accountID: `id-of-${id}` };
	const made = factory({ ...given, ...(issuer ? { issuer } : {}) });
	const url: string | URL | object | undefined = made.authorization?.url ?? made.authorization;
	const isWhole = typeof url === 'string' || url instanceof URL;
	return { authorization: isWhole ? String(url) : undefined, issuer: made.options?.issuer ?? made.issuer };
}

/** Presses the button of a provider without going where it leads. */
async function start({ host }: Added, id: string) {
	const target = `${host.origin}${host.authPath}/signin/${id}`;
	const { status, headers, text } = await new CookieJar().visit(target, { form: {}, follow: false });
	return { status, text, location: new URL(headers.get('location') ?? 'none:', host.origin) };
}
