import { expect, test } from 'vitest';
import { readHost } from '../../host/index.ts';
import { examined } from '../context.ts';
import type { Diagnosis } from '../diagnosis.ts';
import { edit, type Files, healthy, write } from '../testing.ts';
import type { Credentials } from './flow.ts';
import { tryOut } from './index.ts';

/* Projects whose build is a script of three lines: what is said of one that fails at each step. */

const ada: Credentials = { provider: 'credentials', fields: { email: 'ada@example.com', password: 'hush' } };

/** Builds and starts a project of SolidStart whose build does so, and whose server is that file. */
async function trial(build: string, server: string): Promise<{ found: Diagnosis[]; proofs: string[] }> {
	const root = await healthy('solidstart2');
	const files: Files = { 'build.mjs': build, 'server.txt': server };
	write(root, files);
	edit(root, 'package.json', /"build": "[^"]*"/, '"build": "node build.mjs"');
	const context = examined(await readHost(root), { production: false, variables: {} });
	const { signal } = new AbortController();
	return tryOut(context, { signal, credentials: ada, say: () => {} });
}

const builds =
	"import { cpSync } from 'node:fs';\ncpSync('server.txt', '.output/server/index.mjs', { recursive: true });\n";

/** A stand-in for sign-in: who has its cookie, or one that the doctor made, is signed in. `rules` come first. */
const serves = (rules: string) => `import { createServer } from 'node:http';
createServer((request, response) => {
	const { url, method, headers } = request;
	const isIn = /\\bin=1|session-token/.test(headers.cookie ?? '');
	const json = (value, more = {}) => {
		response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store', ...more });
		response.end(JSON.stringify(value));
	};
	const go = (cookie) => response.writeHead(302, { location: '/', 'set-cookie': cookie }).end();
	if (url === '/api/auth/providers') return json({});
	if (url === '/api/auth/csrf') return json({ csrfToken: 'x' }, { 'set-cookie': 'csrf-token=x; HttpOnly' });
	${rules}
	if (url === '/api/auth/session') return json(isIn ? { user: { name: 'Ada' } } : null);
	if (method === 'POST' && url === '/api/auth/signin/credentials') return go('in=1; HttpOnly');
	if (method === 'POST' && url === '/api/auth/signout')
		return headers.origin?.includes('127.0.0.1') ? go('in=; Max-Age=0') : response.writeHead(403).end();
	if (method === 'POST') return response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
	if (decodeURI(url) === '/dashboard' && !isIn) return response.writeHead(302, { location: '/signin' }).end();
	response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Page</h1>');
}).listen(process.env.PORT, process.env.HOST);
`;

const errorsOf = ({ found }: { found: Diagnosis[] }) =>
	found.filter(({ severity }) => severity === 'error').map(({ code }) => code);

test('a build that fails', async () => {
	const result = await trial("console.error('no such module');\nprocess.exit(1);\n", '');
	expect(errorsOf(result)).toEqual(['build-fails']);
	expect(JSON.stringify(result.found)).toContain('no such module');
});

test('a server that ends while it starts', async () => {
	const result = await trial(builds, "throw new Error('no database');\n");
	expect(errorsOf(result)).toEqual(['start-fails']);
	expect(JSON.stringify(result.found)).toContain('no database');
});

test('one that lets people in, guards, and lets them out', async () => {
	const result = await trial(builds, serves(''));
	expect(errorsOf(result)).toEqual([]);
	expect(result.proofs).toEqual(['signed in', 'guarded', 'signed out']);
});

test('one that lets nobody in, and one that lets nobody out', async () => {
	const nobody = await trial(builds, serves("if (url === '/api/auth/signin/credentials') return go('in=');"));
	expect(errorsOf(nobody)).toEqual(['sign-in-fails']);
	const forever = await trial(builds, serves("if (url === '/api/auth/signout' && isIn) return go('in=1');"));
	expect(errorsOf(forever)).toEqual(['sign-out-fails']);
	// That guarded pages are shut without a session was not seen.
	expect(forever.proofs).toEqual(['signed in']);
});
