import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/bootstrap.mjs';
import { type Block, placeOf } from '../../../scripts/lib/site/blocks.ts';

export type Framework = 'sveltekit' | 'solid-start';

/** Where a block stands in a host: a file, and all that is in it. */
export interface Place {
	framework: Framework;
	path: string;
	text: string;
}

const frames = join(root, 'test/fixtures/documents');
const hole = '/* the block */';

/**
 * The files that a block makes, one for each framework that it is for. Where it is a part of a file, its frame is the
 * rest: the first line says for whom and where, `// sveltekit, solid-start src/file.ts`, or `<!-- ... -->`.
 */
export function placesOf(block: Block): Place[] {
	if (block.mark?.kind !== 'in') return wholeFile(block);
	const frame = readFileSync(join(frames, block.mark.frame), 'utf8');
	const [, names = '', path = ''] = /^(?:\/\/|<!--) ([\w, -]+) (\S+)(?: -->)?\n/.exec(frame) ?? [];
	if (frame.split(hole).length !== 2)
		throw new Error(`${block.mark.frame} has no place for ${placeOf(block)}`);
	const text = frame.replace(hole, () => block.text);
	return names.split(', ').map((framework) => ({ framework: framework as Framework, path, text }));
}

function wholeFile({ text, language }: Block): Place[] {
	const [, named] = /^(?:\/\/|<!--) (\S+\.(?:tsx?|js|svelte))\b/.exec(text) ?? [];
	const path = named ?? `src/block.${language}`;
	const framework = /@solidjs|solid-js|vite-plugin-solid|@authgraft\/runtime\/solid-start/.test(text)
		? 'solid-start'
		: 'sveltekit';
	if (!text.includes('// or /solid-start')) return [{ framework, path, text }];
	const other = text.replaceAll('@authgraft/runtime/sveltekit', '@authgraft/runtime/solid-start');
	return [
		{ framework: 'sveltekit', path, text },
		{ framework: 'solid-start', path, text: other },
	];
}
