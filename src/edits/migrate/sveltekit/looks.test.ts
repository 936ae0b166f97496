import { describe, expect, test } from 'vitest';
import { findOldEntries, findOldVariables } from '../env.ts';
import { findOwnRequests } from '../fetch.ts';
import { findUnsupported } from './unsupported.ts';

/** What is told, as `line code`. */
function told(result: ReturnType<typeof findUnsupported>): string[] {
	expect(result.kind).toBe('unchanged');
	const { findings = [] } = result.kind === 'unchanged' ? result : {};
	return findings.map(({ line, code }) => `${line} ${code}`);
}

describe('what there is no counterpart for', () => {
	const runtime = '@authgraft/runtime/sveltekit';

	test.each([
		[
			'a call of getSession',
			`import { getSession } from '${runtime}';\n\nawait getSession(request, config);\n`,
			3,
		],
		['one by another name', `import { getSession as ask } from '${runtime}';\nask(request, config);\n`, 2],
		[
			'one of the whole package',
			`import * as auth from '${runtime}';\nauth.getSession(request, config);\n`,
			2,
		],
		[
			'an import that nothing calls here',
			`import { getSession } from '${runtime}';\nexport { getSession };\n`,
			1,
		],
		['setEnvDefaults', `import { setEnvDefaults } from '${runtime}';\nsetEnvDefaults(env, config);\n`, 2],
	])('refuses %s', (_, text, line) => {
		const result = findUnsupported('src/hooks.server.ts', text);
		expect(result).toMatchObject({ kind: 'refused', line });
		expect(result.kind === 'refused' && result.snippet).not.toBe('');
	});

	test.each([
		['the client', `import { getSession } from '${runtime}/client';\nawait getSession();\n`],
		['a type', `import type { getSession } from '${runtime}';\n`],
		['another package', "import { getSession } from './session';\nawait getSession(request, config);\n"],
		[
			'a member of the same name',
			`import { SvelteKitAuth } from '${runtime}';\nawait locals.getSession();\n`,
		],
	])('leaves %s alone', (_, text) => {
		expect(told(findUnsupported('src/hooks.server.ts', text))).toEqual([]);
	});

	test('names uses of what locals never had, once', () => {
		const text = 'await event.locals.signIn();\nconst { signOut: leave } = locals;\n';
		expect(told(findUnsupported('src/hooks.server.ts', text))).toEqual(['1 locals-sign-in']);
		expect(told(findUnsupported('src/a.ts', 'const { signOut } = event.locals;\n'))).toHaveLength(1);
	});

	test.each([
		'locals.signIn = mine;\n',
		'event.signIn();\n',
		'const { signIn } = auth;\n',
		'locals.auth();\n',
		'interface Locals { signIn(): void }\n',
	])('says nothing of %s', (text) => {
		expect(told(findUnsupported('src/hooks.server.ts', text))).toEqual([]);
	});
});

describe('own requests of the endpoints', () => {
	test('are named where they ask for JSON', () => {
		const text =
			"await fetch('/auth/signin/github', {\n\tmethod: 'POST',\n\theaders: { 'X-Auth-Return-Redirect': '1' }\n});\n";
		expect(told(findOwnRequests('src/lib/login.ts', text))).toEqual(['3 endpoint-errors']);
		const headers = "headers.set(`x-auth-return-redirect`, 'true');\n";
		expect(told(findOwnRequests('src/lib/login.js', headers))).toEqual(['1 endpoint-errors']);
	});

	test('are found in markup, and not in comments', () => {
		const markup =
			"<script>\n\tlet a;\n</script>\n\n<button on:click={() => post({ 'X-Auth-Return-Redirect': '1' })}>In</button>\n";
		expect(told(findOwnRequests('src/routes/+page.svelte', markup))).toEqual(['5 endpoint-errors']);
		expect(
			told(findOwnRequests('src/a.ts', "// 'X-Auth-Return-Redirect'\nawait fetch('/auth/session');\n")),
		).toEqual([]);
	});
});

describe('old variables', () => {
	test.each([
		['process.env', 'const url = process.env.NEXTAUTH_URL;\n'],
		['brackets', "const url = env['NEXTAUTH_URL'];\n"],
		['an import', "import { NEXTAUTH_URL } from '$env/static/private';\n"],
		['one that is set', "process.env.NEXTAUTH_URL = 'https://example.com';\n"],
	])('are named in code: %s', (_, text) => {
		expect(told(findOldVariables('src/auth.ts', text))).toEqual(['1 env-nextauth-url']);
	});

	test('a secret that is handed over goes on counting', () => {
		expect(told(findOldVariables('src/auth.ts', 'auth({ secret: env.NEXTAUTH_SECRET });\n'))).toEqual([]);
		expect(told(findOldEntries('NEXTAUTH_SECRET=a\n', ['NEXTAUTH_SECRET']))).toEqual([]);
	});

	test('are named in environment files where they stand alone', () => {
		expect(
			told(findOldEntries('# NEXTAUTH_URL=a\r\nexport NEXTAUTH_URL=a\r\nNEXTAUTH_SECRET = b\r\n', [])),
		).toEqual(['2 env-nextauth-url', '3 env-nextauth-secret']);
		expect(
			told(findOldEntries('NEXTAUTH_URL=a\nAUTH_URL=a\nNEXTAUTH_SECRET=b\nAUTH_SECRET=b\n', [])),
		).toEqual([]);
	});
});
