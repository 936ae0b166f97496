import {
	type ExportDeclaration,
	type ExportSpecifier,
	type ImportDeclaration,
	type ImportSpecifier,
	Node,
	type SourceFile,
	type StringLiteral,
	SyntaxKind,
} from 'ts-morph';
import type { Source } from '../../syntax/source.ts';
import { lineAt } from '../../syntax/text.ts';
import type { Edit, EditFinding, EditResult } from '../splice/edit.ts';
import { addImports, type WantedImport } from '../splice/imports.ts';
import { removeItems } from '../splice/remove.ts';
import { refuse, transform } from '../splice/transform.ts';
import type { MigrateCode } from './codes.ts';
import { isInComment } from './left.ts';

/** Where what a module exports has gone. */
export interface Move {
	/** `@auth/sveltekit/client`; with `/*` at its end all below it. */
	module: string;
	/** `@authgraft/runtime/sveltekit/client`; a `*` stands for what the other one stood for. */
	to: string;
	/** What it exports under the same name; all that it exports, where this is left out. */
	kept?: readonly string[];
	/** What has another name. */
	renamed?: Readonly<Record<string, string>>;
	/** What another module exports. */
	moved?: Readonly<Record<string, { module: string; name: string }>>;
	/** What nothing exports any more: what to do instead. */
	gone?: Readonly<Record<string, string>>;
}

export interface ModulesRequest {
	moves: readonly Move[];
}

/** Calls that name a module by a text: of the language, and of test runners. */
const naming =
	/^(?:import|require|require\.resolve|import\.meta\.resolve|(?:vi|vitest|jest)\.(?:mock|doMock|unmock|doUnmock|dontMock|importActual|importMock|requireActual|requireMock))$/;

/**
 * Gives every module of a predecessor the name that it has with us: in imports and exports, in types, in comments with types
 * and in calls that load or mock it. Names that differ keep their local name. `declare module` is left to `augmentations.ts`.
 */
export function moveModules(path: string, content: string, { moves }: ModulesRequest): EditResult {
	return transform(path, content, { snippet: snippetOf(moves) }, (source) => {
		const mover = new Mover(source, moves);
		const refusal = mover.run();
		if (refusal) return refuse(refusal.reason, refusal.snippet, refusal.node);
		const { edits, findings } = mover;
		if (edits.length === 0)
			return {
				...{ kind: 'unchanged', reason: 'names no module that has moved' },
				...(findings.length > 0 ? { findings } : {}),
			};
		return { kind: 'edits', edits, findings };
	});
}

const snippetOf = (moves: readonly Move[]): string =>
	moves.map(({ module, to }) => `${module} -> ${to}`).join('\n');

/** Whether a text may hold anything for `moveModules`. */
export const mentionsMoved = (text: string, moves: readonly Move[]): boolean =>
	moves.some(({ module }) => text.includes(module.replace(/\*$/, '')));

/** What stands where an import cannot be moved. */
interface Stuck {
	reason: string;
	node: Node;
	snippet: string;
}

class Mover {
	readonly edits: Edit[] = [];
	readonly findings: EditFinding[] = [];
	readonly #source: Source;
	readonly #moves: readonly Move[];
	readonly #wanted: WantedImport[] = [];
	/** Texts that are dealt with. */
	readonly #done = new Set<Node>();

	constructor(source: Source, moves: readonly Move[]) {
		this.#source = source;
		this.#moves = moves;
	}

	run(): Stuck | undefined {
		const { ast } = this.#source;
		for (const declaration of [...ast.getImportDeclarations(), ...ast.getExportDeclarations()]) {
			const stuck = this.#declaration(declaration);
			if (stuck) return stuck;
		}
		for (const literal of ast.getDescendantsOfKind(SyntaxKind.StringLiteral)) {
			const stuck = this.#literal(literal);
			if (stuck) return stuck;
		}
		this.#comments(ast);
		if (this.#wanted.length > 0) this.edits.push(...addImports(this.#source, this.#wanted));
		return undefined;
	}

	#moveOf(module: string): { move: Move; to: string } | undefined {
		for (const move of this.#moves) {
			if (move.module === module) return { move, to: move.to };
			const prefix = move.module.endsWith('*') ? move.module.slice(0, -1) : undefined;
			if (prefix !== undefined && module.startsWith(prefix))
				return { move, to: move.to.replace('*', () => module.slice(prefix.length)) };
		}
		return undefined;
	}

