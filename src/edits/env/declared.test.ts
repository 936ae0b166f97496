import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { declareEnvVariables, undeclareEnvVariables } from './declared.ts';

const folder = join(import.meta.dirname, '../../../test/fixtures/edits/env/declared');
const variables = [
	{ name: 'AUTH_GITHUB_ID', description: 'GitHub: client id' },
	{ name: 'AUTH_STAFF_ISSUER', description: "Keycloak (staff): the realm's URL" },
];
const file = 'input.ts';
const inputOf = (name: string) => readFileSync(join(folder, name, file), 'utf8');
/** The cases by the file that says what comes of them. */
const casesWith = (outcome: string): string[] =>
	readdirSync(folder).filter((name) => existsSync(join(folder, name, outcome)));

describe('undeclareEnvVariables', () => {
	test.each(casesWith('output.ts'))('%s: gives back what stood there before', (name) => {
		const declared = declareEnvVariables(file, inputOf(name), variables);
		if (declared.kind !== 'edited') throw new Error(`Nothing was declared: ${declared.reason}`);
		const result = undeclareEnvVariables(file, declared.text, variables);
		expect(result).toMatchObject({ kind: 'edited' });
		const bare = (text: string) => text.replace(/\{\s*\}/g, '{}');
		expect(bare(result.kind === 'edited' ? result.text : '')).toBe(bare(inputOf(name)));
	});

	test.each(casesWith('refusal.txt'))('%s: takes nothing out of what was not understood', (name) => {
		// Declared as public by the host: understood, and not ours.
		const kind = name === 'refused-public' ? 'unchanged' : 'refused';
		expect(undeclareEnvVariables(file, inputOf(name), variables).kind).toBe(kind);
	});

	test('a declaration with a schema of the host stays', () => {
		const content = [
			"import { defineEnvVars } from '@sveltejs/kit/env';",
			'export const variables = defineEnvVars({',
			"\tAUTH_GITHUB_ID: { description: 'GitHub: client id', schema: v.string() }",
			'});',
		].join('\n');
		expect(undeclareEnvVariables('env.ts', content, variables).kind).toBe('unchanged');
	});
});
