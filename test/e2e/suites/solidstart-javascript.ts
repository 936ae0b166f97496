import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CookieJar } from '../../../scripts/lib/demo/cookie-jar.ts';
import { copyFixtureHost } from '../../../scripts/lib/make-host.ts';
import type { RunningServer } from '../../../scripts/lib/process/server.ts';
import { ada, adasForm, sessionText, signInAsAda, solidStart, wrongPassword } from '../../support/ada.ts';
import { knowAda } from '../../support/authorize.ts';
import { type HostUnderTest, type Kind, makeHostUnderTest } from '../../support/host-under-test.ts';
import { treeHash } from '../../support/tree-hash.ts';

const flags = ['--yes', '--no-install', '--providers', 'credentials', '--protect', '/dashboard'];

/** A home page, and one with something to hide, as people write them who use no types. */
const pages = {
	'src/routes/index.jsx': `import { createAsync } from '@solidjs/router';
import { getSession } from '../session';

export default function Home() {
	const session = createAsync(() => getSession(), { deferStream: true });
	return <p>{session()?.user?.name ?? 'nobody'}</p>;
}
`,
	'src/routes/dashboard.jsx': `import { createAsync } from '@solidjs/router';
import { Show } from 'solid-js';
import { guardedSession } from '../session';

export default function Dashboard() {
	const session = createAsync(() => guardedSession('/dashboard'), { deferStream: true });
	return <Show when={session()}>the safe</Show>;
}
`,
};

/**
 * The same in JavaScript: a host of its own, with the packages of the one that is installed already.
 * @param fixture of `test/fixtures/hosts`
 */
export function describeJavaScript(
	get: () => { host: HostUnderTest; kind: Kind; env: Record<string, string> },
	fixture: string,
): void {
	describe('in JavaScript', () => {
		let host: HostUnderTest;
		let before: Record<string, string>;
		let server: RunningServer | undefined;

		beforeAll(async () => {
			const packages = join(get().host.folder, 'node_modules');
			const make = async (folder: string) => {
				await copyFixtureHost(fixture, folder);
				await symlink(packages, join(folder, 'node_modules'), 'junction');
			};
			const { kind } = get();
			host = await makeHostUnderTest({
				...kind,
				name: `${kind.name} (JavaScript)`,
				make,
				packages: undefined,
			});
			before = await treeHash(host.folder);
		});
		afterAll(async () => {
			await server?.stop();
			await host?.remove();
		});

		test('is grafted, left alone by a second init, and given back by undo', async () => {
			const run = async (...args: string[]) => {
				const { code, output } = await host.graft(...args);
				expect(code, output).toBe(0);
				return output;
			};
			await run('init', ...flags);
			const after = await treeHash(host.folder);
			expect(Object.keys(after).filter((path) => /\.tsx?$/.test(path))).toEqual([]);
			expect(await run('init', ...flags)).toMatch(/nothing to do/i);
			expect(await treeHash(host.folder)).toEqual(after);
			await run('undo', '--yes');
			expect(await treeHash(host.folder)).toEqual(before);
			await run('init', ...flags);
		});

		test('builds, signs in and out, and guards a page', async () => {
			await host.write(pages);
			await knowAda(join(host.folder, 'src/auth.js'));
			const { code, output } = await host.build();
			expect(code, output).toBe(0);
			server = await host.startBuild(get().env);
			const { origin } = server;
			const stranger = new CookieJar();
			for (const path of ['/dashboard', '/Dashboard', '/%64ashboard']) {
				const visit = await stranger.visit(origin + path);
				expect([new URL(visit.url).pathname, visit.text.includes('the safe')], path).toEqual([
					'/signin',
					false,
				]);
			}
			const wrong = { ...adasForm, password: wrongPassword };
			const refused = await stranger.visit(origin + solidStart.signIn, { form: wrong });
			expect(refused.text).toContain('role="alert"');
			expect(await sessionText(origin, stranger, solidStart)).toBe('null');

			const { jar, visit } = await signInAsAda(origin, { callbackUrl: '/dashboard' }, solidStart);
			expect([new URL(visit.url).pathname, visit.text.includes('the safe')]).toEqual(['/dashboard', true]);
			expect((await jar.visit(`${origin}/`)).text).toContain(`>${ada.name}<`);
			expect((await jar.visit(`${origin}/signout`)).text).toContain(`You are signed in as`);
			await jar.visit(`${origin}/api/auth/signout`, { form: {} });
			expect(await sessionText(origin, jar, solidStart)).toBe('null');
			expect((await jar.visit(`${origin}/`)).text).toContain('>nobody<');
		});
	});
}
