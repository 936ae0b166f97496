import type { EditResult } from '../../../../src/edits/splice/edit.ts';
import { transforms } from '../../../../src/edits/testing/transforms.ts';
import { type Fixture, fixturesOf } from '../../../../test/edits/fixtures.ts';
import { commentsIn, dialectOf, read } from '../../../../test/edits/oracle.ts';
import { forget, recorded } from '../../../../test/edits/recorder.ts';
import type { Random } from '../random.ts';
import { must, type Target } from '../target.ts';

const names = [
	'wiring/hooks',
	'load/session',
	'app-types/fit',
	'wiring/middleware',
	'rules/add',
	'rules/remove',
	'providers/add',
	'providers/remove',
	'auth-config/option',
	'config-option',
	'wiring/register-middleware',
	'env/declared',
	'package-json/dependencies',
];

const words = [
	'export',
	'const',
	'let',
	'handle',
	'load',
	'default',
	'async',
	'function',
	'import',
	' from ',
	"'./a'",
	'return',
	'`',
	'${',
	'=>',
	'/*',
	'*/',
	'//',
	'\n',
	'\r\n',
	';',
	'await',
	'sequence(',
	')',
	'{',
	'}',
	'as',
	'satisfies',
	'<',
	'@',
	'#!',
	"'use strict'",
	'type',
	'export *',
	'class',
	'?.',
	'!',
	'...',
];

export type Apply = (name: string, path: string, content: string, request: object) => EditResult;

export const apply: Apply = (name, path, content, request) => {
	const transform = transforms[name];
	if (!transform) throw new Error(`no transform ${name}`);
	return transform(path, content, request);
};

let fixtures: { name: string; fixture: Fixture }[] | undefined;
const all = () => {
	fixtures ??= names.flatMap((name) => fixturesOf(name).map((fixture) => ({ name, fixture })));
	return fixtures;
};

/** What edits a project's files. The first line of an input names the edit, the second the file, the third what is asked for. */
export const edits = (transform: Apply = apply): Target => ({
	name: 'edits',
	words,
	// Of a compiler there is too much of it.
	source: [],
	short: 60,
	make(random: Random) {
		const { name, fixture } = random.pick(all());
		return [name, fixture.path, JSON.stringify(fixture.request), fixture.text].join('\n');
	},
	check(input) {
		const [name = '', path = '', request = '', ...lines] = input.split('\n');
		const known = all().find(
			(one) =>
				one.name === name && one.fixture.path === path && JSON.stringify(one.fixture.request) === request,
		);
		if (!known) return;
		const content = lines.join('\n');
		forget();
		const result = transform(name, path, content, known.fixture.request);
		const spliced = recorded;
		must(['edited', 'unchanged', 'refused'].includes(result.kind), 'there are three answers', result.kind);
		if (result.kind !== 'edited') {
			must(result.reason !== '', 'an answer without an edit has its reason');
			return;
		}
		checkBytes(content, result.text, spliced);
		if (dialectOf(path) === '' || result.text === '') return;
		const [before, after] = [read(path, withoutMark(content)), read(path, withoutMark(result.text))];
		must(before.errors === 0, 'only files that parse are edited');
		must(after.errors === 0, 'the result parses', result.text);
		must(
			new Set(after.exports).size === after.exports.length ||
				new Set(before.exports).size < before.exports.length,
			'nothing is exported twice',
			after.exports,
		);
		if (!name.endsWith('/remove') && commentsIn(content).length > 0)
			for (const comment of before.comments)
				must(result.text.includes(comment), 'every comment survives', comment);
		const again = transform(name, path, result.text, known.fixture.request);
		must(again.kind !== 'edited' || again.text === result.text, 'applied twice equals applied once', again);
	},
});

const withoutMark = (text: string): string => text.replace(/^\uFEFF/, '');

/** Taking the insertions out and putting the replaced text back gives the file as it was, to the byte. */
function checkBytes(before: string, after: string, spliced: typeof recorded): void {
	if (!spliced) return;
	const bom = before.startsWith('\uFEFF') ? '\uFEFF' : '';
	must(bom + spliced.source === before, 'edits belong to the file');
	let [at, position, restored] = [bom.length, 0, bom];
	const inOrder = spliced.edits
		.map((edit, index) => ({ ...edit, index }))
		.sort((a, b) => a.start - b.start || a.index - b.index);
	for (const { start, end, text } of inOrder) {
		const kept = start - position;
		restored += after.slice(at, at + kept) + spliced.source.slice(start, end);
		must(after.slice(at + kept, at + kept + text.length) === text, 'an edit stands where it was put', text);
		at += kept + text.length;
		position = end;
	}
	must(restored + after.slice(at) === before, 'bytes outside of the edits stay');
}
