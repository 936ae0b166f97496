import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../fixtures/edits');

export interface Fixture {
	/** The folder's name. */
	name: string;
	path: string;
	text: string;
	request: object;
}

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
