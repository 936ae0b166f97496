import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fixtureFolders } from '../../test/edits/fixtures.ts';
import { type Transform, transforms } from './testing/transforms.ts';

/**
 * Every folder `test/fixtures/edits/<room>/<transform>/<case>` is a test: `input.*` becomes `output.*`, or stays as it is
 * with the reason in `unchanged.txt`, or is refused as `refusal.txt` says (`line N: reason`). `request.json` overrides
 * what is asked for, `notes.txt` and `findings.txt` hold what is said. A new shape means a new folder.
 */
const root = join(import.meta.dirname, '../../test/fixtures/edits');

const read = (folder: string, name: string): string | undefined => {
	const path = join(folder, name);
	return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
};

test('every folder of fixtures has its transform', () => {
	expect(fixtureFolders()).toEqual(Object.keys(transforms).sort());
});

for (const [name, transform] of Object.entries(transforms)) {
	describe(name, () => {
		for (const shape of readdirSync(join(root, name)))
			test(shape, () => check(join(root, name, shape), transform));
	});
}

function check(folder: string, transform: Transform): void {
	const files = readdirSync(folder);
	const input = files.find((file) => file.startsWith('input.')) as string;
	const content = read(folder, input) as string;
	const request = JSON.parse(read(folder, 'request.json') ?? '{}');
	const apply = (text: string) => transform(input, text, request);
	const result = apply(content);

	const refusal = read(folder, 'refusal.txt');
	const unchanged = read(folder, 'unchanged.txt');
	if (refusal !== undefined) {
		expect(result).toMatchObject({ kind: 'refused' });
		if (result.kind !== 'refused') return;
		expect(`${result.line === undefined ? '' : `line ${result.line}: `}${result.reason}`).toBe(
			refusal.trimEnd(),
		);
		expect(result.snippet).not.toBe('');
	} else if (unchanged !== undefined) {
		expect(result).toMatchObject({ kind: 'unchanged', reason: unchanged.trimEnd() });
	} else {
		const output = read(folder, input.replace('input', 'output'));
		expect(result.kind === 'edited' ? result.text : result).toBe(output);
		// Applying twice equals applying once.
		expect(apply(output as string).kind).toBe('unchanged');
	}
	const notes = 'notes' in result ? (result.notes ?? []) : [];
	expect(notes.map((note) => `${note}\n`).join('')).toBe(read(folder, 'notes.txt') ?? '');
	const findings = 'findings' in result ? (result.findings ?? []) : [];
	expect(findings.map(({ code, line, text }) => `${code} ${line} ${text}\n`).join('')).toBe(
		read(folder, 'findings.txt') ?? '',
	);
}
