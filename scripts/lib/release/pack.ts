import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, posix } from 'node:path';
import { root } from '../../bootstrap.mjs';
import { execOk, npm } from '../process/exec.ts';
import { absoluteLinks } from './links.ts';
import { releaseNotes } from './version.ts';

/** What package.json of a published package says, as far as it matters here. */
export interface Manifest {
	name: string;
	version: string;
	[field: string]: unknown;
}

/** A package as it is published. */
export interface Packed {
	manifest: Manifest;
	file: string;
}

/** The runtime first: the command of a version must never be there without the runtime that it writes into projects. */
const folders = ['runtime', '.'];

/** Of use in this repository alone, where `scripts` name files that are not packed. */
const forThisRepository = ['workspaces', 'scripts', 'devDependencies', 'allowScripts'];

/**
 * Packs what is built: these files, byte for byte, are what is tried and what is published. README links to documents of
 * this repository lead to those of the version.
 *
 * @param output gets the packages
 */
export async function pack(output: string): Promise<Packed[]> {
	await rm(output, { recursive: true, force: true });
	await mkdir(output, { recursive: true });
	const packed: Packed[] = [];
	for (const folder of folders) packed.push(await packOne(folder, output));
	await listWhatIsInside(packed, output);
	return packed;
}

/** For whoever looks without unpacking: the bills of materials, and what the changelog says. */
async function listWhatIsInside(packed: Packed[], output: string): Promise<void> {
	for (const [index, { file }] of packed.entries()) {
		const bill = join(root, folders[index] ?? '', 'dist/sbom.cdx.json');
		await cp(bill, join(output, basename(file).replace(/\.tgz$/, '.sbom.cdx.json')));
	}
	const version = packed[0]?.manifest.version ?? '';
	await writeFile(join(output, 'NOTES.md'), `${(await releaseNotes(version)) || 'Not released.'}\n`);
}

async function packOne(folder: string, output: string): Promise<Packed> {
	const stage = await mkdtemp(join(tmpdir(), 'authgraft-pack-'));
	try {
		const source = join(root, folder);
		for (const path of await listed(source)) {
			await mkdir(dirname(join(stage, path)), { recursive: true });
			await cp(join(source, path), join(stage, path));
		}
		const manifest: Manifest = JSON.parse(await readFile(join(stage, 'package.json'), 'utf8'));
		for (const field of forThisRepository) delete manifest[field];
		await writeFile(join(stage, 'package.json'), `${JSON.stringify(manifest, null, '\t')}\n`);
		const readme = join(stage, 'README.md');
		const place = { folder: posix.normalize(folder), version: manifest.version };
		await writeFile(readme, absoluteLinks(await readFile(readme, 'utf8'), await repositoryUrl(), place));
		const { filename } = await npmPack(stage, '--pack-destination', stage);
		const file = join(output, filename);
		await rename(join(stage, filename), file);
		return { manifest, file };
	} finally {
		await rm(stage, { recursive: true, force: true });
	}
}

/** The files that npm would pack, by their paths in the package. */
async function listed(folder: string): Promise<string[]> {
	const { files } = await npmPack(folder, '--dry-run');
	return files.map(({ path }) => path);
}

interface NpmPack {
	filename: string;
	files: { path: string }[];
}

async function npmPack(cwd: string, ...args: string[]): Promise<NpmPack> {
	const { stdout } = await execOk(...npm('pack', '--json', '--ignore-scripts', ...args), { cwd });
	const [only]: NpmPack[] = JSON.parse(stdout);
	if (!only) throw new Error(`npm pack says nothing of ${cwd}`);
	return only;
}

/** Where the repository is for people: package.json is the one place that knows. */
export async function repositoryUrl(): Promise<string> {
	const { repository } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
	return String(repository.url).replace(/^git\+|\.git$/g, '');
}
