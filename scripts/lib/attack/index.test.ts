import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { root } from '../../bootstrap.mjs';
import { exec } from '../process/exec.ts';

const secret = 'behind-the-painting';
let server: Server | undefined;
afterEach(() => {
	server?.closeAllConnections();
	server?.close();
});

type Answer = (request: IncomingMessage, response: ServerResponse) => boolean;

/** A host whose guard holds, with something wrong in it if `wrong` answers. Its pages load SvelteKit's scripts. */
async function makeHost(wrong: Answer = () => false): Promise<string> {
	const own = createServer((request, response) => {
		if (wrong(request, response)) return;
		const isPage = request.url?.startsWith('/dashboard');
		const isAllowed = request.headers.cookie === 'session=1';
		if (isPage && !isAllowed) response.writeHead(303, { location: '/signin' }).end();
		else response.end(`<script src="/_app/immutable/entry/x.js"></script>${isPage ? secret : ''}`);
	});
	server = own;
	await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve));
	const address = own.address();
	if (address === null || typeof address === 'string') throw new Error('No port');
	return `http://127.0.0.1:${address.port}`;
}

const run = (...args: string[]) => exec(process.execPath, [join(root, 'scripts/attack.mjs'), ...args]);
const usual = (url: string) => ['--url', url, '--path', '/dashboard', '--secret', secret, '--count', '20'];

describe('npm run attack', () => {
	test('finds nothing where a guard holds, and says what it did not send', async () => {
		const { code, stdout, stderr } = await run(
			...usual(await makeHost()),
			'--cookie',
			'session=1',
			'--seed',
			'7',
		);
		expect(code, stderr).toBe(0);
		expect(stdout).toMatch(
			/^\n?\d{3} requests to .*\/dashboard: 0 leak, 0 crash, 0 kept out, 0 no answer \(seed 7\)\n$/,
		);
		expect(stderr).toContain('50 rerouted: nobody said where "alias" is');
		expect(stderr).toContain('62 remote function: no function that browsers can call was found');
	});

	test('tells a leak, with the request that anybody can repeat', async () => {
		const url = await makeHost(({ url: path }, response) => {
			if (path !== '/%64ashboard') return false;
			response.end(Buffer.from(secret).toString('base64'));
			return true;
		});
		const { code, stdout } = await run(...usual(url), '--json');
		expect(code).toBe(1);
		const { problems, exitCode, schema, seed } = JSON.parse(stdout);
		expect([exitCode, schema, typeof seed]).toEqual([1, 1, 'number']);
		const first = problems[0];
		expect([first.kind, first.name, first.request, first.status, first.detail]).toEqual([
			...['leak', '3 percent-encoded letter', 'GET /%64ashboard', 200, secret],
		]);
	});

	test('tells a crash, and stops there', async () => {
		const url = await makeHost(({ url: path }, response) => {
			if (path !== '/dashboard%') return false;
			response.socket?.destroy();
			server?.close();
			server?.closeAllConnections();
			return true;
		});
		const { code, stdout } = await run(...usual(url));
		expect(code).toBe(1);
		expect(stdout).toMatch(/CRASH +29 bad percent/);
		expect(stdout).toContain('0 leak, 1 crash');
	});

	test('tells a request that hangs, which is not the guard', async () => {
		const url = await makeHost(({ url: path }) => path === '/dashboard%ff');
		const { code, stdout } = await run(...usual(url), '--count', '0');
		expect(code).toBe(0);
		expect(stdout).toMatch(/NO ANSWER +30 bad UTF-8/);
	});

	test('tells when somebody who is signed in is kept out', async () => {
		const url = await makeHost(({ url: path }, response) => {
			if (path !== '/dashboard?foo=1') return false;
			response.writeHead(303, { location: '/signin' }).end();
			return true;
		});
		const { code, stdout } = await run(...usual(url), '--cookie', 'session=1');
		expect(code).toBe(1);
		expect(stdout).toMatch(/KEPT OUT +34 query/);
	});

	test('sends more headers where they are wanted', async () => {
		const seen: unknown[] = [];
		const url = await makeHost(({ headers, url: path }) => {
			if (path === '/dashboard?foo=1') seen.push(headers['x-pass']);
			return false;
		});
		expect((await run(...usual(url), '--header', 'X-Pass: please')).code).toBe(0);
		expect(seen).toEqual(['please']);
	});

	test('refuses a cookie with which the secret is not seen: no search could find it elsewhere', async () => {
		const { code, stderr } = await run(...usual(await makeHost()), '--cookie', 'session=2');
		expect([code, stderr]).toEqual([2, expect.stringContaining('does not show the secret')]);
	});

	test('refuses a host of which it does not know the framework', async () => {
		const url = await makeHost(({ headers }, response) => {
			if (headers.cookie) return false;
			response.end('<h1>Hello</h1>');
			return true;
		});
		const { code, stderr } = await run(...usual(url));
		expect([code, stderr]).toEqual([
			2,
			expect.stringContaining('add --framework sveltekit or --framework solid-start'),
		]);
	});

	test.each([
		[['--path', '/dashboard'], 'missing: --url, --secret'],
		[
			['--url', 'localhost:3000', '--path', '/a', '--secret', secret],
			'--url localhost:3000: not an http or https address',
		],
		[['--url', 'http://h/x', '--path', '/a', '--secret', secret], 'write --url http://h --path /x/a'],
		[['--url', 'http://h', '--path', 'a', '--secret', secret], '--path a: write a path like /dashboard'],
		[['--url', 'http://h', '--path', '/a?b', '--secret', secret], '--path /a?b: write a path like'],
		[['--url', 'http://h', '--path', '/', '--secret', secret], '--path /: write a path like'],
		[['--url', 'http://h', '--path', '/a', '--secret', 'short'], 'at least 8 characters'],
		[
			['--url', 'http://h', '--path', '/a', '--secret', secret, '--framework', 'next'],
			'one of sveltekit, solid-start',
		],
		[
			['--url', 'http://h', '--path', '/a', '--secret', secret, '--count', 'many'],
			'many: not a whole number',
		],
		[['--url', 'http://h', '--path', '/a', '--secret', secret, '--header', 'x'], 'write "name: value"'],
		[
			['--url', 'http://127.0.0.1:1', '--path', '/a', '--secret', secret],
			'http://127.0.0.1:1 does not answer',
		],
		[['--what'], "Unknown option '--what'"],
	])('wrong usage: %j', async (args, message) => {
		const { code, stdout, stderr } = await run(...args);
		expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)]);
	});
});
