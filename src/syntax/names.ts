import { type Identifier, Node, SyntaxKind } from 'ts-morph';
import type { Source } from './source.ts';
import * as tree from './tree/names.ts';

/** Whether something besides an import has a name, in any scope: then a call by it may mean something else. */
export const isDeclaredAgain = ({ ast }: Pick<Source, 'ast'>, name: string): boolean =>
	// By the compiler's own nodes: the audit asks this of every file.
	tree.declares(ast.compilerNode, name);

/** Identifiers that mean the same variable as far as their spelling goes. */
export const sameName = (use: Identifier): Identifier[] =>
	use
		.getSourceFile()
		.getDescendants()
		.filter((word) => Node.isIdentifier(word))
		.filter((word) => word.getText() === use.getText() && !isMember(word));

/** Whether a word only spells the name of a member, of whatever kind. */
export const isMember = (word: Identifier): boolean => tree.isMember(word.compilerNode);

/** Whether a word is where its name comes into being. Imports do not count. */
export const isDeclared = (word: Identifier): boolean => tree.isDeclared(word.compilerNode);

/** Whether the variable of a name is spoken of somewhere in a node. */
export const mentions = (node: Node, name: string): boolean => tree.mentions(node.compilerNode, name);

/** Whether an identifier of this spelling occurs anywhere in the file, in any scope and meaning. */
export const isTaken = (source: Source, name: string): boolean =>
	source.ast.getDescendantsOfKind(SyntaxKind.Identifier).some((id) => id.getText() === name);

/** The first of the candidates that occurs nowhere in the file; then `name2`, `name3` ... of the last one. */
export function freeName(source: Source, ...candidates: [string, ...string[]]): string {
	const last = candidates.at(-1);
	for (const name of candidates) if (!isTaken(source, name)) return name;
	for (let n = 2; ; n++) if (!isTaken(source, `${last}${n}`)) return `${last}${n}`;
}
