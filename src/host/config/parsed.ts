import { ts } from 'ts-morph';
import { importedNames } from '../../syntax/tree/imported.ts';
import { lineOf, propertyNamed, within } from '../../syntax/tree/nodes.ts';
import type { HostPath } from '../host.ts';
import { defaultExport, find, follow, lookUp, parse } from './expressions.ts';
import { absent, type ConfigOptions, type Option } from './option.ts';

/*
 * Loads the compiler: import this file by `await import()`, and only where a config needs it.
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
	vite(name: 'root' | 'base' | 'plugins'): Option;
}

/**
 * Options handed to the framework's plugin, wherever in the file the call stands: in `defineConfig`, in a function, in a
 * variable. Calls that disagree make a value computed. Throws AG_SYNTAX.
 */
export function readViteConfig(path: HostPath, text: string, plugin: FrameworkPlugin): ViteConfig {
	const source = parse(path, text);
	const calls = pluginCalls(source, plugin);
	const over = (read: (options: ts.Node) => Option): Option =>
		agree(calls.map(({ arguments: [options] }) => (options ? read(options) : absent)));
	return {
		calls: calls.length,
		hasArgument: calls.some((call) => call.arguments.length > 0),
		vite: (name) =>
			agree(
				within(source)
					.filter((node) => ts.isObjectLiteralExpression(node))
					.filter((object) => propertyNamed(object, 'plugins'))
					.map((object) => lookUp(object, [name])),
			),
		get: (...keys) => over((options) => lookUp(options, keys)),
		adapter: over((options) => adapterIn(source, options, ['adapter'])),
	};
}

/** Options under `kit` in the default export of a `svelte.config.*` (SvelteKit 2). Throws AG_SYNTAX. */
export function readSvelteConfig(path: HostPath, text: string): ConfigOptions {
	const source = parse(path, text);
	const exported = defaultExport(source);
	if (!exported) {
		const computed: Option = { kind: 'computed', line: 1, named: false };
		return { get: () => computed, adapter: computed };
	}
	return {
		get: (...keys) => lookUp(exported, ['kit', ...keys]),
		adapter: adapterIn(source, exported, ['kit', 'adapter']),
	};
}

function pluginCalls(source: ts.SourceFile, plugin: FrameworkPlugin): ts.CallExpression[] {
	const names = importedNames(source)
		.filter(({ module, name }) => module === plugin.module && (name === plugin.name || name === '*'))
		.map(({ name, local }) => (name === '*' ? `${local}.${plugin.name}` : local));
	return within(source)
		.filter((node) => ts.isCallExpression(node))
		.filter((call) => names.includes(call.expression.getText()));
}

function adapterIn(source: ts.SourceFile, options: ts.Node, keys: string[]): Option {
	const found = find(options, keys);
	if (!found || lookUp(options, keys).kind === 'absent') return absent;
	const call = follow(found.node);
	const callee = ts.isCallExpression(call) ? call.expression.getText().split('.')[0] : undefined;
	const imported = importedNames(source).find(({ local }) => local === callee);
	const line = lineOf(found.node);
	if (found.computed || !imported) return { kind: 'computed', line, named: !found.computed };
	return { kind: 'text', text: imported.module, line };
}

function agree(options: Option[]): Option {
	const [first = absent, ...others] = options;
	const differs = others.find((other) => textOf(other) !== textOf(first) || other.kind !== first.kind);
	if (!differs) return first;
	const line = [first, differs].find((one) => one.kind !== 'absent')?.line ?? 1;
	return { kind: 'computed', line, named: true };
}

const textOf = (option: Option): string | undefined => (option.kind === 'text' ? option.text : undefined);
