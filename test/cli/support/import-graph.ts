import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';

/** What needs what: a file or a folder, and the others that it imports. */
export type Graph = Map<string, Set<string>>;

/** The imports among some files; types count, and so do imports inside functions. Paths are relative to `root`, with `/`. */
export function importGraph(root: string, files: readonly string[]): Graph {
	const known = new Set(files);
	const graph: Graph = new Map();
	for (const file of files) {
		const imported = ts.preProcessFile(code(file, readFileSync(join(root, file), 'utf8'))).importedFiles;
		const targets = imported
			.filter(({ fileName }) => fileName.startsWith('.'))
			.map(({ fileName }) => posix.join(posix.dirname(file), fileName))
			.map((path) => (known.has(path) ? path : path.replace(/\.js$/, '.ts')));
		graph.set(file, new Set(targets.filter((path) => known.has(path))));
	}
	return graph;
}

/** Of a Svelte component the script alone is code. */
const code = (file: string, text: string): string =>
	file.endsWith('.svelte') ? (/<script[^>]*>(.*?)<\/script>/s.exec(text)?.[1] ?? '') : text;

/** The same graph with one node for each name that `fold` gives. */
export function folded(graph: Graph, fold: (file: string) => string): Graph {
	const result: Graph = new Map();
	for (const [file, targets] of graph) {
		const from = fold(file);
		const all = result.get(from) ?? new Set();
		for (const target of targets) if (fold(target) !== from) all.add(fold(target));
		result.set(from, all);
	}
	return result;
}

/** Groups in which each reaches each other. Tarjan's algorithm. */
export function circles(graph: Graph): string[][] {
	const found: string[][] = [];
	const order = new Map<string, number>();
	const lowest = new Map<string, number>();
	const stack: string[] = [];
	const visit = (node: string): number => {
		const own = order.size;
		order.set(node, own);
		lowest.set(node, own);
		stack.push(node);
		for (const next of graph.get(node) ?? []) {
			const seen = order.get(next);
			if (seen === undefined) lower(node, visit(next));
			else if (stack.includes(next)) lower(node, seen);
		}
		const low = lowest.get(node) ?? own;
		if (low === own) {
			const group = stack.splice(stack.indexOf(node));
			if (group.length > 1) found.push(group.sort());
		}
		return low;
	};
	const lower = (node: string, to: number) => lowest.set(node, Math.min(lowest.get(node) ?? to, to));
	for (const node of graph.keys()) if (!order.has(node)) visit(node);
	return found;
}
