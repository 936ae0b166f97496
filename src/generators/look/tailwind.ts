import { ts } from 'ts-morph';
import { globMatcher } from '../../host/files/globs.ts';
import { ifReadable } from '../../host/files/index.ts';
import type { Host, HostPath } from '../../host/host.ts';
import { importsOf } from '../../syntax/tree/imports.ts';
import { parseText } from '../../syntax/tree/parse.ts';
import { sheetsOf } from './sheets.ts';

/** What a host has of Tailwind. */
export interface Tailwind {
	/** Whether classes that stand in a file of ours there do anything: it is looked into, and names have no prefix. */
	covers(path: HostPath): boolean;
	/** Whether daisyUI's classes are there, under their own names. */
	daisyui: boolean;
	/** Whether its config says what is dark. */
	darkMode: boolean;
}

const none: Tailwind = { covers: () => false, daisyui: false, darkMode: false };

/** Reads what the style sheets of every page and Tailwind's own config say. What cannot be told counts as no. */
export function tailwindOf(host: Host): Tailwind {
	const { dependencies, devDependencies } = host.manifest;
	const packages = { ...dependencies, ...devDependencies };
	if (!packages.tailwindcss) return none;
	const sheets = sheetsOf(host);
	const imported = sheets.flatMap((text) => [
		...text.matchAll(/@import\s+(?:url\(\s*)?(['"])tailwindcss(?:\/[\w.]+)?\1\)?([^;]*)/g),
	]);
	const daisy = packages.daisyui !== undefined;
	const config = configOf(host);
	if (imported.length > 0) {
		// `prefix(tw)` renames all classes; `source(...)` says where they are looked for.
		if (imported.some(([, , options]) => /\b(?:prefix|source)\s*\(/.test(options ?? ''))) return none;
		const plugin = sheets.some((text) =>
			/@plugin\s+(['"])daisyui\1\s*(?:;|\{(?![^}]*\bprefix\s*:)[^}]*\})/.test(text),
		);
		return { covers: () => !config?.prefix, daisyui: daisy && plugin, darkMode: config?.darkMode ?? false };
	}
	if (!config || config.prefix || !sheets.some((text) => /@tailwind\s+utilities\b/.test(text))) return none;
	return {
		covers: (path) => config.content.some((matches) => matches(path)),
		daisyui: daisy && config.daisyui,
		darkMode: config.darkMode,
	};
}

interface Config {
	/** Whether it renames classes, daisyUI's included. */
	prefix: boolean;
	content: ((path: HostPath) => boolean)[];
	darkMode: boolean;
	daisyui: boolean;
}

const names = ['js', 'cjs', 'mjs', 'ts', 'mts', 'cts'].map((extension) => `tailwind.config.${extension}`);

/** By the names of properties, wherever they stand: too much of it makes a host plain, which is no harm. */
function configOf(host: Host): Config | undefined {
	const path = names.find((name) => ifReadable(() => host.exists(name)));
	const text = path && ifReadable(() => host.read(path));
	if (!path || !text) return undefined;
	const config: Config = {
		...{ prefix: false, content: [], darkMode: false },
		daisyui: importsOf(path, text).modules.includes('daisyui'),
	};
	const visit = (node: ts.Node): void => {
		if (ts.isPropertyAssignment(node)) {
			const name = node.name.getText().replace(/^['"]|['"]$/g, '');
			if (name === 'prefix') config.prefix = true;
			if (name === 'darkMode') config.darkMode = true;
			if (name === 'content') config.content.push(...globsIn(node.initializer));
		}
		ts.forEachChild(node, visit);
	};
	visit(parseText(path, text, true));
	return config;
}

function globsIn(node: ts.Node): ((path: HostPath) => boolean)[] {
	if (ts.isStringLiteralLike(node)) return [globMatcher(node.text.replace(/^\.\//, ''), { inDoubt: false })];
	const found: ((path: HostPath) => boolean)[] = [];
	ts.forEachChild(node, (child) => {
		found.push(...globsIn(child));
	});
	return found;
}
