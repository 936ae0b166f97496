import { type Node, SyntaxKind } from 'ts-morph';
import type { FoundHandle } from './find.ts';

/** What a hooks file exports as `handle`. */
export function exportedNodes(found: FoundHandle): Node[] {
	switch (found.kind) {
		case 'sequence':
			return [found.call];
		case 'value':
			return [found.value];
		case 'function':
			return [found.statement];
		case 'taken':
			return [found.statement];
		case 'listed':
			return [found.specifier.getNameNode()];
		case 'unclear':
			return [found.node.getFirstAncestorByKind(SyntaxKind.VariableStatement) ?? found.node];
		// What another module exports, or nobody, is no node of this file.
		case 'reexported':
		case 'none':
			return [];
	}
}