	#declaration(declaration: ImportDeclaration | ExportDeclaration): Stuck | undefined {
		const specifier = declaration.getModuleSpecifier();
		const found = specifier && this.#moveOf(specifier.getLiteralValue());
		if (!specifier || !found) return undefined;
		this.#done.add(specifier);
		const { move, to } = found;
		const isImport = Node.isImportDeclaration(declaration);
		const ownDefault = isImport ? declaration.getDefaultImport() : undefined;
		if (ownDefault && move.kept)
			return stuck(`takes the default export of \`${move.module}\`, which has none any more`, ownDefault);
		const names = isImport ? declaration.getNamedImports() : declaration.getNamedExports();
		const whole = isImport ? wholeMove(declaration, move) : undefined;
		const gone = new Set<Node>();
		for (const item of names) {
			const name = item.getName();
			const moved = move.moved?.[name];
			if (moved) {
				if (!isImport) return stuck(`hands on \`${name}\`, which is \`${moved.module}\`'s now`, item);
				if (moved.module === whole) {
					this.#renameItem(item, moved.name);
					continue;
				}
				gone.add(item);
				const local = (item.getAliasNode() ?? item.getNameNode()).getText();
				const typeOnly = declaration.isTypeOnly() || item.isTypeOnly();
				this.#wanted.push({ module: moved.module, name: moved.name, as: local, typeOnly });
				continue;
			}
			const instead = move.gone?.[name];
			if (instead !== undefined || (move.kept && !move.kept.includes(name) && !move.renamed?.[name]))
				return stuck(`takes \`${name}\` from \`${move.module}\`, which has no counterpart`, item, instead);
			this.#renameItem(item, move.renamed?.[name] ?? name);
		}
		if (gone.size > 0) this.edits.push(...removeItems(this.#source, names, gone));
		this.#rename(specifier, whole ?? to);
		return undefined;
	}

	/** What is taken has another name; its local one stays. */
	#renameItem(item: ImportSpecifier | ExportSpecifier, name: string): void {
		const node = item.getNameNode();
		if (node.getText() === name) return;
		const alias = item.getAliasNode() ? '' : ` as ${node.getText()}`;
		this.edits.push({ start: node.getStart(), end: node.getEnd(), text: name + alias });
	}

	/** A module's name in a type, in a call, or anywhere else. */
	#literal(literal: StringLiteral): Stuck | undefined {
		// What stands in comments is read by its text.
		if (this.#done.has(literal) || literal.getFirstAncestor((one) => Node.isJSDoc(one))) return undefined;
		const found = this.#moveOf(literal.getLiteralValue());
		const parent = literal.getParentOrThrow();
		if (!found || Node.isModuleDeclaration(parent)) return undefined;
		const type = parent.getParent();
		if (Node.isLiteralTypeNode(parent) && Node.isImportTypeNode(type)) {
			const qualifier = type.getQualifier();
			const name = qualifier?.getText().split('.')[0];
			const stuckAt =
				qualifier && name !== undefined ? this.#typeName(found.move, name, qualifier) : undefined;
			if (stuckAt) return stuckAt;
			this.#rename(literal, found.to);
		} else if (Node.isCallExpression(parent) && naming.test(parent.getExpression().getText())) {
			this.#rename(literal, found.to);
		} else if (found.to !== literal.getLiteralValue()) {
			const code: MigrateCode = 'module-name';
			const text = `names ${literal.getLiteralValue()}, which is ${found.to} now: left as it is.`;
			this.findings.push({ code, line: literal.getStartLineNumber(), text });
		}
		return undefined;
	}

	#typeName(move: Move, name: string, node: Node): Stuck | undefined {
		const renamed = move.renamed?.[name];
		if (renamed !== undefined) {
			const start = node.getStart();
			this.edits.push({ start, end: start + name.length, text: renamed });
			return undefined;
		}
		const instead = move.gone?.[name];
		if (instead === undefined && (!move.kept || move.kept.includes(name))) return undefined;
		return stuck(`takes \`${name}\` from \`${move.module}\`, which has no counterpart`, node, instead);
	}

	/** `@type {import('@auth/sveltekit').SvelteKitAuthConfig}` of JSDoc. */
	#comments(ast: SourceFile): void {
		const { text } = this.#source;
		const pattern = /\bimport\(\s*(['"])([^'"\n]+)\1\s*\)(?:\.(\w+))?/g;
		for (const found of text.matchAll(pattern)) {
			const move = this.#moveOf(found[2] ?? '');
			if (!move || !isInComment(ast, found.index)) continue;
			const start = found.index + found[0].indexOf(found[2] ?? '');
			this.edits.push({ start, end: start + (found[2] ?? '').length, text: move.to });
			const name = found[3];
			const renamed = name === undefined ? undefined : move.move.renamed?.[name];
			if (name === undefined || renamed === undefined) continue;
			const end = found.index + found[0].length;
			this.edits.push({ start: end - name.length, end, text: renamed });
		}
	}

	#rename(literal: StringLiteral, to: string): void {
		if (to === literal.getLiteralValue()) return;
		this.edits.push({ start: literal.getStart() + 1, end: literal.getEnd() - 1, text: to });
	}
}

/** Where an import goes as a whole: the module of the first name, when all its names have gone elsewhere. */
function wholeMove(declaration: ImportDeclaration, move: Move): string | undefined {
	const modules = declaration.getNamedImports().map((item) => move.moved?.[item.getName()]?.module);
	const isWhole = !declaration.getDefaultImport() && modules.every((module) => module !== undefined);
	return isWhole ? modules[0] : undefined;
}

const stuck = (reason: string, node: Node, instead?: string): Stuck => ({
	...{ reason, node },
	snippet:
		instead ??
		`Take it out, or write it yourself: line ${lineAt(node.getSourceFile().getFullText(), node.getStart())}`,
});
