import { cp, mkdir } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { exec, execOk, npm } from '../../../scripts/lib/process/exec.ts';

interface Place {
	/** Folder of the application. */
	context: string;
	/** Lines of .dockerignore. */
	ignored: string[];
	/** Where each stage gets a folder in place of an image. */
	folder: string;
}

/**
 * What a Dockerfile does, in folders: each stage's `/app` is one. Knows the instructions that docs/needs/docker.md has.
 * @returns the last stage's folder, and what it runs
 */
export async function runDockerfile(
	text: string,
	place: Place,
): Promise<{ folder: string; command: string[] }> {
	let stage = '';
	let command: string[] = [];
	for (const line of text.split('\n').filter(Boolean)) {
		const [instruction = '', ...words] = line.split(' ');
		if (instruction === 'FROM') {
			stage = join(place.folder, words[1] === 'AS' ? (words[2] ?? '') : 'last');
			await mkdir(stage);
		} else if (instruction === 'COPY') await copy(words, stage, place);
		else if (instruction === 'RUN') await run(words.join(' '), stage);
		else if (instruction === 'CMD') command = JSON.parse(words.join(' '));
		else if (!['WORKDIR', 'USER'].includes(instruction)) throw new Error(`No idea what ${line} does`);
	}
	return { folder: stage, command };
}

async function run(command: string, cwd: string): Promise<void> {
	const { code, output } = await exec('sh', ['-c', command], { cwd, timeout: 300_000 });
	if (code === 0) return;
	// npm refuses a lock file of its own where the registry does not have an optional package that another one names.
	if (command !== 'npm ci' || !/Missing: \S+@ from lock file/.test(output))
		throw new Error(`${command}\n${output}`);
	await execOk(...npm('install', '--no-audit', '--no-fund'), { cwd, timeout: 300_000 });
}

async function copy(words: string[], stage: string, { context, ignored, folder }: Place): Promise<void> {
	const from = words[0]?.startsWith('--from=') ? join(folder, words[0].slice('--from='.length)) : context;
	const paths = words.filter((word) => !word.startsWith('--'));
	const to = join(stage, paths.pop() ?? '');
	for (const path of paths.map((one) => one.replace(/^\/app\//, ''))) {
		const source = join(from, path);
		const filter = (file: string) => from !== context || !isIgnored(relative(context, file), ignored);
		const target = path === '.' || to === join(stage, path) ? to : join(to, basename(path));
		await cp(source, target, { recursive: true, filter, verbatimSymlinks: true });
	}
}

const isIgnored = (path: string, ignored: string[]): boolean =>
	ignored.some((line) => {
		const pattern = line.replaceAll('.', '\\.').replaceAll('*', '[^/]*');
		return new RegExp(`^${pattern}(/|$)`).test(path);
	});
