import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AuthgraftError } from '../../errors.ts';
import { showFolder } from '../files/folders.ts';
import type { HostFiles } from '../files/index.ts';
import type { PackageManifest } from '../host.ts';

/** package.json as parsed: only the keys that the host readers look at, none of them trusted. */
export interface RawManifest {
	name?: unknown;
	private?: unknown;
	exports?: unknown;
	svelte?: unknown;
	dependencies?: unknown;
	devDependencies?: unknown;
	packageManager?: unknown;
	devEngines?: unknown;
	workspaces?: unknown;
	imports?: unknown;
	catalog?: unknown;
	catalogs?: unknown;
}

/**
 * The package.json of the folder itself, never of one above: what is written there would surprise.
 * Throws AG_NO_PACKAGE_JSON, AG_PACKAGE_JSON_INVALID (with the line), AG_NOT_READABLE.
 */
export async function readManifest(
	root: string,
	files: HostFiles,
): Promise<{ manifest: PackageManifest; raw: RawManifest }> {
	const text = files.read('package.json');
	if (text === undefined) throw noPackageJson(root);
	const raw = await parseManifest(text, join(root, 'package.json'));
	return {
		raw,
		manifest: {
			text,
			name: typeof raw.name === 'string' ? raw.name : undefined,
			published: raw.private !== true && (raw.exports ?? raw.svelte) !== undefined,
			dependencies: strings(raw.dependencies),
			devDependencies: strings(raw.devDependencies),
		},
	};
}

/** A manifest of another folder (workspace root, installed package): undefined when missing or not JSON. */
export function peekManifest(folder: string): (RawManifest & { version?: unknown }) | undefined {
	try {
		const value: unknown = JSON.parse(withoutBom(readFileSync(join(folder, 'package.json'), 'utf8')));
		return isObject(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

/** Dependencies and devDependencies in one; the former win, as they do when npm installs. */
export function allDependencies(manifest: { dependencies?: unknown; devDependencies?: unknown }) {
	return { ...strings(manifest.devDependencies), ...strings(manifest.dependencies) };
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The entries of an object whose values are strings; anything else in a hand-written file is passed over. */
export function strings(value: unknown): Record<string, string> {
	if (!isObject(value)) return {};
	return Object.fromEntries(
		Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
	);
}

async function parseManifest(text: string, file: string): Promise<RawManifest> {
	const json = withoutBom(text);
	let value: unknown;
	try {
		value = JSON.parse(json);
	} catch {
		const line = await lineOfError(json);
		throw invalid(`${file}:${line} is not valid JSON.`);
	}
	if (!isObject(value)) throw invalid(`${file} holds no JSON object.`);
	return value;
}

/** JSON.parse names no line, and not even a position at the end of the text: ask a parser that does. */
async function lineOfError(json: string): Promise<number> {
	const { parse } = await import('jsonc-parser');
	const errors: { offset: number }[] = [];
	parse(json, errors as Parameters<typeof parse>[1], { disallowComments: true, allowTrailingComma: false });
	return json.slice(0, errors[0]?.offset ?? 0).split('\n').length;
}

const withoutBom = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text);

const invalid = (message: string) =>
	new AuthgraftError('AG_PACKAGE_JSON_INVALID', message, 'Mend package.json, then run the command again.');

function noPackageJson(root: string): AuthgraftError {
	const above = nearestAbove(root);
	return new AuthgraftError(
		'AG_NO_PACKAGE_JSON',
		`There is no package.json in ${root}.`,
		above === undefined
			? 'Run authgraft in the folder of your application, or name it with --cwd <dir>.'
			: `The nearest one above is in ${above}: run the command there, or add --cwd ${showFolder(above)}.`,
	);
}

function nearestAbove(root: string): string | undefined {
	for (let folder = dirname(root), below = root; folder !== below; below = folder, folder = dirname(folder)) {
		if (existsSync(join(folder, 'package.json'))) return folder;
	}
	return undefined;
}
