import { Node } from 'ts-morph';
import { topLevelBinding } from '../../syntax/bindings.ts';
import { editableBehind, isSole } from '../../syntax/constants.ts';
import { sameModule } from '../../syntax/imports.ts';
import type { Source } from '../../syntax/source.ts';
import { unwrap } from '../../syntax/unwrap.ts';
import type { Edit, Refusal } from '../splice/edit.ts';
import { removeItems, removeStatements } from '../splice/remove.ts';
import { refuse } from '../splice/transform.ts';
import { inNodes, removeUnused } from '../splice/unused-imports.ts';
import type { Pattern, RuleCall } from './call.ts';
import type { Member } from './chain.ts';
import type { RuleRequest } from './request.ts';
import { runtimeOf } from './text.ts';

/** What `removeRule` needs to know: the options of the rules do not matter. */
export type RuleRemovalRequest = Omit<RuleRequest, 'except' | 'condition' | 'remoteFunctions'>;

/** A call that runs, all of its places in the chain, and the patterns that go. */
export interface Present extends RuleCall {
	members: Member[];
	gone: Pattern[];
}

/** Collects the edits that take patterns out of rules. */
export class RuleRemoval {
	readonly #source: Source;
	readonly #request: RuleRemovalRequest;
	readonly #snippet: string;
	readonly #edits: Edit[] = [];
	/** Members of the chain, statements, and all nodes that go with those. */
	readonly #members: Member[] = [];
	readonly #statements = new Set<Node>();
	readonly #gone: Node[] = [];

	constructor(source: Source, request: RuleRemovalRequest, snippet: string) {
		this.#source = source;
		this.#request = request;
		this.#snippet = snippet;
	}

	of(rules: Present[]): Edit[] | Refusal {
		for (const rule of rules) {
			const refusal = this.#take(rule);
			if (refusal) return refusal;
		}
		return [
			...this.#edits,
			...removeMembers(this.#source, this.#members),
			...removeStatements(this.#source, [...this.#statements]),
			...removeUnused(
				this.#source,
				(module, name) => name !== '*' && sameModule(module, runtimeOf(this.#request)),
				inNodes(this.#gone),
			),
		];
	}

	#take(rule: Present): Refusal | undefined {
		const { call, list, paths, options, computed } = rule;
		if (rule.gone.length === paths.length && !computed) {
			const denies = this.#request.framework === 'sveltekit' ? options?.remoteFunctions : false;
			// Without a pattern it would throw, or go on closing remote functions: nobody can tell.
			if (!options || denies === undefined)
				return refuse('has a protect() with options that cannot be seen here', this.#snippet, call);
			if (!denies) return this.#takeWhole(rule);
			const [argument] = call.getArguments() as [Node];
			if (!list) {
				this.#edits.push({ start: argument.getStart(), end: argument.getEnd(), text: '[]' });
				return undefined;
			}
		}
		const items: Node[] = list?.getElements() ?? [];
		if (!rule.gone.every(({ node }) => items.includes(node))) {
			const reason = 'has a list of patterns that is used in a second place, or not written there';
			return refuse(reason, this.#snippet, call);
		}
		this.#edits.push(...removeItems(this.#source, items, new Set(rule.gone.map(({ node }) => node))));
		return undefined;
	}

	/** The rule with its place in the chain, and the constants that only it used. */
	#takeWhole({ call, members }: Present): Refusal | undefined {
		const fixed = members.find(
			({ slot, place, node }) => typeof slot === 'string' || editableBehind(place) !== node,
		);
		if (fixed)
			return refuse(
				'runs the rule alone, or in code that is used in a second place, so it cannot be taken out',
				this.#snippet,
				fixed.place,
			);
		this.#members.push(...members);
		const behind = members.map(({ place }) => constantsBehind(place));
		// What stays declared keeps its imports.
		if (behind.includes(undefined)) return undefined;
		const own = call.getArguments().map((argument) => constantsBehind(argument) ?? []);
		for (const statement of [...behind, ...own].flatMap((statements) => statements ?? [])) {
			this.#statements.add(statement);
			this.#gone.push(statement);
		}
		this.#gone.push(call);
		return undefined;
	}
}

function removeMembers(source: Source, members: Member[]): Edit[] {
	const lists = new Map<number, { items: Node[]; gone: Set<Node> }>();
	for (const { slot } of members) {
		if (typeof slot === 'string') continue;
		const { open, items } = slot.list;
		const found = lists.get(open) ?? { items, gone: new Set<Node>() };
		found.gone.add(items[slot.index] as Node);
		lists.set(open, found);
	}
	return [...lists.values()].flatMap(({ items, gone }) => removeItems(source, items, gone));
}

/**
 * The statements of `const guard = protect('/a')` and `const first = guard` behind a use of `first`; undefined where one
 * of them is used besides, or declares more than that.
 */
function constantsBehind(use: Node): Node[] | undefined {
	const statements: Node[] = [];
	for (let value = unwrap(use); Node.isIdentifier(value); ) {
		const declaration = topLevelBinding(value.getSourceFile(), value.getText());
		if (!Node.isVariableDeclaration(declaration) || !isSole(value)) return undefined;
		const statement = declaration.getVariableStatement();
		const initializer = declaration.getInitializer();
		if (!statement || !initializer || statement.getDeclarations().length > 1) return undefined;
		statements.push(statement);
		value = unwrap(initializer);
	}
	return statements;
}
