import type { Faults } from './types.ts';

const passwords = 'accounts/stores/drizzle/passwords.ts';

/** Of whoever is in: sessions, ways to sign in, the account page, signing out. */
export const inside: Faults = {
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
	'any-column': [
		[
			'accounts/account/profile.ts',
			'updateUser({ id: user.id, name })',
			'updateUser({ ...(FAULT ? { image: fields.image } : {}), id: user.id, name } as never)',
		],
	],
	framed: [
		[
			'core/http/small-page.ts',
			"\"default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'\"",
			"\"default-src 'none'; style-src 'unsafe-inline'; \" + (FAULT ? '' : \"frame-ancestors 'none'; \") + \"base-uri 'none'\"",
		],
	],
	'anybodys-rows': [
		[
			'accounts/stores/drizzle/tables.ts',
			'eq(column, idFor(column, userId))',
			'FAULT ? (undefined as never) : eq(column, idFor(column, userId))',
		],
	],
	'nobody-is-somebody': [
		['accounts/account/visitor.ts', 'return visitor ? flow(', 'return visitor || FAULT ? (flow as any)('],
	],
	'no-well-known': [
		[
			'accounts/index.ts',
			"if (!pathname.startsWith('/.well-known/')) return null;",
			"if (FAULT || !pathname.startsWith('/.well-known/')) return null;",
		],
	],
};
