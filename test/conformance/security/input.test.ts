import { beforeEach, describe, expect, test } from 'vitest';
import { type Application, integrations } from '../support/application.ts';
import { cookiesOf, errorsOf, form, html, send, victim } from './attack.ts';
import { adasForm, github, watchingProvider } from './people.ts';
import { goodToken, sessionCookie } from './tokens.ts';

const { watching, given } = watchingProvider();

describe.each(integrations)('input, %s', (integration) => {
	let app: Application;
	beforeEach(() => {
		given.length = 0;
		app = victim(integration, { providers: [watching, github] });
	});
	const path = () => `${app.basePath}/callback/credentials`;
	const refused = (error: string) => [302, `${app.origin}${app.basePath}/${error}`];
	const seen = async (response: Response) => [response.status, response.headers.get('location')];

	describe('size', () => {
		const megabyte = 'x'.repeat(1_000_000);
		test('a password of a megabyte is a wrong password', async () => {
			const fields = { ...adasForm, password: megabyte };
			expect(await seen(await send(app, path(), { fields }))).toEqual(
				refused('signin?error=CredentialsSignin&code=credentials'),
			);
			expect(await seen(await send(app, path(), { json: fields }))).toEqual(
				refused('signin?error=CredentialsSignin&code=credentials'),
			);
			expect(given.map(({ password }) => String(password).length)).toEqual([1_000_000, 1_000_000]);
		});
		test('an address of a megabyte at sign-out and sign-in', async () => {
			const fields = { callbackUrl: `/${megabyte}` };
			for (const name of ['signout', 'signin/github']) {
				const response = await send(app, `${app.basePath}/${name}`, { fields });
				expect(response.status).toBe(302);
				// No server and no browser takes a header of a megabyte.
				expect(JSON.stringify([...response.headers]).length).toBeLessThan(16_000);
			}
		});
		const more = [
			['form', form, `password=${megabyte}${megabyte}`],
			['JSON', 'application/json', JSON.stringify({ password: megabyte + megabyte })],
			['multipart', 'multipart/form-data; boundary=x', `--x\r\n\r\n${megabyte}${megabyte}\r\n--x--`],
			['text', 'text/plain', megabyte + megabyte],
		] as const;
		test.each(more)('two megabytes of %s are too much', async (_, type, body) => {
			const response = await send(app, path(), { body, headers: { 'content-type': type } });
			expect([response.status, await response.json()]).toEqual([413, { message: 'Content Too Large' }]);
			expect([given, errorsOf(app)]).toEqual([[], []]);
		});
		/** Posts a body that never ends, and says how many bytes of it were taken. */
		async function pour(path: string, origin: string) {
			let sent = 0;
			const chunk = new Uint8Array(64 * 1024).fill(120);
			const body = new ReadableStream({
				pull(controller) {
					sent += chunk.length;
					controller.enqueue(chunk);
				},
			});
			const init = { method: 'POST', body, duplex: 'half', headers: { origin, 'content-type': form } };
			const { status } = await app.fetch(new Request(`${app.origin}${path}`, init as RequestInit));
			return { status, sent };
		}
		test('a body without an end is not read to its end', async () => {
			const { status, sent } = await pour(path(), app.origin);
			expect(status).toBe(413);
			expect(sent).toBeLessThan(2_000_000);
			// Control of the next test: so much is read.
			expect(sent).toBeGreaterThan(1_000_000);
		});
		test.each(['signin/github', 'callback/credentials', 'signout', 'session'])(
			'of a foreign post to %s nothing is read',
			async (name) => {
				const { status, sent } = await pour(`${app.basePath}/${name}`, 'https://evil.example');
				expect(status).toBe(name === 'session' ? 200 : 302);
				// What a stream has ready before anybody asks.
				expect(sent).toBeLessThanOrEqual(2 * 64 * 1024);
			},
		);
		test('a length that is a lie', async () => {
			for (const length of ['1', '0', '-1', 'NaN', '99999999999']) {
				const headers = { 'content-length': length };
				const response = await send(app, path(), { fields: adasForm, headers });
				expect([302, 413]).toContain(response.status);
			}
		});
		test.each([
			[100, 302],
			[101, 414],
			[5000, 414],
		])('%i parameters in the URL: %i', async (count, status) => {
			const query = Array.from({ length: count }, (_, index) => `p${index}=1`).join('&');
			expect((await send(app, `${path()}?${query}`, { fields: adasForm })).status).toBe(status);
			expect(given).toHaveLength(status === 302 ? 1 : 0);
		});
		test.each([
			[999, 302],
			[20_000, 413],
		])('%i fields: %i', async (count, status) => {
			const fields = Array.from({ length: count }, (_, index) => `f${index}=1`).join('&');
			expect((await send(app, path(), { fields })).status).toBe(status);
		});
	});

	describe('depth', () => {
		const deep = '['.repeat(10_000) + ']'.repeat(10_000);
		const nested = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`;
		const points = ['callback/credentials', 'signin/credentials', 'signin/github', 'signout', 'session'];
		test.each(points)('JSON 10,000 deep at %s', async (point) => {
			const cookie = `${sessionCookie}=${await goodToken()}`;
			const statuses: [string, number][] = [];
			for (const json of [
				deep,
				nested,
				`{"callbackUrl":${deep}}`,
				`{"data":${nested}}`,
				`{"csrfToken":${deep}}`,
			]) {
				const response = await send(app, `${app.basePath}/${point}`, { json, cookie });
				statuses.push([json.slice(0, 16), response.status]);
			}
			expect(statuses).toEqual(statuses.map(([json]) => [json, point === 'session' ? 200 : 302]));
			expect((await send(app, '/', { cookie })).status).toBe(200);
		});
	});

	describe('no JSON', () => {
		const rubbish = [
			'',
			'{',
			'null',
			'1',
			'"x"',
			'true',
			'[]',
			'{}',
			'\0',
			'\ufeff{}',
			'{"email":}',
			'NaN',
			"{'a':1}",
		];
		test.each(rubbish)('%j', async (json) => {
			const response = await send(app, path(), { json });
			expect(await seen(response)).toEqual(refused('signin?error=CredentialsSignin&code=credentials'));
		});
		test('bytes that are no text', async () => {
			const body = new Uint8Array([0xff, 0xfe, 0, 0x80]);
			for (const type of [
				form,
				'application/json',
				'multipart/form-data; boundary=x',
				'multipart/form-data',
				'x/y',
			]) {
				const response = await send(app, path(), { body, headers: { 'content-type': type } });
				expect(await seen(response)).toEqual(refused('signin?error=CredentialsSignin&code=credentials'));
			}
		});
	});

	describe('markup', () => {
		const script = `"'><script>alert(1)</script><img src=x onerror=alert(1)>`;
		const query = new URLSearchParams({
			...{
				error: script,
				code: script,
				callbackUrl: `/${script}`,
				email: script,
				provider: script,
				type: script,
			},
			...{ csrfToken: script, host: script, title: script, html: script },
		});
		test.each(['signin', 'signout', 'error', 'verify-request'])(
			'%s shows nothing of it as markup',
			async (page) => {
				const response = await send(app, `${app.basePath}/${page}?${query}`);
				expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html']);
				const text = await response.text();
				expect(text).not.toContain('<script>alert');
				expect(text).not.toContain('<img src=x');
				expect(errorsOf(app)).toEqual([]);
			},
		);
		test.each(['providers', 'theme', 'cookies', 'url', 'callbackUrl', 'csrfToken', 'error', 'pages'])(
			'a parameter named like something inside the page: %s',
			async (name) => {
				for (const value of ['', 'x', '[]', 'null', '__proto__']) {
					for (const page of ['signin', 'signout', 'error', 'verify-request']) {
						const response = await send(app, `${app.basePath}/${page}?${name}=${value}`);
						expect([page, value, response.status]).toEqual([page, value, 200]);
					}
				}
				expect(errorsOf(app)).toEqual([]);
			},
		);
	});

	describe('headers and methods', () => {
		const odd = ['größe', '\u0080\u00ff', '\'"<>', '%00', '%E0%A4%A', 'a'.repeat(100_000), ',,,,', ';;;;'];
		const names = ['accept', 'accept-language', 'user-agent', 'referer', 'authorization', 'x-requested-with'];
		const more = [
			'x-auth-return-redirect',
			'sec-fetch-dest',
			'x-forwarded-for',
			'content-language',
			'x-sveltekit-action',
		];
		test.each([...names, ...more])('%s', async (name) => {
			for (const value of odd) {
				const headers = { [name]: value };
				const answers = await Promise.all([
					send(app, '/', { headers }),
					send(app, `${app.basePath}/session`, { headers }),
					send(app, `${app.basePath}/signin/github`, { fields: {}, headers }),
				]);
				const json = name === 'x-auth-return-redirect' ? 200 : 302;
				expect([value, ...answers.map(({ status }) => status)]).toEqual([value, 200, 200, json]);
			}
			expect(errorsOf(app)).toEqual([]);
		});
		test.each([
			'größe',
			'\u0080',
			'a/b',
			'multipart/form-data',
			'multipart/form-data; boundary=',
			'application/json;',
			'',
		])('content-type %j', async (type) => {
			const response = await send(app, path(), { body: 'x', headers: { 'content-type': type } });
			expect(await seen(response)).toEqual(refused('signin?error=CredentialsSignin&code=credentials'));
		});
		test.each(['HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])(
			'%s signs nobody in or out',
			async (method) => {
				const cookie = `${sessionCookie}=${await goodToken()}`;
				for (const point of [
					'callback/credentials',
					'signin/credentials',
					'signin/github',
					'signout',
					'session',
				]) {
					const query = new URLSearchParams({ ...adasForm });
					const response = await send(app, `${app.basePath}/${point}?${query}`, {
						method,
						cookie,
						headers: html,
					});
					expect(cookiesOf(response)).not.toHaveProperty([sessionCookie]);
				}
				expect([given, errorsOf(app)]).toEqual([[], []]);
			},
		);
	});
});
