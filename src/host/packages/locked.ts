import { lstatSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import semver from 'semver';
import { escapePattern } from '../../syntax/text.ts';
import { upwards } from '../files/folders.ts';
import { isObject } from './manifest.ts';

/*
 * Which version of a package a lock file names: what an install would bring. Read as text where the format is one line after
 * another, since a lock file has megabytes, and nothing here is run or followed.
 */

/** Lock files of the largest workspaces have some megabytes; what is longer is none that a person would wait for. */
const maxBytes = 32 * 1024 * 1024;

interface Asked {
	name: string;
	/** What package.json declares: `latest`, `catalog:`. */
	declared: string;
	/** The application's folder as seen from the lock file's, `.` for the same. */
	member: string;
}

type Reader = (text: string, asked: Asked) => string | undefined;

const readers: readonly [file: string, read: Reader][] = [
	['pnpm-lock.yaml', ofPnpm],
	['bun.lock', ofBun],
	['yarn.lock', ofYarn],
	['package-lock.json', ofNpm],
];

/**
 * The version of a package that the nearest lock file which knows it names; undefined where none does.
 * @param ceiling the topmost folder that may hold the lock file of this host
 */
export function lockedVersion(
	root: string,
	{ name, declared, ceiling }: { name: string; declared: string; ceiling: string },
): string | undefined {
	for (const folder of upwards(root, ceiling)) {
		const member = relative(folder, root).split(sep).join('/') || '.';
		for (const [file, read] of readers) {
			const text = plainFile(join(folder, file));
			const version = text === undefined ? undefined : read(text, { name, declared, member });
			if (version !== undefined && semver.valid(version)) return version;
		}
	}
	return undefined;
}

/** Its text with plain line feeds; undefined for what is no file, or a longer one than any lock file. */
export function plainFile(path: string): string | undefined {
	const stats = lstatSync(path, { throwIfNoEntry: false });
	if (!stats?.isFile() || stats.size > maxBytes) return undefined;
	try {
		return readFileSync(path, 'utf8').replaceAll('\r\n', '\n');
	} catch {
		return undefined;
	}
}

function ofNpm(text: string, { name, member }: Asked): string | undefined {
	const lock = parsed(text);
	const packages = isObject(lock?.packages) ? lock.packages : {};
	const places = [...(member === '.' ? [] : [`${member}/node_modules/${name}`]), `node_modules/${name}`];
	const older = isObject(lock?.dependencies) ? lock.dependencies[name] : undefined;
	for (const entry of [...places.map((place) => packages[place]), older])
		if (isObject(entry) && typeof entry.version === 'string') return entry.version;
	return undefined;
}

function parsed(text: string): Record<string, unknown> | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return isObject(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

/** What the application itself gets stands below its name among the importers; before that was so, at the top. */
function ofPnpm(text: string, { name, member }: Asked): string | undefined {
	const importers = sectionOf(text, 'importers', '');
	const own = importers === undefined ? text : sectionOf(importers, member, '  ');
	if (own === undefined) return undefined;
	const [, , version] =
		new RegExp(
			`^ +(['"]?)${escapePattern(name)}\\1:(?:\\n +specifier: [^\\n]*)?(?:\\n +version:)? +['"]?(\\d[^\\s('"_]*)`,
			'm',
		).exec(own) ?? [];
	return version;
}

/** The lines below `key:` that stand further in. */
function sectionOf(text: string, key: string, indent: string): string | undefined {
	const start = new RegExp(`^${indent}(['"]?)${escapePattern(key)}\\1:[^\\S\\n]*\\n`, 'm').exec(text);
	if (!start) return undefined;
	const rest = text.slice(start.index + start[0].length);
	const end = new RegExp(`^${indent}\\S`, 'm').exec(rest);
	return rest.slice(0, end?.index);
}

/** `"name@npm:latest":` or `name@^2.0.0, name@^2.1.0:`, and the version in a line below. */
function ofYarn(text: string, { name, declared }: Asked): string | undefined {
	const entry = new RegExp(
		`^"?${escapePattern(name)}@[^\\n]*:\\n(?: +[^\\n]*\\n){0,2}? +version:? +"?([^"\\s]+)`,
		'gm',
	);
	const found = [...text.matchAll(entry)];
	const exact = found.find(([all]) =>
		(all.split('\n')[0] ?? '')
			.split(/[",]\s*/)
			.some((one) => one.replace(/:$/, '').replace('@npm:', '@') === `${name}@${declared}`),
	);
	const versions = new Set(found.map(([, version]) => version));
	return exact?.[1] ?? (versions.size === 1 ? [...versions][0] : undefined);
}

/** `"name": ["name@2.5.0", …],` in packages that no other package has for itself. */
function ofBun(text: string, { name }: Asked): string | undefined {
	const escaped = escapePattern(name);
	return new RegExp(`^ *"${escaped}": *\\["${escaped}@([^"]+)"`, 'm').exec(text)?.[1];
}
