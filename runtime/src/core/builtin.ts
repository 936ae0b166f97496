/**
 * One of Node's own modules without an import of it, which would break edge runtimes. Bun, Deno and workerd have them, too.
 * Read by computed keys: bundlers replace a literal `process`.
 *
 * @param id with `node:`
 */
export function builtinModule<T extends object>(id: string): T | undefined {
	type Process = { getBuiltinModule?: (id: string) => object | undefined };
	const scope = globalThis as unknown as Record<string, Process | undefined>;
	const [name] = ['process'];
	const load = scope[name];
	try {
		return load?.getBuiltinModule?.(id) as T | undefined;
	} catch {
		return undefined;
	}
}
