import { expect, test } from 'vitest';
import { parse } from '../../syntax/source.ts';
import { applyEdits } from './edit.ts';
import { addImports, type WantedImport } from './imports.ts';

const added = (text: string, imports: WantedImport[]): string =>
	applyEdits(text, addImports(parse('src/a.ts', text), imports));

const all: WantedImport[] = [
	{ module: '@auth/core/providers/github', name: 'default', as: 'GitHub' },
	{ module: '$app/env/private', name: '*', as: 'env' },
	{ module: './auth', name: 'auth', as: 'session' },
	{ module: './auth', name: 'User', typeOnly: true },
];

test('default and namespace imports get lines of their own, names share braces', () => {
	expect(added('const a = 1;\n', all)).toBe(
		[
			"import * as env from '$app/env/private';",
			"import GitHub from '@auth/core/providers/github';",
			"import { auth as session, type User } from './auth';",
			'',
			'const a = 1;',
			'',
		].join('\n'),
	);
});

test('in the habits of the file', () => {
	expect(added('import a from "a"\nexport const b = a\n', all.slice(0, 2))).toBe(
		'import a from "a"\nimport * as env from "$app/env/private"\nimport GitHub from "@auth/core/providers/github"\nexport const b = a\n',
	);
});

test('only names go into the braces that are there', () => {
	expect(
		added("import { a } from 'm';\n", [
			{ module: 'm', name: 'b' },
			{ module: 'm', name: 'default', as: 'm' },
			{ module: 'm', name: '*', as: 'all' },
		]),
	).toBe("import { a, b } from 'm';\nimport m from 'm';\nimport * as all from 'm';\n");
});

test('a default export stands in braces where that is wanted', () => {
	const wanted = { module: './own', name: 'default', as: 'own', inBraces: true };
	expect(added("import a from 'a';\n", [wanted, { module: './own', name: 'b' }])).toBe(
		"import a from 'a';\nimport { default as own, b } from './own';\n",
	);
});

test('types alone make an import of types', () => {
	expect(added("import a from 'a';\n", [{ module: 'm', name: 'default', as: 'M', typeOnly: true }])).toBe(
		"import a from 'a';\nimport type M from 'm';\n",
	);
	expect(added("import a from 'a';\n", [{ module: 'm', name: 'M', typeOnly: true }])).toBe(
		"import a from 'a';\nimport type { M } from 'm';\n",
	);
});
