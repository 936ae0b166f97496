import type { Plugin } from 'rolldown';

/** What reads YAML lies in a file of its own, beside the others. */
const yamlFile = './yaml.cjs';

/** Modules that are asked for at the start and that few runs use, though each takes milliseconds to load; with how to load them. */
const late = new Map([
	...['child_process', 'crypto', 'fs/promises'].map(builtin),
	['yaml', `require('${yamlFile}')`],
]);
const marked = '\0late:';

function builtin(name: string): [string, string] {
	return [name, `process.getBuiltinModule('node:${name}')`];
}

/** Puts an object in the place of such a module whose properties load it. */
export const lateModules: Plugin = {
	name: 'late-modules',
	resolveId(id) {
		if (id === yamlFile) return { id, external: true };
		const name = id.replace(/^node:/, '');
		return late.has(name) ? `${marked}${name}` : null;
	},
	async load(id) {
		if (!id.startsWith(marked)) return null;
		const name = id.slice(marked.length);
		const properties = Object.keys(await import(name)).filter((key) => /^(?!default$)[\w$]+$/.test(key));
		const getters = properties.map((key) => `get ${key}() { return ${late.get(name)}.${key}; }`);
		return `module.exports = { ${getters.join(', ')} };`;
	},
};
