import type { ChunkingContext, CodeSplittingGroup, CodeSplittingOptions } from 'rolldown';

/**
 * Few files: each one that is loaded costs a run more than code does that it does not use. What needs TypeScript lies apart
 * from what does without: loading TypeScript costs more than all the rest together.
 */
export const sharedChunks: CodeSplittingOptions = {
	groups: [
		{ name: 'start', tags: ['$initial'], priority: 5 },
		withoutCompiler('shared', { minShareCount: 12, priority: 4 }),
		withoutCompiler('shared-host', { minShareCount: 4, priority: 3 }),
		// Behind those: a group takes along what its modules import, and some of that others need, too.
		{ name: 'ts-morph', test: isCompiler, priority: 2 },
		{ name: 'shared-syntax', minShareCount: 4, priority: 1 },
	],
};

/** @param options `minShareCount`: how many commands, and parts of them that are loaded later, have to use a module */
function withoutCompiler(
	name: string,
	options: Pick<CodeSplittingGroup, 'minShareCount' | 'priority'>,
): CodeSplittingGroup {
	return { name: (id, graph) => (needsCompiler(id, graph) ? null : name), debugName: name, ...options };
}

function isCompiler(id: string): boolean {
	return /[\\/]node_modules[\\/](?:@ts-morph|ts-morph)[\\/]/.test(id);
}

function needsCompiler(id: string, graph: ChunkingContext): boolean {
	// A set may grow while it is walked through, and what is added is walked through, too.
	const reached = new Set([id]);
	for (const one of reached) {
		if (isCompiler(one)) return true;
		for (const next of graph.getModuleInfo(one)?.importedIds ?? []) reached.add(next);
	}
	return false;
}
