import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../fixtures/edits');

export interface Fixture {
	/** The folder's name. */
	name: string;
	path: string;
	text: string;
	request: object;
}

/** The transforms that have fixtures, by folder: `rules/add`. */
export const fixtureFolders = (): string[] => {
	const inputs = globSync('**/input.*', { cwd: root }).map((file) => file.replaceAll('\\', '/'));
	return [...new Set(inputs.map((file) => file.split('/').slice(0, -2).join('/')))].sort();
};

/** The inputs of a transform's fixtures; what is asked for is theirs too. */
export const fixturesOf = (transform: string): Fixture[] =>
	readdirSync(join(root, transform)).map((name) => {
		const folder = join(root, transform, name);
		const files = readdirSync(folder);
		const input = files.find((file) => file.startsWith('input.')) as string;
		const request = files.includes('request.json')
			? readFileSync(join(folder, 'request.json'), 'utf8')
			: '{}';
		const text = readFileSync(join(folder, input), 'utf8');
		return { name, path: input, text, request: JSON.parse(request) };
	});
