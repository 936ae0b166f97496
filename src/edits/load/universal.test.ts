import { describe, expect, test } from 'vitest';
import { universalLoadNotes } from './universal.ts';

const notes = (content: string): string[] => universalLoadNotes('+layout.ts', content);
const hides = (line: number): string[] => [
	`line ${line} returns no \`session\`, so it hides the one from the server: add \`...data\` or \`session: data.session\``,
];

describe('hides the session', () => {
	test.each([
		['no parameter', 'export const load = () => ({ year: 2026 });', 1],
		['a pattern without data', 'export const load = async ({ url }) => ({ path: url.pathname });', 1],
		[
			'an event of which something else is read',
			'export function load(event) {\n\treturn { a: event.url };\n}',
			2,
		],
		[
			'data of which something else is handed on',
			'export const load = ({ data }) => ({ user: data.user });',
			1,
		],
		[
			'a spread of something else',
			'export const load = async ({ fetch }) => ({ ...(await get(fetch)) });',
			1,
		],
		[
			'one return of two',
			'export const load = ({ data }) => {\n\tif (data.user) return { ...data };\n\treturn { user: null };\n};',
			3,
		],
	])('%s', (_, content, line) => expect(notes(content)).toEqual(hides(line)));
});

describe('leaves the session visible, or may do so', () => {
	test.each([
		['no load', "export const trailingSlash = 'always';"],
		['a spread of data', 'export const load = ({ data }) => ({ ...data, year: 2026 });'],
		['a spread of data under another name', 'export const load = ({ data: own }) => ({ ...own });'],
		['a spread of event.data', 'export const load = (event) => ({ ...event.data });'],
		[
			'an event that is handed on whole',
			'export const load = async (event) => ({ ...(await base(event)) });',
		],
		['a rest of the event', 'export const load = ({ url, ...rest }) => ({ ...rest.data, url });'],
		['a session by name', 'export const load = ({ data }) => ({ session: data.session });'],
		['data itself', 'export const load = ({ data }) => data;'],
		['a load from elsewhere', "export { load } from './shared';"],
		['a file that does not parse', 'export const load = ('],
	])('%s', (_, content) => expect(notes(content)).toEqual([]));
});

test('page options are told with the load', () => {
	expect(notes('export const ssr = false;\nexport const load = () => ({});\n')).toEqual([
		'line 1 turns server rendering off: pages know the session only once they run in the browser',
		...hides(2),
	]);
	expect(notes('export const ssr = true, prerender = false;\nconst ssrToo = false;\n')).toEqual([]);
});
