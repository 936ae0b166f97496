import { type ArrayLiteralExpression, type FunctionDeclaration, Node, SyntaxKind, ts } from 'ts-morph';
import { sameText } from '../../syntax/code.ts';
import { importedLocal } from '../../syntax/imports.ts';
import { isMember, sameName } from '../../syntax/names.ts';
import type { Source } from '../../syntax/source.ts';
import type { Edit } from '../splice/edit.ts';
import type { WantedImport } from '../splice/imports.ts';
import { removeNode } from '../splice/list.ts';
import { removeItems } from '../splice/remove.ts';
import {
	type IsOwnImport,
	inNodes,
	leftUnused,
	mergeDeletions,
	removeUnused,
} from '../splice/unused-imports.ts';
import type { Item, Items } from './items.ts';
import { declarationText } from './text.ts';

/** Collects what goes with items of a list. */
export class ProviderRemoval {
	readonly #source: Source;
	readonly #list: ArrayLiteralExpression;
	readonly #all: Items;
	/** Elements by the list that they stand in. */
	readonly #elements = new Map<ArrayLiteralExpression, Set<Node>>();
	readonly #statements: Node[] = [];
	readonly #functions: Edit[] = [];
	/** All nodes that go: what only they use goes as well. */
	readonly #gone: Node[] = [];
	readonly notes: string[] = [];

	constructor(source: Source, list: ArrayLiteralExpression, all: Items) {
		this.#source = source;
		this.#list = list;
		this.#all = all;
	}

	take(items: Item[]): void {
		for (const item of items) this.#takeElement(item, items);
		for (const item of items) this.#takeConstants(item);
		for (const element of [...this.#elements.values()].flatMap((elements) => [...elements]))
			if (ts.getLeadingCommentRanges(this.#source.text, element.getFullStart()))
				this.notes.push(
					`The comment in front of \`${element.getText().split('\n')[0]}\` stays: see whether it still fits.`,
				);
		const left = this.#list.getElements().length - (this.#elements.get(this.#list)?.size ?? 0);
		if (left === 0) this.notes.push('No provider is left in the list: nobody can sign in any more.');
	}

	/** The outermost element that holds nothing else: `...(dev ? [Development()] : [])` goes as a whole. */
	#takeElement({ places }: Item, gone: Item[]): void {
		const place =
			places.find(({ element }) => {
				const inside = this.#all.items.filter((one) => one.places.some((its) => its.element === element));
				const isSeen = !this.#all.unseen.some((one) => one.places.some((its) => its.element === element));
				return isSeen && inside.every((one) => gone.includes(one));
			}) ?? places.at(-1);
		if (!place) return;
		const elements = this.#elements.get(place.list) ?? new Set();
		this.#elements.set(place.list, elements.add(place.element));
		this.#gone.push(place.element);
	}

	/** `const github = GitHub({ ... })`, when its one use goes. */
	#takeConstants({ through }: Item): void {
		for (const use of through) {
			if (!inNodes(this.#gone)(use)) continue;
			const declaration = sameName(use)
				.find((word) => word !== use)
				?.getParent();
			const statement = Node.isVariableDeclaration(declaration)
				? declaration.getVariableStatement()
				: undefined;
			if (statement?.getDeclarations().length === 1) {
				this.#statements.push(statement);
				this.#gone.push(statement);
			} else this.notes.push(`Nothing uses \`${use.getText()}\` any more.`);
		}
	}

	/** The function that a provider came with, as long as nobody has written into it. */
	takeFunction(declaration: string, imports: WantedImport[] = []): void {
		const used = this.#source.ast.getFunctions().filter((one) => {
			const uses = namesOf(one).filter((word) => word !== one.getNameNode());
			return uses.length > 0 && uses.every(inNodes(this.#gone));
		});
		const renames = imports.map(({ module, name, as = name }): [string, string] => [
			as,
			importedLocal(this.#source, module, name) ?? as,
		]);
		for (const one of used) {
			const name = one.getName() ?? '';
			const text = declarationText(declaration, name, renames);
			if (sameText(one.getText(true), text)) {
				const start = this.#source.text.slice(0, one.getStart(true)).trimEnd().length;
				this.#functions.push({ start, end: one.getEnd(), text: '' });
				this.#gone.push(one);
			} else this.notes.push(`Nothing uses \`${name}\` any more; it stays, since it holds code of yours.`);
		}
	}

	edits(isOwn: IsOwnImport): Edit[] {
		const goes = inNodes(this.#gone);
		const lists = [...this.#elements].flatMap(([list, elements]) => this.#without(list, elements));
		const edits = mergeDeletions([
			...lists,
			...this.#functions,
			...removeUnused(this.#source, isOwn, goes, this.#statements),
		]);
		for (const name of leftUnused(this.#source, isOwn, goes))
			this.notes.push(`Nothing uses the import \`${name}\` any more.`);
		return edits.map((edit) => toTheEnd(this.#source.text, edit));
	}

	#without(list: ArrayLiteralExpression, gone: Set<Node>): Edit[] {
		const edits = removeItems(this.#source, list.getElements(), gone);
		const isEmpty =
			gone.size === list.getElements().length && [...gone].every((one) => removeNode(one).length === 1);
		const inner = { start: list.getStart() + 1, end: list.getEnd() - 1, text: '' };
		return isEmpty && !/\/\/|\/\*/.test(withoutTexts(list)) ? [inner] : edits;
	}
}

/** Comments between elements stay, so brackets with one in there are not closed. */
const withoutTexts = (list: ArrayLiteralExpression): string => {
	const start = list.getStart();
	let text = list.getText();
	for (const element of list.getElements().toReversed())
		text = text.slice(0, element.getStart() - start) + text.slice(element.getEnd() - start);
	return text;
};

const namesOf = (declaration: FunctionDeclaration): Node[] =>
	declaration
		.getSourceFile()
		.getDescendantsOfKind(SyntaxKind.Identifier)
		.filter((word) => word.getText() === declaration.getName() && !isMember(word));

/** The last line of a file that ends without a line break goes with the one in front of it. */
function toTheEnd(text: string, edit: Edit): Edit {
	const isLast = edit.end === text.length && edit.start > 0 && !text.endsWith('\n');
	const lineBreak = isLast ? /\r?\n$/.exec(text.slice(0, edit.start))?.[0] : undefined;
	return { ...edit, start: edit.start - (lineBreak?.length ?? 0) };
}
