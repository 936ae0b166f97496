import { cpSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readHost } from '../../host/index.ts';
import { renderDiff } from '../../plan/index.ts';
import { migrate } from './index.ts';

/**
 * Every folder of `test/fixtures/migrate` is a host of a predecessor, and `outcome.diff` what becomes of it: what is told,
 * then the diff, or what is refused. After a change of what is meant: `vitest run -u`, and read the difference.
 */
const root = join(import.meta.dirname, '../../../test/fixtures/migrate');

for (const name of readdirSync(root))
	test(name, async () => {
		const written = join(root, name, 'outcome.diff');
		// A new shape begins with an empty one: else it would be written by the first run, and agree with itself.
		expect(existsSync(written)).toBe(true);
		await expect(await outcomeOf(copied(name))).toMatchFileSnapshot(written);
	});

function copied(name: string): string {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), 'authgraft-migrate-')));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	cpSync(join(root, name, 'host'), folder, { recursive: true });
	return folder;
}

async function outcomeOf(folder: string): Promise<string> {
	const host = await readHost(folder);
	const migrated = migrate(host, '^1.0.0');
	if (migrated.kind !== 'plan') return `${migrated.kind}\n`;
	const { from, changes, people, findings } = migrated;
	const diff = await renderDiff({ root: folder, command: 'migrate', changes });
	return [
		`from ${from.name} ${from.version ?? 'unknown'}, core ${from.core ?? 'unknown'}`,
		...people.map(({ what, how }) => `checked: ${what}: ${how}`),
		...findings.map(
			({ severity, code, file, line, text }) => `${severity}: ${code}: ${file}:${line ?? ''} ${text}`,
		),
		...changes.map(({ kind, path, summary }) => `${kind} ${path}: ${summary}`),
		...changes.flatMap((change) =>
			change.kind === 'refuse' ? [`refused: ${change.path}:${change.line ?? ''} ${change.reason}`] : [],
		),
		diff,
	].join('\n');
}
