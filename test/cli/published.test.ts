import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repository } from './support/run.ts';

/* What both packages say of themselves, and that they say the same. */

const read = (path: string) => JSON.parse(readFileSync(join(repository, path), 'utf8'));
const command = read('package.json');
const runtime = read('runtime/package.json');

describe('the two packages', () => {
	test('have one version, and are released together', () => {
		expect(runtime.version).toBe(command.version);
		expect(read('.changeset/config.json').fixed).toEqual([[command.name, runtime.name]]);
	});

	test('name the same repository, of which provenance is proved', () => {
		expect(command.repository).toEqual({
			type: 'git',
			url: expect.stringMatching(/^git\+https:\/\/.+\.git$/),
		});
		expect(runtime.repository).toEqual({ ...command.repository, directory: 'runtime' });
		for (const field of ['homepage', 'bugs', 'license']) expect(runtime[field]).toBe(command[field]);
	});

	test.each([command, runtime])(
		'$name is public, with provenance, and says which Node.js it needs',
		(manifest) => {
			expect(manifest.publishConfig).toEqual({ access: 'public', provenance: true });
			expect(manifest.engines.node).toMatch(/^>=\d+\.\d+$/);
		},
	);
});
