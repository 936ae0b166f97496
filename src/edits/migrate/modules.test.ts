import { expect, test } from 'vitest';
import { mentionsMoved, moveModules } from './modules.ts';
import { svelteKitModules } from './sveltekit/modules.ts';

const moves = svelteKitModules({ svelte: 4 });
const moved = (text: string, path = 'index.ts') => moveModules(path, text, { moves });

test('what a file hands on whole', () => {
	expect(
		moved("export * from '@auth/sveltekit/webauthn';\nexport * as auth from '@auth/sveltekit';\n"),
	).toEqual({
		kind: 'edited',
		text: "export * from '@authgraft/runtime/sveltekit/webauthn';\nexport * as auth from '@authgraft/runtime/sveltekit';\n",
	});
});

test('components of Svelte 4 have a module of their own', () => {
	expect(moved("import { SignIn } from '@auth/sveltekit/components';\n")).toMatchObject({
		text: "import { SignIn } from '@authgraft/runtime/sveltekit/components/svelte4';\n",
	});
});

test('a provider of any name, and a byte order mark', () => {
	expect(moved("\uFEFFimport X from '@auth/sveltekit/providers/x-y';\r\n")).toMatchObject({
		text: "\uFEFFimport X from '@auth/core/providers/x-y';\r\n",
	});
});

test('which files are looked at', () => {
	expect(mentionsMoved("import X from '@auth/sveltekit/providers/x'", moves)).toBe(true);
	expect(mentionsMoved("import { handle } from './auth'", moves)).toBe(false);
});
