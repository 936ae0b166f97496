import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { expect, test } from 'vitest';
import { createProgram } from './program.ts';

const src = join(import.meta.dirname, '..');
const { commands } = createProgram(() => {});

const flagsOf = (name: string): string[] => [
	'--help',
	...(commands.find((command) => command.name() === name)?.options.flatMap(({ long }) => long ?? []) ?? []),
];
const declared = new Set(commands.flatMap((command) => flagsOf(command.name())));
const flag = /(?<![\w-])--[a-z]+(?:-[a-z]+)*(?![\w-])/g;

const sources = globSync('**/*.ts', { cwd: src })
	.map((path) => path.split(sep).join('/'))
	.filter((path) => !path.endsWith('.test.ts'))
	.map((path) => ({ path, text: readFileSync(join(src, path), 'utf8') }));

test('every flag that the command line talks about exists', () => {
	// Package managers have flags of their own.
	const own = sources.filter(({ path }) => path.startsWith('cli/') && !path.startsWith('cli/install/'));
	const named = own.flatMap(({ text }) =>
		// This one is Node's.
		[...text.replaceAll(/\bnode --env-file\b/g, '').matchAll(flag)].map(([name]) => name),
	);
	expect(named.length).toBeGreaterThan(100);
	expect([...new Set(named)].filter((name) => !declared.has(name))).toEqual([]);
});

test('a command that is to be typed exists, and has the flags that are named with it', () => {
	const lines = sources.flatMap(({ path, text }) =>
		[...text.matchAll(/\bauthgraft ([a-z]+(?:-[a-z]+)+|init|routes|secret|undo|providers)\b([^\n`]*)/g)].map(
			([, name = '', rest = '']) => ({
				path,
				name,
				flags: rest.split(/['";]|, or /, 1)[0]?.match(flag) ?? [],
			}),
		),
	);
	expect(lines.length).toBeGreaterThan(30);
	const wrong = lines.filter(
		({ name, flags }) =>
			!commands.some((command) => command.name() === name) ||
			flags.some((one) => !flagsOf(name).includes(one)),
	);
	expect(wrong).toEqual([]);
});

/** Files that a file imports at once, itself among them. */
function loaded(file: string, seen = new Set<string>()): Set<string> {
	if (seen.has(file)) return seen;
	seen.add(file);
	const text = readFileSync(file, 'utf8');
	for (const [, what, from = ''] of text.matchAll(/^(?:import|export) (type )?[^;]*? from '([^']+)';/gm)) {
		if (what) continue;
		if (from.startsWith('.')) loaded(join(dirname(file), from), seen);
		else seen.add(from);
	}
	return seen;
}

test('for --help only declarations are loaded, and no library but the one that reads the command line', () => {
	const all = [...loaded(join(src, 'cli/main.ts'))].filter((name) => !name.startsWith('node:'));
	const own = all.filter((name) => name.startsWith(src)).map((name) => relative(src, name));
	expect(all.filter((name) => !name.startsWith(src))).toEqual(['commander']);
	const declarations =
		/^cli\/(?:main|program|package|command\/\w+|commands\/[\w-]+\/(?:index|options)|terminal\/[\w-]+)\.ts$/;
	expect(own.map((name) => name.split(sep).join('/')).filter((name) => !declarations.test(name))).toEqual([
		'errors.ts',
	]);
});
