// node bench/plot.mjs <file>: draws docs/performance.svg from what `npm run bench -- --json <file>` wrote, and writes the
// figures into docs/performance.md. Nothing in there is typed by hand.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chart } from './report/chart.mjs';
import { figures } from './report/figures.mjs';

const docs = fileURLToPath(new URL('../docs', import.meta.url));
const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Name the file that `npm run bench -- --json <file>` wrote');
const result = JSON.parse(await readFile(file, 'utf8'));
const missing = ['cli', 'sizes', 'session', 'lookup', 'hosts'].filter((part) => !result.parts[part]);
if (missing.length > 0) throw new Error(`${file} has no part ${missing.join(', ')}: run all of them at once`);

const page = join(docs, 'performance.md');
const text = await readFile(page, 'utf8');
const written = text.replace(
	/(<!-- figures -->\n)[\s\S]*(?=<!-- end of figures -->)/,
	(_, start) => `${start}\n${figures(result)}\n`,
);
if (!text.includes('<!-- figures -->\n') || !text.includes('<!-- end of figures -->')) {
	throw new Error(`${page} has no place for the figures`);
}
await writeFile(page, written);
await writeFile(join(docs, 'performance.svg'), chart(result.parts.lookup));
