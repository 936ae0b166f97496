import semver from 'semver';
import { type CallExpression, type Identifier, Node, type ObjectLiteralExpression } from 'ts-morph';
import { editableBehind, readableBehind } from '../../../syntax/constants.ts';
import { localsOf } from '../../../syntax/imports.ts';
import { sameName } from '../../../syntax/names.ts';
import type { Source } from '../../../syntax/source.ts';
import { unwrap } from '../../../syntax/unwrap.ts';
import type { Findings } from '../findings.ts';

export interface ProviderFactsRequest {
	/** Version of the core that the predecessor ran on. */
	core?: string;
	/** Accounts are kept in a database. */
	adapter: boolean;
	/** Names of the variables that the environment files of the application set. */
	variables?: string[];
}

/** One use of a provider's factory: called, or handed over as it is. */
export interface ProviderUse {
	/** The module's last part: `azure-ad`. */
	provider: string;
	use: Identifier;
	call: CallExpression | undefined;
	/** What it is given, where that is written as an object in this file. */
	options: ObjectLiteralExpression | undefined;
	/** That object is for others, too: nothing in it may be edited. */
	isShared: boolean;
	source: Source;
	request: ProviderFactsRequest;
	findings: Findings;
}

/** Whether the core was older than a version; false where it is not known. */
export const isBefore = ({ core }: ProviderFactsRequest, version: string): boolean => {
	const read = semver.coerce(core);
	return read !== null && semver.lt(read, version);
};

const modules = '@auth/core/providers/';

/** Every use of a factory of the core's. */
export function usesOf(source: Source, request: ProviderFactsRequest, findings: Findings): ProviderUse[] {
	return source.ast
		.getImportDeclarations()
		.filter((one) => one.getModuleSpecifierValue().startsWith(modules) && !one.isTypeOnly())
		.flatMap((declaration) => {
			const provider = declaration.getModuleSpecifierValue().slice(modules.length).replace(/\.js$/, '');
			const [local] = localsOf(declaration, 'default');
			if (local === undefined) return [];
			const first = declaration
				.getDescendants()
				.find((node) => Node.isIdentifier(node) && node.getText() === local);
			const words = Node.isIdentifier(first) ? sameName(first) : [];
			return words
				.filter((word) => !word.getFirstAncestor(Node.isImportDeclaration) && isValue(word))
				.map((use) => {
					const call = callOf(use);
					const [argument] = call?.getArguments() ?? [];
					const written = argument && readableBehind(argument);
					const options = Node.isObjectLiteralExpression(written) ? written : undefined;
					const isShared = argument !== undefined && editableBehind(argument) !== written;
					return { provider, use, call, options, isShared, source, request, findings };
				});
		});
}

/** `typeof GitHub` and types say nothing of a provider. */
const isValue = (word: Node): boolean =>
	!word.getFirstAncestor((one) => Node.isTypeNode(one) || Node.isTypeQuery(one));

/** `GitHub({ ... })`, `(GitHub as any)({ ... })` */
function callOf(use: Identifier): CallExpression | undefined {
	let node: Node = use;
	for (let parent = node.getParent(); parent; node = parent, parent = node.getParent()) {
		if (Node.isCallExpression(parent)) return unwrap(parent.getExpression()) === use ? parent : undefined;
		if (unwrap(parent) !== use) return undefined;
	}
	return undefined;
}
