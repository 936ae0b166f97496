import { dirname, join } from 'node:path/posix';
import { Node, SyntaxKind } from 'ts-morph';
import { parse } from '../../src/syntax/source.ts';

/**
 * Stands in for the modules that a fixture imports and that nobody has: every name that they are asked for is a handle
 * which writes its own name into `event.locals.trace`. Called as anything else, or asked for a member, it gives another.
 */
function traced(name: string): unknown {
	// biome-ignore lint/suspicious/noExplicitAny: it stands in for whatever the fixture takes it for
	const handle = (input: any) => {
		if (!Array.isArray(input?.event?.locals?.trace)) return traced(name);
		input.event.locals.trace.push(name);
		return input.resolve(input.event);
	};
	return new Proxy(handle, {
		get(target, key) {
			if (key === Symbol.iterator) return () => [traced(name)][Symbol.iterator]();
			// A `then` would make every `await` of it wait for ever.
			if (typeof key === 'symbol' || key === 'then') return undefined;
			return key in target ? Reflect.get(target, key) : traced(`${name}.${key}`);
		},
	});
}

/** What a host really has: the framework, our runtime, and the auth module that the caller writes. */
const isReal = (module: string): boolean =>
	/^(?:@sveltejs\/kit|\$app|@authgraft\/runtime)\b/.test(module) || /^\.\/auth(?:\.[jt]s)?$/.test(module);

/**
 * The modules that source files import, to the text that stands in for them, by path in the host.
 * @param files of the host, by path: `src/shapes/x/hooks.server.ts`
 */
export function stubModules(files: Record<string, string>): Record<string, string> {
	// Two files may want different names of one module.
	const wanted = new Map<string, Set<string>>();
	for (const [path, text] of Object.entries(files)) {
		for (const { module, names } of importsOf(path, text)) {
			const at = place(path, module);
			wanted.set(at, new Set([...(wanted.get(at) ?? []), ...names]));
		}
	}
	return Object.fromEntries([...wanted].map(([path, names]) => [path, body(path, [...names])]));
}

function importsOf(path: string, text: string): { module: string; names: string[] }[] {
	const { ast } = parse(path, text);
	return [...ast.getImportDeclarations(), ...ast.getExportDeclarations()].flatMap((declaration) => {
		const module = declaration.getModuleSpecifierValue();
		if (module === undefined || declaration.isTypeOnly() || isReal(module)) return [];
		const named = Node.isExportDeclaration(declaration)
			? declaration.getNamedExports()
			: declaration.getNamedImports();
		const names = named.filter((item) => !item.isTypeOnly()).map((item) => item.getName());
		if (Node.isExportDeclaration(declaration)) return { module, names };
		const namespace = declaration.getNamespaceImport()?.getText();
		const members = ast
			.getDescendantsOfKind(SyntaxKind.PropertyAccessExpression)
			.filter((access) => access.getExpression().getText() === namespace)
			.map((access) => access.getName());
		return { module, names: [...names, ...members, ...(declaration.getDefaultImport() ? ['default'] : [])] };
	});
}

function place(path: string, module: string): string {
	const file = /\.\w+$/.test(module) ? module : `${module}.js`;
	if (module.startsWith('.')) return join(dirname(path), file);
	return module.startsWith('#lib/') ? `src/lib/${file.slice(5)}` : `node_modules/${module}/index.js`;
}

function body(path: string, names: string[]): string {
	if (path.endsWith('.json')) return '{}\n';
	if (path.endsWith('.svelte')) return '<p>A page</p>\n';
	const lines = names.map((name) =>
		name === 'default' ? `export default traced('default');` : `export const ${name} = traced('${name}');`,
	);
	return [traced.toString(), ...lines, ''].join('\n');
}
