import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { declareEnvVariables, undeclareEnvVariables } from './declared.ts';

const folder = join(import.meta.dirname, '../../../test/fixtures/edits/env/declared');
const variables = [
	{ name: 'AUTH_GITHUB_ID', description: 'GitHub: client id' },
	{ name: 'AUTH_STAFF_ISSUER', description: "Keycloak (staff): the realm's URL" },
];
const inputs = readdirSync(folder).flatMap((name) =>
	readdirSync(join(folder, name))
		.filter((file) => file.startsWith('input.'))
		.map((file) => [name, file] as const),
);

describe('undeclareEnvVariables', () => {
	test.each(inputs)('%s: gives back what stood there before', (name, file) => {
		const content = readFileSync(join(folder, name, file), 'utf8');
		const declared = declareEnvVariables(file, content, variables);
		if (declared.kind !== 'edited') return;
		const result = undeclareEnvVariables(file, declared.text, variables);
		expect(result).toMatchObject({ kind: 'edited' });
		const bare = (text: string) => text.replace(/\{\s*\}/g, '{}');
		expect(bare(result.kind === 'edited' ? result.text : '')).toBe(bare(content));
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
