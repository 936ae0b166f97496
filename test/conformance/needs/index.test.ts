import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const pages = globSync('docs/needs/*.md', { cwd: root })
	.map((path) => basename(path, '.md'))
	.filter((name) => name !== 'README')
	.sort();
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const hosts = globSync('test/e2e/suites/needs-*.ts', { cwd: root }).map(read).join('\n');

test('docs/needs/README.md names every page, and README.md leads there', () => {
	const named = [...read('docs/needs/README.md').matchAll(/\]\(([\w-]+)\.md\)/g)].map(([, name]) => name);
	expect(named.sort()).toEqual(pages);
	expect(pages.length).toBeGreaterThan(10);
	expect(read('README.md')).toContain('(docs/needs/README.md)');
});

describe.each(pages)('docs/needs/%s.md', (name) => {
	test('has code, which a test of its name runs to the last block', () => {
		expect(read(`docs/needs/${name}.md`)).toMatch(/^```/m);
		const code = read(`test/conformance/needs/${name}.test.ts`);
		expect(code).toContain(`new Page('${name}')`);
		expect(code).toContain('expect(page.left).toEqual([])');
	});
	test('is run in a real host of each framework, too', () => {
		expect(hosts).toMatch(new RegExp(`\\btest(?:\\.each\\(.*?\\))?\\(\\s*'${name}: `));
	});
	test('links to pages that exist', () => {
		const links = [...read(`docs/needs/${name}.md`).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(
			([, to = '']) => to,
		);
		expect(links.filter((link) => !existsSync(join(root, 'docs/needs', link)))).toEqual([]);
	});
});
