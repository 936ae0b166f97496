import { type CallExpression, Node, type SourceFile, SyntaxKind } from 'ts-morph';
import type { HostPath } from '../host.ts';
import { find, follow, lookUp, parse } from './expressions.ts';
import { absent, type ConfigOptions, type Option } from './option.ts';

/*
 * Loads ts-morph: import this file by `await import()`, and only where a config needs it.
 */

/** The function that takes the framework's options: a Vite plugin, or the `defineConfig` of SolidStart 1. */
export interface FrameworkPlugin {
	module: string;
	name: string;
}

export const sveltekitPlugin: FrameworkPlugin = { module: '@sveltejs/kit/vite', name: 'sveltekit' };
export const solidStartPlugin: FrameworkPlugin = { module: '@solidjs/start/config', name: 'solidStart' };
/** SolidStart 1, in its app.config: also below `.addRouter(…)`. */
export const solidStartDefine: FrameworkPlugin = { module: '@solidjs/start/config', name: 'defineConfig' };

export interface ViteConfig extends ConfigOptions {
	/** How many times the plugin is called. */
	calls: number;
	/** Whether one of the calls has an argument. */
	hasArgument: boolean;
	/** Options of the Vite config itself: `root` moves every path. */
	vite(name: 'root' | 'base'): Option;
}

/**
 * Options handed to the framework's plugin, wherever in the file the call stands: in `defineConfig`, in a function, in a
 * variable. Calls that disagree make a value computed. Throws AG_SYNTAX.
 */
export function readViteConfig(path: HostPath, text: string, plugin: FrameworkPlugin): ViteConfig {
	const source = parse(path, text);
	const calls = pluginCalls(source, plugin);
	const over = (read: (options: Node) => Option): Option =>
		agree(calls.map((call) => (call.getArguments()[0] ? read(call.getArguments()[0] as Node) : absent)));
	return {
		calls: calls.length,
		hasArgument: calls.some((call) => call.getArguments().length > 0),
		vite: (name) =>
			agree(
				source
					.getDescendantsOfKind(SyntaxKind.ObjectLiteralExpression)
					.filter((object) => object.getProperty('plugins'))
					.map((object) => lookUp(object, [name])),
			),
		get: (...keys) => over((options) => lookUp(options, keys)),
		adapter: over((options) => adapterIn(source, options, ['adapter'])),
	};
}

/** Options under `kit` in the default export of a `svelte.config.*` (SvelteKit 2). Throws AG_SYNTAX. */
export function readSvelteConfig(path: HostPath, text: string): ConfigOptions {
	const source = parse(path, text);
	const exported = source.getExportAssignment((assignment) => !assignment.isExportEquals())?.getExpression();
	if (!exported) {
		const computed: Option = { kind: 'computed', line: 1 };
		return { get: () => computed, adapter: computed };
	}
	return {
		get: (...keys) => lookUp(exported, ['kit', ...keys]),
		adapter: adapterIn(source, exported, ['kit', 'adapter']),
	};
}

function pluginCalls(source: SourceFile, plugin: FrameworkPlugin): CallExpression[] {
	const declaration = source.getImportDeclaration(plugin.module);
	const named = declaration?.getNamedImports().find((specifier) => specifier.getName() === plugin.name);
	const namespace = declaration?.getNamespaceImport()?.getText();
	const name = named
		? (named.getAliasNode()?.getText() ?? plugin.name)
		: namespace && `${namespace}.${plugin.name}`;
	return source
		.getDescendantsOfKind(SyntaxKind.CallExpression)
		.filter((call) => name !== undefined && call.getExpression().getText() === name);
}

function adapterIn(source: SourceFile, options: Node, keys: string[]): Option {
	const found = find(options, keys);
	if (!found || lookUp(options, keys).kind === 'absent') return absent;
	const call = follow(found.node);
	const callee = Node.isCallExpression(call) ? call.getExpression().getText().split('.')[0] : undefined;
	const declaration = source.getImportDeclarations().find((one) => importedNames(one).includes(callee ?? ''));
	const line = found.node.getStartLineNumber();
	if (found.computed || !declaration) return { kind: 'computed', line };
	return { kind: 'text', text: declaration.getModuleSpecifierValue(), line };
}

function importedNames(declaration: ReturnType<SourceFile['getImportDeclarations']>[number]): string[] {
	const named = declaration.getNamedImports().map((one) => one.getAliasNode()?.getText() ?? one.getName());
	const rest = [declaration.getDefaultImport()?.getText(), declaration.getNamespaceImport()?.getText()];
	return [...named, ...rest.filter((name) => name !== undefined)];
}

function agree(options: Option[]): Option {
	const [first = absent, ...others] = options;
	const differs = others.find((other) => textOf(other) !== textOf(first) || other.kind !== first.kind);
	if (!differs) return first;
	return { kind: 'computed', line: [first, differs].find((one) => one.kind !== 'absent')?.line ?? 1 };
}

const textOf = (option: Option): string | undefined => (option.kind === 'text' ? option.text : undefined);
