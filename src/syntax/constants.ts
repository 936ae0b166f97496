import { type Identifier, Node } from 'ts-morph';
import { isDeclared, sameName } from './names.ts';
import { unwrap } from './unwrap.ts';
import { changeOf, meaningOf } from './values.ts';

/**
 * The value of an expression, through casts and through constants of this file, whoever else reads them. Good for
 * reading; what is edited must be behind constants that nothing else uses (`editableBehind`).
 */
export const readableBehind = (node: Node): Node => behind(node, () => true, []);

/** The same through constants that nothing else uses: whoever edits it there edits nothing else. */
export const editableBehind = (node: Node): Node => behind(node, isSole, []);

function behind(node: Node, mayFollow: (use: Identifier) => boolean, seen: Node[]): Node {
	const value = unwrap(node);
	const initializer = Node.isIdentifier(value) && mayFollow(value) ? constantOf(value) : undefined;
	// Two constants can name each other.
	if (!initializer || seen.includes(initializer)) return value;
	return behind(initializer, mayFollow, [...seen, initializer]);
}

function constantOf(use: Identifier): Node | undefined {
	const meaning = meaningOf(use);
	if (!('value' in meaning) || Node.isFunctionDeclaration(meaning.value)) return undefined;
	return changeOf(use) ? undefined : meaning.value;
}

/** Whether a constant is declared, used here, and nowhere else. */
export function isSole(use: Identifier): boolean {
	const words = sameName(use);
	const declaration = words.find(isDeclared)?.getParent();
	const statement = Node.isVariableDeclaration(declaration) ? declaration.getVariableStatement() : undefined;
	return words.length === 2 && statement?.hasExportKeyword() === false;
}
