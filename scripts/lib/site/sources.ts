import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { root } from '../../bootstrap.mjs';
import type { Page } from './page.ts';

/** Documents outside of docs/ that are pages, too. */
const others: Record<string, string> = {
	'README.md': 'start.md',
	'runtime/README.md': 'runtime.md',
	'CONTRIBUTING.md': 'contributing.md',
	'SECURITY.md': 'security.md',
	'CHANGELOG.md': 'changelog.md',
	'docs/needs/README.md': 'needs/index.md',
	'docs/providers.md': 'providers/index.md',
	'docs/api.md': 'api/all.md',
	'docs/errors.md': 'errors/index.md',
};

/** Documents of the repository, by the page that they become. */
export function sources(): Map<string, string> {
	const docs = globSync('docs/**/*.md', { cwd: root }).map((path) => path.replaceAll('\\', '/'));
	const all = [...docs.sort(), ...Object.keys(others)];
	return new Map(all.map((path) => [path, others[path] ?? path.replace(/^docs\//, '')]));
}

/** What lies behind a heading is a page of its own: `docs/doctor.md#form-origin` is `errors/form-origin.md`. */
const split = ['docs/doctor.md', 'docs/errors.md'];
const code = /^(?:AG_[A-Z_]+|[a-z]+(?:-[a-z]+)*)$/;

const targetOf = (document: string, hash: string, pages: ReadonlyMap<string, string>): string | undefined => {
	const page = pages.get(document);
	if (page === undefined) return undefined;
	const isEntry = split.includes(document) && codesOf(document).includes(hash.slice(1));
	return isEntry ? `errors/${hash.slice(1)}.md` : page + hash;
};

const entries = new Map<string, string[]>();

/** Anchors of the entries of a document that is split. */
function codesOf(document: string): string[] {
	const known = entries.get(document);
	if (known) return known;
	const found = [...readFileSync(join(root, document), 'utf8').matchAll(/^##? (\S+)$/gm)]
		.map(([, heading = '']) => heading)
		.filter((heading) => code.test(heading))
		.map((heading) => heading.toLowerCase());
	entries.set(document, found);
	return found;
}

/**
 * The text of a document as a page: links lead to pages, or are plain text where they lead to something that is none. Marks for
 * our tests are gone.
 */
export function asPage(
	document: string,
	path: string,
	text: string,
	pages: ReadonlyMap<string, string>,
): Page {
	const fences = /^[ \t]*(`{3,})[\s\S]*?^[ \t]*\1/gm;
	const code: string[] = [];
	const open = text.replace(fences, (block) => `\ue000${code.push(block) - 1}\ue000`);
	const linked = open
		.replace(/^[ \t]*<!-- code: .*? -->\n\n?/gm, '')
		// Pictures of a document lie in docs/images: see index.ts.
		.replace(/\b(src|srcset)="(?:\.\.\/)*(?:docs\/)?images\//g, '$1="/images/')
		.replace(
			/(!?)\[((?:`[^`]*`|[^\]`])*)\]\((?!https?:|mailto:)([^)\s#]*)(#[^)\s]*)?\)/g,
			(whole, image, label, to, hash = '') => {
				if (to.startsWith('/')) return whole;
				const source = to === '' ? document : posix.join(posix.dirname(document), to);
				if (image) return `![${label}](/${posix.basename(source)})`;
				const target = targetOf(source, hash, pages);
				return target === undefined ? label : `[${label}](/${target})`;
			},
		);
	return { path, text: linked.replace(/\ue000(\d+)\ue000/g, (_, index) => code[Number(index)] ?? '') };
}

/**
 * A document whose entries are pages of their own: the entries, and what is left, in which a list leads to them.
 */
export function splitDocument(
	document: string,
	text: string,
): { rest: string; entries: Map<string, string> } {
	const known = codesOf(document);
	const found = new Map<string, string>();
	const rest: string[] = [];
	for (const [index, part] of text.split(/^(?=##? \S)/m).entries()) {
		const [first = ''] = part.split('\n', 1);
		const name = first.replace(/^#+ /, '');
		if (known.includes(name.toLowerCase())) {
			found.set(name, part.replace(/^#+ /, '# '));
			rest.push(`- [${name}](/errors/${name.toLowerCase()}.md)\n`);
		} else rest.push(index > 0 ? `\n${part.replace(/^# /, '## ')}` : part);
	}
	return { rest: rest.join(''), entries: found };
}
