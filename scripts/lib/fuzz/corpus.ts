import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../bootstrap.mjs';

const folderOf = (target: string): string => join(root, 'test/fuzz/corpus', target);

/** The inputs that are kept for a target, in the order of their names. */
export function readCorpus(target: string): string[] {
	const folder = folderOf(target);
	return readdirSync(folder)
		.sort()
		.map((name) => {
			const text = readFileSync(join(folder, name), 'utf8');
			return name.endsWith('.json') ? (JSON.parse(text) as string) : text;
		});
}

/**
 * Keeps an input, from then on tried in every run. What UTF-8, or a checkout that turns line breaks round, would not keep
 * stands in JSON.
 * @returns the path of its file
 */
export function keep(target: string, input: string): string {
	const name = createHash('sha256').update(JSON.stringify(input)).digest('hex').slice(0, 12);
	const isPlain = input.isWellFormed() && !/[\0\r]/.test(input);
	const file = join(folderOf(target), isPlain ? `${name}.txt` : `${name}.json`);
	mkdirSync(folderOf(target), { recursive: true });
	writeFileSync(file, isPlain ? input : JSON.stringify(input));
	return file;
}
