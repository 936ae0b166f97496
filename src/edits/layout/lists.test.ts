import * as prettier from 'prettier';
import { describe, expect, test } from 'vitest';
import { defaultLayout, defaultStyle, type Style } from '../../syntax/style.ts';
import { keepWidth } from './keep-width.ts';

const at = (width: number, more: Partial<Style> = {}): Style => ({
	...defaultStyle,
	trailingCommas: true,
	layout: { ...defaultLayout, width, callCommas: true },
	...more,
});
const options = (printWidth: number) =>
	({ parser: 'typescript', useTabs: true, singleQuote: true, printWidth }) as const;

const ours = ['authMiddleware(authConfig)', "protect(['/dashboard', '/settings/account', '/orders'])"];
const functionText = `async (event) => {
		const at = Date.now();
		const name = \`of \${at}\`;
		event.locals.name = { at, name };
	}`;
const middleware = (onRequest: string) => `export default createMiddleware({\n\t${onRequest},\n});\n`;

/** A middleware as its owner wrote it, and as an edit leaves it. */
const edited: Record<string, [before: string, edit: (members: string) => string]> = {
	'a function becomes a list': [
		middleware(`onRequest: ${functionText}`),
		(members) => middleware(`onRequest: [${members}, ${functionText}]`),
	],
	'a method becomes a list': [
		middleware('onRequest(event) {\n\t\tevent.locals.at = 1;\n\t}'),
		(members) =>
			middleware(`onRequest: [${members}, function onRequest(event) {\n\t\tevent.locals.at = 1;\n\t}]`),
	],
	'a function with a comment of its own': [
		middleware('onRequest:\n\t\t// first\n\t\t(event) => {\n\t\t\tevent.locals.at = 1;\n\t\t}'),
		(members) =>
			middleware(
				`onRequest:\n\t\t[${members},\n\t\t// first\n\t\t(event) => {\n\t\t\tevent.locals.at = 1;\n\t\t}]`,
			),
	],
	'texts and comments of several lines': [
		middleware(
			'onRequest: (event) => {\n\t\t/*\n\t\t * One.\n\t\t */\n\t\tevent.locals.text = `a\n\t\tb\nc`;\n\t\t/* two\n\t\t   three */\n\t}',
		),
		(members) =>
			middleware(
				`onRequest: [${members}, (event) => {\n\t\t/*\n\t\t * One.\n\t\t */\n\t\tevent.locals.text = \`a\n\t\tb\nc\`;\n\t\t/* two\n\t\t   three */\n\t}]`,
			),
	],
	'a list that has lines': [
		middleware('onRequest: [\n\t\t(event) => {\n\t\t\tevent.locals.at = 1;\n\t\t},\n\t\tlog,\n\t]'),
		(members) =>
			middleware(
				`onRequest: [\n\t\t${members.replace('), ', '),\n\t\t')},\n\t\t(event) => {\n\t\t\tevent.locals.at = 1;\n\t\t},\n\t\tlog,\n\t]`,
			),
	],
	'the arguments of a call that has lines': [
		'export const handle = sequence(\n\t// one\n\tfirst,\n\tasync ({ event, resolve }) => {\n\t\treturn resolve(event);\n\t},\n);\n',
		(members) =>
			`export const handle = sequence(\n\t${members.replace('), ', '),\n\t')},\n\t// one\n\tfirst,\n\tasync ({ event, resolve }) => {\n\t\treturn resolve(event);\n\t},\n);\n`,
	],
};

describe.each(Object.entries(edited))('%s', (_, [before, edit]) => {
	test.each([50, 60, 80, 120])('as Prettier has it at %i columns', async (width) => {
		expect(await prettier.format(before, options(width))).toBe(before);
		for (const members of [ours.slice(0, 1), ours]) {
			const text = keepWidth('middleware.ts', before, edit(members.join(', ')), at(width));
			expect(text).toBe(await prettier.format(text, options(width)));
		}
	});

	test('with spaces and CRLF', () => {
		const windows = (text: string) =>
			text.replace(/^\t+/gm, (tabs) => '  '.repeat(tabs.length)).replaceAll('\n', '\r\n');
		const text = edit(ours.join(', '));
		const style = at(60, { indent: '  ', eol: '\r\n' });
		expect(keepWidth('middleware.ts', windows(before), windows(text), style)).toBe(
			windows(keepWidth('middleware.ts', before, text, at(60))),
		);
	});

	test('without a formatter it stays as the edit left it', () => {
		const text = edit(ours.join(', '));
		expect(keepWidth('middleware.ts', before, text, defaultStyle)).toBe(text);
	});
});

test('a list that its owner wrote on one line with a function stays, and so does one within another', () => {
	const own = middleware(`onRequest: [log, ${functionText}]`);
	const more = own.replace('[log', '[authMiddleware(authConfig), log');
	expect(keepWidth('middleware.ts', own, more, at(80))).toBe(more);
	const before = 'export const all = one;\n';
	const nested = 'export const all = [one, () => {\n\treturn [two, () => {\n\t\tthree();\n\t}];\n}];\n';
	expect(keepWidth('middleware.ts', before, nested, at(80))).toBe(nested);
});

test('a long line of the host stays, also when it gets a comma', () => {
	const long = `log(${"'a rather long text', ".repeat(4)}'and more')`;
	const own = `export const all = sequence(\n\tfirst,\n\t${long}\n);\n`;
	const grown = own.replace(long, `${long},\n\tlast`);
	expect(keepWidth('hooks.ts', own, grown, at(80))).toBe(grown);
});

test('an import of another module is ours, and laid out', () => {
	const before = "import { log } from './log';\n";
	const line = "import { authMiddleware, protect } from '@authgraft/runtime/solid-start';\n";
	const broken = "import {\n\tauthMiddleware,\n\tprotect,\n} from '@authgraft/runtime/solid-start';\n";
	expect(keepWidth('middleware.ts', before, before + line, at(60))).toBe(before + broken);
});
