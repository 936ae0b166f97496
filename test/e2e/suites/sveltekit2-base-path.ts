import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CookieJar } from '../../../scripts/lib/demo/cookie-jar.ts';
import { formsOf, textOf } from '../../../scripts/lib/demo/forms.ts';
import { edit } from '../../../scripts/lib/make-host.ts';
import type { RunningServer } from '../../../scripts/lib/process/server.ts';
import { ada, wrongPassword } from '../../support/ada.ts';
import { knowAda } from '../../support/authorize.ts';
import { type HostUnderTest, makeHostUnderTest } from '../../support/host-under-test.ts';
import { viteConfigHost } from '../../support/sveltekit-kinds.ts';
import { dashboardSecret } from '../../support/sveltekit-pages.ts';

const base = '/app';

/** A SvelteKit 2 host that lives below a path, with hooks in a place of its own. */
export function describeBasePath(): void {
	describe('SvelteKit 2 below a path', () => {
		let host: HostUnderTest;
		let server: RunningServer;

		beforeAll(async () => {
			const kind = { ...viteConfigHost, name: 'SvelteKit 2 below a path', pages: {} };
			host = await makeHostUnderTest({
				...kind,
				async make(folder) {
					await kind.make(folder);
					const options = `paths: { base: '${base}' },\n\t\t\tfiles: { hooks: { server: 'src/server/hooks' } },\n\t\t\t`;
					await edit(join(folder, 'vite.config.ts'), 'adapter: adapter()', `${options}adapter: adapter()`);
				},
				pages: {
					'src/routes/+page.svelte':
						'<p>{JSON.stringify(data.session?.user ?? null)}</p>\n<script>let { data } = $props()</script>\n',
					'src/routes/dashboard/+page.svelte': `<p>${dashboardSecret}</p>\n`,
				},
			});
			const { code, output } = await host.graft(
				'init',
				'--yes',
				'--providers',
				'credentials',
				'--protect',
				'/dashboard',
			);
			expect(code, output).toBe(0);
			await knowAda(join(host.folder, 'src/auth.ts'));
			const built = await host.build();
			expect(built.code, built.output).toBe(0);
			server = await host.startBuild({ AUTH_URL: host.origin });
		});
		afterAll(async () => {
			await server?.stop();
			await host?.remove();
		});

		test('the hooks lie where the config says', async () => {
			expect(await host.read('src/server/hooks.ts')).toContain("from '../auth'");
			expect(await host.read('src/auth.ts')).toContain("import { base } from '$app/paths';");
		});

		test('a stranger is sent to the sign-in page below the base, and comes back', async () => {
			const jar = new CookieJar();
			const visit = await jar.visit(`${server.origin}${base}/dashboard`);
			expect(new URL(visit.url).pathname).toBe(`${base}/signin`);
			expect(visit.text).not.toContain(dashboardSecret);
			const [form] = formsOf(visit.text);
			const fill = (password: string) => ({ ...form?.fields, email: ada.email, password });

			const wrong = await jar.visit(visit.url, { form: fill(wrongPassword) });
			expect(new URL(wrong.url).pathname).toBe(`${base}/signin`);
			const right = await jar.visit(visit.url, { form: fill(ada.password) });
			expect(new URL(right.url).pathname).toBe(`${base}/dashboard`);
			expect(right.text).toContain(dashboardSecret);

			expect((await jar.visit(`${server.origin}${base}/auth/session`)).text).toContain(ada.name);
			expect(textOf((await jar.visit(`${server.origin}${base}/`)).text)).toContain(ada.name);
			const out = await jar.visit(`${server.origin}${base}/signout`, { form: {} });
			expect(new URL(out.url).pathname).toMatch(/^\/app(?:\/|$)/);
			expect((await jar.visit(`${server.origin}${base}/auth/session`)).text).toBe('null');
		});
	});
}
