import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanEnv } from '../../scripts/lib/process/clean-env.ts';
import { type Expected, fixtures, layBase, layOver, type Shape } from './shape.ts';
import { snapshot } from './snapshot.ts';

/** `expect.json` of a folder `test/fixtures/shapes/<name>`, whose folder `files` is laid over a host. */
interface Overlay extends Expected {
	/** What the shape is, and what goes wrong where it is not understood. */
	about: string;
	/** A folder of `test/fixtures/hosts`. */
	base: string;
	args?: string[];
	/** Paths of the base that are taken away. */
	without?: string[];
	/** Dependencies that package.json lists besides. */
	dependencies?: Record<string, string>;
	/** Every text file of the host gets these line endings. */
	eol?: 'crlf';
	/** Every text file of the host begins with a byte order mark. */
	bom?: boolean;
	/** The host is a git repository with everything committed. */
	git?: boolean;
}

/** Hosts whose shape spans more than one file. */
export function overlayShapes(): Shape[] {
	const root = join(fixtures, 'shapes');
	return readdirSync(root).map((name) => {
		const overlay: Overlay = JSON.parse(readFileSync(join(root, name, 'expect.json'), 'utf8'));
		return {
			name: `shapes/${name}`,
			args: overlay.args ?? [],
			expected: overlay,
			ownProcess: true,
			build: (folder) => layOverlay(folder, join(root, name, 'files'), overlay),
		};
	});
}

function layOverlay(folder: string, files: string, overlay: Overlay): void {
	layBase(folder, overlay.base);
	for (const path of overlay.without ?? []) rmSync(join(folder, path), { recursive: true });
	if (existsSync(files)) layOver(folder, files);
	if (overlay.dependencies) addDependencies(join(folder, 'package.json'), overlay.dependencies);
	for (const [path, { kind, bytes }] of snapshot(folder)) {
		if (!kind.startsWith('file')) continue;
		let text = bytes.toString('utf8');
		if (overlay.eol === 'crlf') text = text.replaceAll('\n', '\r\n');
		if (overlay.bom) text = `\uFEFF${text}`;
		writeFileSync(join(folder, path), text);
	}
	if (overlay.git) commitAll(folder);
}

function addDependencies(file: string, dependencies: Record<string, string>): void {
	const manifest = JSON.parse(readFileSync(file, 'utf8'));
	manifest.dependencies = { ...manifest.dependencies, ...dependencies };
	writeFileSync(file, `${JSON.stringify(manifest, null, '\t')}\n`);
}

/** Without the git configuration of whoever runs this. */
function commitAll(folder: string): void {
	const env = cleanEnv({ HOME: folder, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' });
	const git = (...args: string[]) => execFileSync('git', ['-C', folder, ...args], { env, stdio: 'ignore' });
	git('init', '--quiet');
	git('add', '--all');
	git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', 'commit', '--quiet', '-m', 'as it is');
}
