import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../bootstrap.mjs';

/** A block of code in a document. */
export interface Block {
	/** From the root of the repository. */
	document: string;
	/** Of the fence, counted from 1. */
	line: number;
	/** What stands behind the fence: `ts`. */
	language: string;
	/** Without the indentation of a list. */
	text: string;
	/** What the comment in front of it says, `<!-- code: ... -->`. */
	mark: Mark | null;
}

export type Mark =
	/** Nothing can check it, and why: `<!-- code: no, <reason> -->`. */
	| { kind: 'no'; reason: string }
	/** A test of its own runs it: `<!-- code: run by <file> -->`. */
	| { kind: 'run'; test: string }
	/** A part of a file, which stands in `test/fixtures/documents`: `<!-- code: in <frame> -->`. */
	| { kind: 'in'; frame: string };

/** Everything that people read, by path. */
export const documents: string[] = [
	...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'runtime/README.md', 'templates/README.md'],
	...globSync('docs/**/*.md', { cwd: root }),
]
	.map((path) => path.replaceAll('\\', '/'))
	.filter((path, index, all) => all.indexOf(path) === index)
	.sort();

export const readDocument = (path: string): string => readFileSync(join(root, path), 'utf8');

const block =
	/(?:^[ \t]*<!-- code: (?<mark>.+?) -->\n(?:[ \t]*\n)?)?^(?<indent>[ \t]*)(?<fence>`{3,})(?<language>[^\n`]*)\n(?<text>[\s\S]*?)^[ \t]*\k<fence>[ \t]*$/gm;

export function blocksOf(document: string, text = readDocument(document)): Block[] {
	return [...text.matchAll(block)].map((match) => {
		const { mark, indent = '', language = '', text: code = '' } = match.groups ?? {};
		const before = text.slice(0, match.index + match[0].indexOf('```'));
		return {
			document,
			line: before.split('\n').length,
			language: language.trim(),
			text: indent ? code.replaceAll(new RegExp(`^${indent}`, 'gm'), '') : code,
			mark: mark === undefined ? null : markOf(mark),
		};
	});
}

function markOf(text: string): Mark {
	const [, reason] = /^no, (\w.{9,})$/.exec(text) ?? [];
	if (reason) return { kind: 'no', reason };
	const [, test] = /^run by (\S+)$/.exec(text) ?? [];
	if (test) return { kind: 'run', test };
	const [, frame] = /^in (\S+)$/.exec(text) ?? [];
	if (frame) return { kind: 'in', frame };
	throw new Error(`What is <!-- code: ${text} -->? See CONTRIBUTING.md.`);
}

/** For people: `docs/guards.md:48`. */
export const placeOf = ({ document, line }: Block): string => `${document}:${line}`;

/** Whole documents whose blocks have a test: what it does with them, it says itself. */
const wholeDocuments: [path: RegExp, test: (path: string) => string][] = [
	[/^docs\/needs\/(?!README)/, (path) => path.replace(/^docs(.*)\.md$/, 'test/conformance$1.test.ts')],
	[/^docs\/api\.md$/, () => 'scripts/lib/api/index.test.ts'],
];

/** The test that runs a block, or null. */
export function testOf({ document, mark }: Block): string | null {
	if (mark?.kind === 'run') return mark.test;
	const [, test] = wholeDocuments.find(([path]) => path.test(document)) ?? [];
	return test?.(document) ?? null;
}

/** How a block is checked. */
export type Way = 'marked' | 'run' | 'commands' | 'json' | 'types' | 'nothing';

export function wayOf(one: Block): Way {
	if (one.mark?.kind === 'no') return 'marked';
	if (testOf(one)) return 'run';
	if (one.language === 'sh') return 'commands';
	if (/^jsonc?$/.test(one.language)) return 'json';
	return ['ts', 'tsx', 'js', 'svelte'].includes(one.language) ? 'types' : 'nothing';
}

export const allBlocks: Block[] = documents.flatMap((path) => blocksOf(path));
