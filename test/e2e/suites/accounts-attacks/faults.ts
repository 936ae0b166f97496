import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../../../scripts/bootstrap.mjs';
import { bundleRuntime } from '../../../../scripts/lib/build/runtime.ts';

/** Names of a file below `runtime/src`, what stands there, and what takes its place: `FAULT` is whether it is wanted. */
type Change = [file: string, from: string, to: string];

const passwords = 'accounts/stores/drizzle/passwords.ts';
const forwarded = "request.headers.get('x-forwarded-for') ?? undefined";

/** The runtime with one defence less, by the name that a row has for it. */
export const faults: Readonly<Record<string, readonly Change[]>> = {
	'no-hash-for-nobody': [
		['accounts/passwords/index.ts', 'await verifyNothing(options', 'if (!FAULT) await verifyNothing(options'],
	],
	'no-limits': [['accounts/limits/index.ts', 'counter ? limits', '!FAULT && counter ? limits']],
	'believes-forwarded': [
		['sveltekit/auth.ts', '() => addressOf(event)', `() => (FAULT ? ${forwarded} : addressOf(event))`],
		[
			'solid-start/settings.ts',
			'() => event.clientAddress',
			`() => (FAULT ? ${forwarded} : event.clientAddress)`,
		],
	],
	'no-queue': [['accounts/passwords/queue.ts', '[2, 16]', '[2, FAULT ? 1e6 : 16]']],
	'no-normal-form': [
		['accounts/passwords/text.ts', "typed.normalize('NFKC')", "FAULT ? typed : typed.normalize('NFKC')"],
	],
	'sign-up-tells': [
		[
			'accounts/flows/ask.ts',
			'const payload = {',
			"if (FAULT && user) return failed(409, 'EmailInvalid');\n\tconst payload = {",
		],
	],
	'addresses-as-typed': [
		[
			'accounts/address.ts',
			"plainAddress(typed ?? '').toLowerCase()",
			"FAULT ? (typed ?? '') : plainAddress(typed ?? '').toLowerCase()",
		],
	],
	'any-name': [['accounts/address.ts', 'return wrong ?', 'return wrong && !FAULT ?']],
	'links-for-ever': [
		[
			'accounts/flows/link.ts',
			'found.expires.getTime() <= Date.now()',
			'(!FAULT && found.expires.getTime() <= Date.now())',
		],
		[
			'accounts/stores/drizzle/tokens.ts',
			'gt(tokens.expires, now)',
			'FAULT ? undefined : gt(tokens.expires, now)',
		],
	],
	'tokens-twice': [[passwords, 'return !token ||', 'return FAULT || !token ||']],
	'older-links': [
		[
			'accounts/stores/drizzle/tokens.ts',
			'run.remove(tokens, eq(tokens.identifier, identifier)),',
			'...(FAULT ? [] : [run.remove(tokens, eq(tokens.identifier, identifier))]),',
		],
	],
	'sessions-stay': [[passwords, '...removeSessions(run', '...(FAULT ? () => [] : removeSessions)(run']],
	'any-target': [
		[
			'core/http/redirects.ts',
			'const target = url.origin === origin ?',
			'const target = FAULT ? wanted : url.origin === origin ?',
		],
	],
	'any-origin': [
		[
			'core/http/same-origin.ts',
			"const site = headers.get('sec-fetch-site');",
			"if (FAULT) return true;\n\tconst site = headers.get('sec-fetch-site');",
		],
	],
	'no-rotation': [
		[
			'core/linking/adapter.ts',
			'if (old !== session.sessionToken)',
			'if (!FAULT && old !== session.sessionToken)',
		],
	],
	'expired-sessions': [
		[
			'core/linking/session.ts',
			'return found && new Date',
			'return found && FAULT ? found : found && new Date',
		],
	],
	'always-links': [
		['core/linking/adapter.ts', '(arrival.keepsSession ?', '(FAULT || arrival.keepsSession ?'],
	],
	'any-claim': [
		['core/linking/proof.ts', 'const says = email_verified', 'const says = FAULT || email_verified'],
	],
	'believes-microsoft': [
		['core/linking/proof.ts', '|| isOfMicrosoft(profile)', '|| (!FAULT && isOfMicrosoft(profile))'],
	],
	'no-purge': [['accounts/index.ts', 'await store.purge(', 'if (!FAULT) await store.purge(']],
	'last-way-goes': [
		[
			'accounts/stores/drizzle/ways.ts',
			'and(where, hasAnother(',
			'(FAULT ? () => where : and)(where, hasAnother(',
		],
	],
	'two-transactions': [
		[
			'accounts/stores/drizzle/database.ts',
			'const db = this.#db;',
			'const db = this.#db;\n\t\tif (FAULT) {\n\t\t\tconst alone: number[] = [];\n\t\t\tfor (const one of build(this)) alone.push(countOf(await one));\n\t\t\treturn alone;\n\t\t}',
		],
	],
	'no-proof': [['accounts/account/confirm.ts', '(await proveAgain(', '(FAULT ? null : await proveAgain(']],
	'address-tells': [
		[
			'accounts/account/email/index.ts',
			'// Kept in either case',
			"if (FAULT && !isFree) return failed(409, 'EmailInvalid');\n\t// Kept in either case",
		],
	],
	'handles-are-tokens': [
		[
			'accounts/account/handles.ts',
			"handle('session', sessionToken)",
			"FAULT ? Promise.resolve(sessionToken) : handle('session', sessionToken)",
		],
	],
	'shows-links': [
		['accounts/answers.ts', 'dev && isDevelopmentProcess()', 'FAULT || (dev && isDevelopmentProcess())'],
	],
	'any-end-session': [
		[
			'core/sign-out/discovery.ts',
			'!isSafe(url) || !own.some((one) => one && isSameSite(one, url)))',
			'(!FAULT && (!isSafe(url) || !own.some((one) => one && isSameSite(one, url)))))',
		],
	],
};

const asked = (name: string) => `((globalThis as any).process?.env.ATTACK_FAULT === '${name}')`;

/**
 * Puts a runtime into a host that has all of these faults: each is there in the processes that are told its name. Made of the
 * sources, as the packed one is.
 *
 * @throws when something is no longer there that a fault changes
 */
export async function breakRuntime(folder: string): Promise<void> {
	const copy = await mkdtemp(join(tmpdir(), 'authgraft-faults-'));
	try {
		await cp(join(root, 'runtime/src'), copy, { recursive: true });
		for (const [name, changes] of Object.entries(faults))
			for (const [file, from, to] of changes) {
				const text = await readFile(join(copy, file), 'utf8');
				if (text.split(from).length !== 2) throw new Error(`${name}: ${file} has no single "${from}"`);
				await writeFile(
					join(copy, file),
					text.replace(from, () => to.replaceAll('FAULT', asked(name))),
				);
			}
		await bundleRuntime(copy, join(folder, 'node_modules/@authgraft/runtime/dist'));
	} finally {
		await rm(copy, { recursive: true, force: true });
	}
}
