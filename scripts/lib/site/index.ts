import {
	copyFileSync,
	cpSync,
	existsSync,
	globSync,
	mkdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isUpToDate, root } from '../../bootstrap.mjs';
import { exec, execOk, npm } from '../process/exec.ts';
import { heading, seconds } from '../steps.ts';
import { sitePages } from './pages.ts';
import { type ServedSite, serveFolder } from './serve.ts';
import { sidebar } from './sidebar.ts';

const folder = join(root, 'site');
/** Made anew each time, and not part of the repository. */
const pages = join(folder, 'pages');
/** What a server of files serves. */
export const siteFolder = join(folder, 'dist');

/** VitePress and what it needs: a folder of its own, so that nobody installs it who does not build the site. */
async function install(): Promise<void> {
	const lock = join(folder, 'package-lock.json');
	const installed = join(folder, 'node_modules/.package-lock.json');
	if (existsSync(installed) && isUpToDate(readFileSync(lock, 'utf8'), readFileSync(installed, 'utf8')))
		return;
	heading('Install what builds the site (npm ci in site)');
	await execOk(...npm('ci', '--no-audit', '--no-fund'), { cwd: folder, timeout: 600_000 });
}

/** Writes the pages: the documents, and the references that are made from the code. */
function writePages(): number {
	const all = sitePages();
	rmSync(pages, { recursive: true, force: true });
	for (const { path, text } of all) {
		mkdirSync(dirname(join(pages, path)), { recursive: true });
		writeFileSync(join(pages, path), text);
	}
	mkdirSync(join(pages, 'public'));
	for (const image of globSync('docs/*.svg', { cwd: root }))
		copyFileSync(join(root, image), join(pages, 'public', basename(image)));
	const images = join(root, 'docs/images');
	if (existsSync(images)) cpSync(images, join(pages, 'public/images'), { recursive: true });
	writeFileSync(join(pages, 'sidebar.json'), JSON.stringify(sidebar(all), null, '\t'));
	return all.length;
}

/**
 * Builds the documentation site into `site/dist`, without a network once its packages are installed.
 * @returns the exit code.
 */
export async function buildSite(): Promise<number> {
	await install();
	const start = performance.now();
	const count = writePages();
	heading(`Build ${count} pages (VitePress)`);
	const cli = join(folder, 'node_modules/vitepress/bin/vitepress.js');
	const { code } = await exec(process.execPath, [cli, 'build', folder], {
		cwd: folder,
		stream: true,
		timeout: 600_000,
	});
	if (code === 0) console.log(`\n${count} pages in ${seconds(start)}: ${siteFolder}`);
	return code ?? 1;
}

/** Serves what was built, on this machine alone. */
export const serveSite = (port = 0): Promise<ServedSite> => serveFolder(siteFolder, port);
