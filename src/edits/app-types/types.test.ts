import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { fitAppTypes } from './index.ts';

/*
 * The same fixtures, put to TypeScript itself: what is let through or edited type-checks beside the runtime's
 * declaration and SvelteKit's, and what is refused breaks.
 */
const root = join(import.meta.dirname, '../../..');
const fixtures = join(root, 'test/fixtures/edits/app-types/fit');

/** The runtime's own declaration of `App.Locals`, as it stands in its source. */
function runtimeTypes(): string {
	const path = join(root, 'runtime/src/sveltekit/types.ts');
	const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
	const block = file.statements.find((statement) => ts.isModuleDeclaration(statement));
	if (!block) throw new Error(`${path} declares nothing global`);
	return `import type { Session } from '@auth/core/types';\n${block.getText(file)}`;
}

const common: Record<string, string> = {
	'/kit.d.ts': readFileSync(join(root, 'node_modules/@sveltejs/kit/src/types/ambient.d.ts'), 'utf8'),
	'/runtime.d.ts': runtimeTypes(),
	'/modules.d.ts': `
declare module '@auth/core/types' { export interface Session { user?: { name?: string }; expires: string } }
declare module '@authgraft/runtime/sveltekit' { export type { Session } from '@auth/core/types'; }
declare module '@auth/sveltekit' { export interface Session { expires: string } }
declare module '@sveltejs/kit' { export type Handle = (input: { event: object; resolve(event: object): Response }) => Response; }
declare module '$lib/*' { export interface Session { id: string } export interface User {} export interface Base {} export interface Locals {} }
declare module 'lucia' { export interface AuthRequest { validate(): Promise<null> } }
declare module 'unplugin-icons/types/svelte' {}
interface Response {}
`,
	'/use.ts': `import type { Session } from '@auth/core/types';
declare const locals: App.Locals;
export const session: Session | null = await locals.auth();
`,
};

const options: ts.CompilerOptions = {
	strict: true,
	noEmit: true,
	target: ts.ScriptTarget.ES2022,
	lib: ['lib.es2020.d.ts'],
	module: ts.ModuleKind.ESNext,
	moduleResolution: ts.ModuleResolutionKind.Bundler,
	types: [],
	// Starters set it, and it hides what is wrong in declaration files, not what follows from it elsewhere.
	skipLibCheck: false,
};
const disk = ts.createCompilerHost(options);
const parsed = new Map<string, ts.SourceFile | undefined>();

/** What TypeScript reports for the common files together with these, each as `use.ts 2339`. */
function check(own: Record<string, string>): string[] {
	const files: Record<string, string> = { ...common, ...own };
	const parse = (name: string, target: ts.ScriptTarget): ts.SourceFile | undefined => {
		const text = files[name];
		return text === undefined
			? disk.getSourceFile(name, target)
			: ts.createSourceFile(name, text, target, true);
	};
	const host: ts.CompilerHost = {
		...disk,
		getSourceFile: (name, target) => {
			if (name in own) return parse(name, target as ts.ScriptTarget);
			if (!parsed.has(name)) parsed.set(name, parse(name, target as ts.ScriptTarget));
			return parsed.get(name);
		},
		fileExists: (name) => name in files || disk.fileExists(name),
		readFile: (name) => files[name] ?? disk.readFile(name),
	};
	const program = ts.createProgram(Object.keys(files), options, host);
	const found = Object.keys(files).flatMap((name) => {
		const file = program.getSourceFile(name);
		return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
	});
	return [...program.getGlobalDiagnostics(), ...found].map(
		({ file, code }) => `${file?.fileName.slice(1) ?? ''} ${code}`,
	);
}

/** Two meanings of the name `Locals`: SvelteKit's own declaration breaks, too. */
const duplicate = ['kit.d.ts 2300', 'runtime.d.ts 2300', 'app.d.ts 2300'];

/** What breaks where a fixture is refused. */
const broken: Record<string, string[]> = {
	'd2-alias-auth-refused': duplicate,
	'd2-alias-generic-refused': duplicate,
	'd2-alias-import-refused': duplicate,
	'd2-alias-intersection-refused': duplicate,
	'd2-auth-getter-refused': ['runtime.d.ts 2300', 'app.d.ts 2300'],
	// A second overload: which of the two is called depends on the order of the files.
	'd2-auth-method-refused': ['use.ts 2741'],
	'd2-auth-optional-refused': ['use.ts 2722', 'app.d.ts 2386'],
	'd2-auth-other-session-refused': ['use.ts 2322'],
	'd2-auth-quoted-refused': ['app.d.ts 2717'],
	'd2-auth-request-refused': ['app.d.ts 2717'],
	'd2-class-auth-refused': ['app.d.ts 2717'],
	'd2-enum-refused': ['kit.d.ts 2567', 'runtime.d.ts 2567', 'app.d.ts 2567'],
	'd2-generic-refused': ['kit.d.ts 2428', 'runtime.d.ts 2428', 'use.ts 2314', 'app.d.ts 2428'],
	'd2-import-equals-refused': ['app.d.ts 2440'],
	'd2-index-signature-refused': ['runtime.d.ts 2411'],
	'd3-script-auth-refused': ['runtime.d.ts 2300', 'use.ts 2349', 'app.d.ts 2300'],
	'd3-script-auth-property-refused': ['runtime.d.ts 2300', 'app.d.ts 2300'],
	'd4-second-block-refused': ['app.d.ts 2717'],
	'd5-in-hooks-alias-refused': ['kit.d.ts 2300', 'runtime.d.ts 2300', 'app.ts 2300'],
	'syntax-error-refused': ['app.d.ts 1005', 'app.d.ts 2669'],
};

/** Errors that a file had before, and that are none of ours. */
const faults: Record<string, string[]> = {
	// `declare` inside `declare global`.
	'd4-declare-inside': ['app.d.ts 1038'],
	// `/// <reference types="@sveltejs/kit" />`, which is not among the files here.
	'd3-script': ['app.d.ts 2688'],
};

describe.each(readdirSync(fixtures))('%s', (shape) => {
	const folder = join(fixtures, shape);
	const file = (kind: string) => readdirSync(folder).find((name) => name.startsWith(`${kind}.`));
	const read = (name: string) => readFileSync(join(folder, name), 'utf8');
	const input = file('input') as string;
	const name = input.replace('input', '/app');

	if (existsSync(join(folder, 'refusal.txt'))) {
		test('breaks', () => expect(check({ [name]: read(input) })).toEqual(broken[shape]));
	} else {
		const after = file('output') ?? input;
		test('type-checks', () => expect(check({ [name]: read(after) })).toEqual(faults[shape] ?? []));
	}
});

test('an alias that became an interface keeps its members', () => {
	const alias = 'declare global { namespace App { type Locals = { plan: string }; } }\nexport {};\n';
	const use = 'declare const locals: App.Locals;\nexport const plan: string = locals.plan;\n';
	const edited = fitAppTypes('app.d.ts', alias);
	if (edited.kind !== 'edited') throw new Error(edited.reason);
	expect(check({ '/app.d.ts': alias, '/plan.ts': use })).toContain('plan.ts 2339');
	expect(check({ '/app.d.ts': edited.text, '/plan.ts': use })).toEqual([]);
});
