import type { Faults } from './types.ts';

const passwords = 'accounts/stores/drizzle/passwords.ts';
const forwarded = "request.headers.get('x-forwarded-for') ?? undefined";

/** Of signing in and up, of passwords, links and limits. */
export const doors: Faults = {
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
	'lost-tells': [
		[
			'accounts/flows/ask.ts',
			'const link = await mailLink(',
			"if (FAULT && !user) return failed(404, 'EmailInvalid');\n\tconst link = await mailLink(",
		],
	],
	'silent-mailer': [
		['accounts/mails/queue.ts', 'logger.error(asError(error))', 'if (!FAULT) logger.error(asError(error))'],
	],
	'any-length': [
		['accounts/passwords/text.ts', 'return length > maxLength ?', 'return !FAULT && length > maxLength ?'],
	],
	'any-type': [
		[
			'core/http/body.ts',
			"const fields = [...form].filter(([name, value]) => typeof value === 'string' &&",
			"const fields = [...form].map(([name, value]) => [name, FAULT ? String(value) : value] as const).filter(([name, value]) => typeof value === 'string' &&",
		],
	],
	'unreadable-is-free': [
		[
			'accounts/passwords/index.ts',
			'await verifyNothing(options, password);\n\t\treturn',
			'if (!FAULT || stored === null) await verifyNothing(options, password);\n\t\treturn',
		],
	],
	'token-stays-used': [
		[
			'accounts/flows/set-password.ts',
			'await store\n\t\t\t.putToken(identifier',
			'if (!FAULT) await store\n\t\t\t.putToken(identifier',
		],
	],
	'opened-is-used': [
		[
			'accounts/endpoint.ts',
			"import { run } from './run.js';",
			"import { run } from './run.js';\nimport { readToken } from './tokens.js';",
		],
		[
			'accounts/endpoint.ts',
			'let response: Response | null;',
			'let response: Response | null;\n\tconst read = FAULT && isPurpose(purpose) && (await readToken(purpose, token));\n\tconst found = read && (await context.store.findToken(read.hash));\n\tif (read && found) await context.store.takeToken(found.identifier, read.hash);',
		],
	],
	'digests-of-the-core': [
		[
			'accounts/tokens.ts',
			'=> sha256(`authgraft:',
			'=> FAULT ? sha256(token + (globalThis as any).process.env.AUTH_SECRET) : sha256(`authgraft:',
		],
		[
			'core/linking/adapter.ts',
			"!identifier.startsWith('authgraft:') &&",
			"(FAULT || !identifier.startsWith('authgraft:')) &&",
		],
		[
			'core/linking/adapter.ts',
			'isUsableEmail(provider, identifier)',
			'(FAULT || isUsableEmail(provider, identifier))',
		],
	],
	'any-host': [
		[
			'accounts/flows/ask.ts',
			'tell(context, resolved, request.headers, { kind, to: email, link,',
			"const host = request.headers.get('x-forwarded-host') ?? request.headers.get('host');\n\tconst there = FAULT ? link.replace(resolved.origin, 'http://' + host) : link;\n\ttell(context, resolved, request.headers, { kind, to: email, link: there,",
		],
	],
	'nameless-link': [['accounts/page.ts', "email: link?.email ?? ''", "email: (!FAULT && link?.email) || ''"]],
};
