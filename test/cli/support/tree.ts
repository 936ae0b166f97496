import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Path to kind, permission bits and bytes, of every file, folder and link. */
export type Tree = Record<string, string>;

/** Everything in a folder, `.git` left out unless asked for. */
export function readTree(root: string, { git = false } = {}): Tree {
	const tree: Tree = {};
	const walk = (folder: string) => {
		for (const name of readdirSync(join(root, folder)).sort()) {
			const path = folder === '' ? name : `${folder}/${name}`;
			if (path === '.git' && !git) continue;
			const stats = lstatSync(join(root, path));
			const mode = (stats.mode & 0o7777).toString(8);
			if (stats.isSymbolicLink()) tree[path] = `link ${readlinkSync(join(root, path))}`;
			else if (stats.isDirectory()) tree[`${path}/`] = `folder ${mode}`;
			else tree[path] = `file ${mode} ${digest(readFileSync(join(root, path)))}`;
			if (stats.isDirectory()) walk(path);
		}
	};
	walk('');
	return tree;
}

/** Short texts in the clear, so that a failed comparison can be read. */
const digest = (data: Buffer): string =>
	data.length < 300
		? JSON.stringify(data.toString('latin1'))
		: createHash('sha256').update(data).digest('hex');

/** Paths that differ between two trees: `+ new`, `- gone`, `~ changed`. */
export function differences(before: Tree, after: Tree): string[] {
	const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
	return paths.flatMap((path) => {
		if (before[path] === after[path]) return [];
		return [`${!(path in before) ? '+' : !(path in after) ? '-' : '~'} ${path}`];
	});
}
