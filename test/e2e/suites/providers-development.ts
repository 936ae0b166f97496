import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { CookieJar } from '../../../scripts/lib/demo/cookie-jar.ts';
import { formsOf, press } from '../../../scripts/lib/demo/forms.ts';
import { freePort } from '../../../scripts/lib/process/free-port.ts';
import { type RunningServer, startServer, viteDev } from '../../../scripts/lib/process/server.ts';
import { note } from '../../support/note.ts';
import { thorough } from '../../support/thorough.ts';
import type { Added } from './providers.ts';

/** The same host while its owner goes on developing it: with an adapter now, and the test people of before. */
export function describeWhileDeveloping(get: () => Added): void {
	describe.runIf(thorough)('vite dev', () => {
		let server: RunningServer;
		beforeAll(async () => {
			note('vite dev');
			const port = await freePort();
			const origin = `http://127.0.0.1:${port}`;
			server = await startServer({ cwd: get().host.folder, args: viteDev(port), origin });
			// SolidStart answers 503 until its server is there.
			const ready = async () => expect((await new CookieJar().visit(`${origin}/signin`)).status).toBe(200);
			await vi.waitFor(ready, { timeout: 60_000, interval: 500 });
		});
		afterAll(() => server?.stop());

		test('test people sign in with a session in the database, and out', async () => {
			const { host } = get();
			const jar = new CookieJar();
			const page = await jar.visit(`${server.origin}/signin`);
			const form = formsOf(page.text).find((one) => press(one, /^Continue as /));
			const pressed = form && press(form, /^Continue as /);
			if (!form || !pressed) throw new Error(`No test person on the page:\n${page.text}`);
			const name = form.buttons[0]?.text.replace('Continue as ', '');
			await jar.visit(new URL(form.action, page.url).href, { form: pressed });
			const session = await jar.visit(server.origin + host.endpoints.session);
			expect(JSON.parse(session.text)?.user?.name, server.output()).toBe(name);
			expect(await host.rows('session')).toHaveLength(1);
			await jar.visit(`${server.origin}${host.authPath}/signout`, { form: {} });
			expect((await jar.visit(server.origin + host.endpoints.session)).text).toBe('null');
			expect(await host.rows('session')).toEqual([]);
		});

		test.each(['keycloak', 'staff'])(
			'%s sends people back to the server that is developed on',
			async (id) => {
				const { host, provider, callbacks } = get();
				const target = `${server.origin}${host.authPath}/signin/${id}`;
				const { headers } = await new CookieJar().visit(target, { form: {}, follow: false });
				const location = new URL(headers.get('location') ?? 'none:');
				expect(location.href.startsWith(provider.issuer)).toBe(true);
				const { pathname } = new URL(callbacks.get(id) ?? '');
				expect(location.searchParams.get('redirect_uri')).toBe(server.origin + pathname);
			},
		);
	});
}
