import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { execOk, npm } from '../../scripts/lib/process/exec.ts';
import { user } from '../session/stores.mjs';

export const betterAuthVersion = '1.7.25';

const origin = 'http://localhost:3000';

/**
 * Installs Better Auth into a folder of its own.
 * @returns {Promise<string>} URL of a module with what is needed of it
 */
export async function installBetterAuth(folder) {
	const flags = ['--legacy-peer-deps', '--no-audit', '--no-fund'];
	const [program, args] = npm('install', '--prefix', folder, ...flags, `better-auth@${betterAuthVersion}`);
	await execOk(program, args);
	const file = join(folder, 'entry.mjs');
	await writeFile(
		file,
		"export { betterAuth } from 'better-auth';\nexport { memoryAdapter } from 'better-auth/adapters/memory';\n",
	);
	return pathToFileURL(file).href;
}

/**
 * `auth.api.getSession` with the cookie cache, as its documentation has it for SvelteKit's hook. The database is emptied
 * when everybody is signed in, so that nothing but the cookie can have answered.
 *
 * @param {string} module what `installBetterAuth` gave
 * @param {'compact' | 'jwe'} strategy how the cache's cookie is written: signed, its default, or encrypted as ours is
 * @param {number} count how many sessions
 * @returns {Promise<{ cookies: string[], read: (headers: Headers) => Promise<object | null> }>}
 */
export async function makeBetterAuth(module, strategy, count) {
	const { betterAuth, memoryAdapter } = await import(module);
	const database = { user: [], session: [], account: [], verification: [] };
	const password = { hash: async (text) => text, verify: async ({ hash, password }) => hash === password };
	const auth = betterAuth({
		secret: 'a secret of the benchmark, at least 32 characters',
		baseURL: origin,
		database: memoryAdapter(database),
		telemetry: { enabled: false },
		rateLimit: { enabled: false },
		logger: { disabled: true },
		session: { cookieCache: { enabled: true, maxAge: 60 * 60, strategy } },
		emailAndPassword: { enabled: true, password },
	});
	const body = { email: user.email, password: 'correct horse battery' };
	await auth.api.signUpEmail({ body: { ...body, name: user.name } });
	const cookies = [];
	for (let index = 0; index < count; index++) {
		const response = await auth.api.signInEmail({ body, asResponse: true });
		cookies.push(response.headers.getSetCookie().map(nameAndValue).join('; '));
	}
	for (const rows of Object.values(database)) rows.length = 0;
	return { cookies, read: (headers) => auth.api.getSession({ headers }) };
}

const nameAndValue = (cookie) => cookie.split(';')[0];
