import { expect, test } from 'vitest';
import { defaultStyle, parse, syntaxError } from '../../../syntax/source.ts';
import { clientModuleText } from './module.ts';

test('the module of an application below a path has a client that knows it', () => {
	expect(clientModuleText({ base: 'base', basePath: undefined }, defaultStyle)).toBe(
		`import { base } from '$app/paths';
import { createClient } from '@authgraft/runtime/sveltekit/client';

// Types, and what needs no path. What is named below comes first.
export * from '@authgraft/runtime/sveltekit/client';

// The application lies below a path, and the auth endpoints with it.
export const { signIn, signOut, getSession, update, pageSession } = createClient({ base });
`,
	);
});

test('it is written as the host writes, and with what the framework has', () => {
	const style = { ...defaultStyle, quote: '"', semicolons: false, eol: '\r\n' } as const;
	const text = clientModuleText({ base: 'resolve', basePath: '/login' }, style);
	expect(text).toContain('createClient({ base: resolve, basePath: "/login" })\r\n');
	expect(text).toContain('import { resolve } from "$app/paths"\r\n');
	expect(text).not.toMatch(/;|'|(?<!\r)\n/);
	expect(syntaxError(parse('auth-client.js', text))).toBeUndefined();
});
