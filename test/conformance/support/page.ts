import { readFileSync } from 'node:fs';
import ts from 'typescript';
import * as solidStart from '../../../runtime/src/solid-start/index.ts';
import * as svelteKit from '../../../runtime/src/sveltekit/index.ts';
import * as testing from '../../../runtime/src/testing/index.ts';
import type { Config } from './application.ts';

type Modules = Record<string, unknown>;
type Exports = Record<string, unknown>;

/** What a page may import without anybody saying what it is. Everything else is said by its test. */
const known: Modules = {
	'@authgraft/runtime/solid-start': solidStart,
	'@authgraft/runtime/sveltekit': svelteKit,
	'@authgraft/runtime/testing': testing,
};

/**
 * A page of docs/needs, whose code is run. A block is found by its first line, a comment: `// src/auth.ts`. Once the tests
 * are over, {@link Page.left} has what none of them has run.
 */
export class Page {
	readonly #blocks: Map<string, string>;
	readonly #left: Set<string>;

	constructor(name: string) {
		const text = readFileSync(new URL(`../../../docs/needs/${name}.md`, import.meta.url), 'utf8');
		this.#blocks = new Map(blocksOf(text));
		this.#left = new Set(this.#blocks.keys());
	}

	/** Titles of blocks that nothing has run yet. */
	get left(): string[] {
		return [...this.#left];
	}

	/** A block as it stands there, without its title. */
	text(title: string): string {
		const block = this.#blocks.get(title);
		if (block === undefined) throw new Error(`No block "${title}". There are: ${[...this.#blocks.keys()]}`);
		this.#left.delete(title);
		return block;
	}

	/** Runs a block as a module, and gives its exports. */
	module<T = Exports>(title: string, modules: Modules = {}): Promise<T> {
		return runModule<T>(this.text(title), modules);
	}

	/** Runs a block of options, which stand there as between the braces of a configuration; imports may come before. */
	async options(title: string, modules: Modules = {}): Promise<Config> {
		return (await runModule<{ options: Config }>(this.optionsModule(title), modules)).options;
	}

	/** The text of a module that exports such a block as `options`. */
	optionsModule(title: string): string {
		const lines = this.text(title).split('\n');
		const from = lines.findIndex((line) => /^\w+(?::|\(|,$)/.test(line));
		const [before, options] = [lines.slice(0, from), lines.slice(from)].map((part) => part.join('\n'));
		return `${before}\nexport const options = {\n${options}\n};\n`;
	}
}

/** Blocks by their titles; one without a title has its number, so that no test can run it by chance. */
function blocksOf(text: string): [title: string, code: string][] {
	return [...text.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)].map(([, code = ''], index) => {
		const [first = '', ...rest] = code.split('\n');
		const title = /^(?:\/\/|#|<!--) (.+?)(?: -->)?$/.exec(first)?.[1];
		return [title ?? `block ${index + 1}, which has no title`, rest.join('\n')];
	});
}

/** Runs a text as a module, with what it imports, and gives its exports. Elements of JSX are made by `h` of the module `jsx`. */
export async function runModule<T>(code: string, modules: Modules): Promise<T> {
	const { outputText } = ts.transpileModule(modules.jsx ? `import { h } from 'jsx';\n${code}` : code, {
		compilerOptions: {
			module: ts.ModuleKind.CommonJS,
			target: ts.ScriptTarget.ESNext,
			esModuleInterop: true,
			...(modules.jsx ? { jsx: ts.JsxEmit.React, jsxFactory: 'h' } : {}),
		},
	});
	const imported = new Map<string, unknown>();
	for (const [, name = ''] of outputText.matchAll(/\brequire\("([^"]+)"\)/g))
		imported.set(name, modules[name] ?? known[name] ?? (await import(name)));
	const exports = {};
	// Top-level `await` is as good there as in a module.
	const AsyncFunction = runModule.constructor as FunctionConstructor;
	await AsyncFunction(
		'require',
		'exports',
		outputText,
	)((name: string) => asModule(imported.get(name)), exports);
	return exports as T;
}

/** Says that it has a default export, where it has one. */
const asModule = (module: unknown) =>
	typeof module === 'object' && module !== null && 'default' in module
		? { ...module, __esModule: true }
		: module;
