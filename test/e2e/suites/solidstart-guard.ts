import { beforeAll, describe, expect, test } from 'vitest';
import { CookieJar } from '../../../scripts/lib/cookie-jar.ts';
import type { RunningServer } from '../../../scripts/lib/server.ts';
import { signInAsAda, solidStart } from '../../support/ada.ts';
import { rawRequest } from '../../support/raw-request.ts';
import type { ServerFunction, ServerFunctions } from '../../support/server-functions.ts';
import { dashboardSecret } from '../../support/sveltekit-pages.ts';

/** The ways around a guard, in a production build with a guarded /dashboard. Source: facts/solidstart.md, 4. */
export function describeSolidGuard(get: () => { server: RunningServer; functions: ServerFunctions }): void {
	const ask = (path: string, headers: Record<string, string> = {}) =>
		rawRequest(get().server.origin, path, { headers: { accept: 'text/html', ...headers } });
	const tellsNothing = ({ text, headers }: { text: string; headers: object }) =>
		expect(text + JSON.stringify(headers)).not.toContain(dashboardSecret);
	const stillThere = async () => {
		expect(get().server.isRunning(), get().server.output()).toBe(true);
		expect((await ask('/')).status).toBe(200);
	};

	describe('the guard of /dashboard', () => {
		const paths = [
			...['/dashboard', '/dashboard/', '/dashboard?x=1', '/dashboard/settings', '/dashboard//settings'],
			...['/Dashboard', '/DASHBOARD', '/dAshboard/SETTINGS'],
			...['//dashboard', '///dashboard', '//dashboard/settings', '//evil.example/dashboard'],
			...['/x/../dashboard', '/./dashboard', '/%2e/dashboard', '/x/%2e%2e/dashboard', '/x/..%2fdashboard'],
			...['/%2fdashboard', '/%64ashboard', '/d%61shboard/settings', '/%2564ashboard'],
			...['/dashboard%2fsettings', '/dashboard%00', '/dashboard%20', '/dashboard;x=1', '/dashboard.'],
			...['/\\dashboard', '/%5cdashboard', '/x\\..\\dashboard', '/dashboard\\settings'],
			...['/dashboard/api', '/Dashboard/api', '//dashboard/api', '/%64ashboard/api', '/dashboard/%61pi'],
			...[
				'/signin/../dashboard',
				'/api/auth/../../dashboard',
				'/_server/../dashboard',
				'/_server%2f..%2fdashboard',
			],
		];
		test.each(paths)('tells a stranger nothing at %s', async (path) => {
			for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) {
				const answer = await rawRequest(get().server.origin, path, {
					method,
					headers: { accept: 'text/html' },
				});
				tellsNothing(answer);
				expect(answer.status, method).toBeLessThan(500);
			}
			await stillThere();
		});

		test.each(['/dashboard%ff', '/%C0%AFdashboard', '/%ff', '/%'])('survives %s', async (path) => {
			// Nitro 3.0.260610 never answers a malformed escape; what matters is that it goes on.
			const answer = await Promise.race([
				ask(path),
				new Promise<null>((resolve) => setTimeout(resolve, 500, null)),
			]).catch(() => null);
			if (answer) tellsNothing(answer);
			await stillThere();
		});

		const headers = ['X-Original-URL', 'X-Rewrite-URL', 'X-Forwarded-Prefix', 'X-Nitro-Prerender'];
		test.each([...headers, 'X-Middleware-Subrequest'])('is not led astray by %s', async (name) => {
			for (const [path, value] of [
				['/dashboard', '/'],
				['/', '/dashboard'],
			] as const) {
				tellsNothing(await ask(path, { [name]: value }));
			}
		});

		test('is not led astray by another host', async () => {
			for (const host of ['evil.example', '127.0.0.1:1']) tellsNothing(await ask('/dashboard', { host }));
			tellsNothing(await ask('http://evil.example/dashboard'));
			tellsNothing(await ask('http://evil.example/Dashboard/settings'));
		});

		test('sends a stranger to the sign-in page, with nothing of the page in the answer', async () => {
			for (const path of ['/dashboard', '/Dashboard/settings?tab=2']) {
				const answer = await ask(path);
				expect([answer.status, answer.text]).toEqual([303, '']);
				const target = `/signin?redirectTo=${encodeURIComponent(path)}`;
				expect(answer.headers.location).toBe(target);
			}
		});
	});

	describe('a guarded server function', () => {
		let all: ServerFunction[];
		beforeAll(() => {
			all = get().functions.all;
			expect(all.length).toBeGreaterThanOrEqual(6);
		});

		test('tells a stranger nothing, however it is called', async () => {
			const { origin } = get().server;
			const args = get().functions.encode(['/dashboard']);
			for (const { query: named, header } of all) {
				for (const path of ['/_server', '/_server/', '/_server/dashboard', '/_serverXYZ/foo', '//_server']) {
					const query = `?${named}&args=${encodeURIComponent(args)}`;
					const names = { 'x-server-id': header, 'x-server-instance': 'server-fn:0', origin };
					const answers = [
						await ask(path + query),
						await ask(path + query, names),
						await ask(path, { ...names, 'x-single-flight': 'true', referer: `${origin}/dashboard` }),
						await rawRequest(origin, path, { method: 'POST', headers: names }),
						await rawRequest(origin, path + query, { method: 'POST', headers: { origin } }),
					];
					answers.forEach(tellsNothing);
				}
			}
			await stillThere();
		});

		test('tells a stranger nothing in the flight of an action that leads to its page', async () => {
			const { origin } = get().server;
			const { leave } = get().functions;
			for (const redirectTo of ['/dashboard', '/Dashboard', '/dashboard/settings']) {
				const headers = {
					...{
						origin,
						'x-server-id': leave.header,
						'x-server-instance': 'server-fn:0',
						'x-single-flight': 'true',
					},
					...{ 'content-type': 'application/x-www-form-urlencoded', referer: `${origin}/enter` },
				};
				const body = new URLSearchParams({ redirectTo }).toString();
				const answer = await rawRequest(origin, '/_server', { method: 'POST', headers, body });
				tellsNothing(answer);
				expect(answer.headers.location ?? answer.text).toMatch(/dashboard|signin/i);
			}
		});
	});

	test('somebody who is signed in passes', async () => {
		const { origin } = get().server;
		const { jar } = await signInAsAda(origin, {}, solidStart);
		for (const path of ['/dashboard', '/Dashboard', '/dashboard/settings', '/dashboard/api']) {
			expect((await jar.visit(origin + path)).text, path).toContain(dashboardSecret);
		}
		const { secret } = get().functions;
		const call = await jar.visit(`${origin}/_server?${secret.query}`, {
			headers: { 'x-server-id': secret.header, 'x-server-instance': 'server-fn:0' },
		});
		expect(call.text).toContain(dashboardSecret);
		expect((await new CookieJar().visit(`${origin}/dashboard`)).url).toContain('/signin');
	});
}
