import { type ModuleDeclaration, Node, type PropertySignature, type Statement } from 'ts-morph';
import { sameCode } from '../../syntax/code.ts';
import { nameOf } from '../../syntax/objects.ts';
import type { Refusal } from '../splice/edit.ts';
import { refuse } from '../splice/transform.ts';
import { declaredIn, declaredName, moduleOf, partsOf, renamed, types } from './extension.ts';

/** What a person pastes. */
export const snippet = [
	`declare module '${types}' {`,
	'	interface Session {',
	'		// what your session holds besides',
	'	}',
	'}',
	'',
	'export {};',
].join('\n');

/** Why a block cannot be moved. */
export function faultIn(block: ModuleDeclaration): Refusal | undefined {
	const parts = partsOf(block);
	const imported = parts.find(({ statement }) => Node.isImportDeclaration(statement));
	if (imported)
		return refuse(
			`imports something inside of \`declare module '${moduleOf(block)}'\`, where that is not allowed; put it at the top of the file`,
			snippet,
			imported.statement,
		);
	const value = parts.find(({ statement }) => declaredName(statement) === undefined);
	if (value)
		return refuse(`declares what \`${moduleOf(block)}\` exports, and that is gone`, snippet, value.statement);
	const helper = parts.find(({ statement }) => !isOfCore(statement));
	if (helper && new Set(parts.map(({ module }) => module)).size > 1)
		return refuse(
			`has a type of its own among extensions that belong to two modules; put it outside of \`declare module\``,
			snippet,
			helper.statement,
		);
	return undefined;
}

const ofCore = new Set(['Session', 'User', 'Account', 'Profile', 'DefaultSession']);

const isOfCore = (statement: Statement): boolean => {
	const name = declaredName(statement) ?? '';
	return ofCore.has(name) || declaredIn.has(name) || renamed.has(name);
};

/** Two blocks that say something different of one property once they extend one module. */
export function clashIn(blocks: ModuleDeclaration[], moved: ModuleDeclaration[]): Refusal | undefined {
	const seen = new Map<string, { node: PropertySignature; block: ModuleDeclaration }>();
	for (const block of blocks)
		for (const { key, node } of membersOf(block, moved.includes(block))) {
			const other = seen.get(key);
			if (!other) seen.set(key, { node, block });
			else if (
				other.block !== block &&
				(moved.includes(block) || moved.includes(other.block)) &&
				!sameCode(typeText(other.node), typeText(node))
			)
				return refuse(
					`says something else of \`${nameOf(node)}\` than line ${other.node.getStartLineNumber()}, and both extend the same type from now on`,
					snippet,
					node,
				);
		}
	return undefined;
}

const typeText = (property: PropertySignature): string =>
	`${property.hasQuestionToken()} ${property.getTypeNode()?.getText()}`;

/** The properties that a block adds, each under its module, type and name. */
function membersOf(block: ModuleDeclaration, isMoved: boolean): { key: string; node: PropertySignature }[] {
	return partsOf(block).flatMap(({ statement, module }) => {
		if (!Node.isInterfaceDeclaration(statement)) return [];
		const name = statement.getName();
		const place = isMoved ? `${module} ${renamed.get(name) ?? name}` : `${moduleOf(block)} ${name}`;
		return statement
			.getMembers()
			.filter(Node.isPropertySignature)
			.map((node) => ({ key: `${place} ${nameOf(node)}`, node }));
	});
}
