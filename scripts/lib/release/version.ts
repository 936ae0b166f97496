import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../bootstrap.mjs';
import { execOk, npm } from '../process/exec.ts';
import { dated, notesOf } from './changelog.ts';

const manifests = ['package.json', 'runtime/package.json'];
const changelog = join(root, 'CHANGELOG.md');

/** What stands in the changelog about a version, for the page of its release. */
export const releaseNotes = async (version: string): Promise<string> =>
	notesOf(await readFile(changelog, 'utf8'), version);

/**
 * `npm run release:version`: both packages get the version that the changesets ask for, and what is unreleased in the
 * changelog gets its heading.
 */
export async function nextVersion(today = new Date()): Promise<number> {
	if (changesets().length === 0) {
		console.error('No changeset asks for a version: `npx changeset` makes one.');
		return 1;
	}
	const cli = join(root, 'node_modules/@changesets/cli/bin.js');
	await execOk(process.execPath, [cli, 'version'], { cwd: root, stream: true });
	await lock();
	const version = await currentVersion();
	await writeFile(changelog, dated(await readFile(changelog, 'utf8'), version, today));
	console.log(version);
	return 0;
}

/** `npm run release:snapshot -- <name>`: a version for one pull request, which `^` of it finds. Not to be committed. */
export async function snapshotVersion(name: string | undefined): Promise<number> {
	if (!name || !/^[\da-z-]+$/i.test(name)) {
		console.error('Usage: npm run release:snapshot -- <letters, digits and hyphens>');
		return 2;
	}
	const version = `${(await currentVersion()).replace(/-.*/, '')}-snapshot.${name}`;
	for (const file of manifests) {
		const path = join(root, file);
		const text = await readFile(path, 'utf8');
		await writeFile(
			path,
			text.replace(/("version": ")[^"]*"/, (_, before: string) => `${before}${version}"`),
		);
	}
	await lock();
	console.log(version);
	return 0;
}

/** `npm run release:check -- v1.2.3`: whether this checkout is what the tag says. */
export async function checkTag(tag: string | undefined): Promise<number> {
	const version = await currentVersion();
	const faults = [
		...(tag === `v${version}` ? [] : [`the tag is ${tag}, and the packages have ${version}`]),
		...(changesets().length === 0 ? [] : ['there are changesets that no version has taken up']),
		...((await releaseNotes(version)) === '' ? [`CHANGELOG.md has no section for ${version}`] : []),
	];
	for (const fault of faults) console.error(`No release: ${fault}.`);
	return faults.length === 0 ? 0 : 1;
}

const changesets = (): string[] => globSync('.changeset/*.md', { cwd: root });

const currentVersion = async (): Promise<string> =>
	JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).version;

/** The lock file names the versions of both packages. */
const lock = () =>
	execOk(...npm('install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'), {
		cwd: root,
	});
