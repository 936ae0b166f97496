import { type ArrayLiteralExpression, type CallExpression, type Identifier, Node } from 'ts-morph';
import { expressionOf, nameOf } from '../../syntax/objects.ts';
import { unwrap } from '../../syntax/unwrap.ts';
import { answerOf, maxDepth, meaningBehind } from '../../syntax/values.ts';

/** What a list says about one of its providers. */
export interface Listed {
	/** The id that it is given there, where that can be read. */
	id: string | undefined;
	/** It has an id of its own, readable or not. */
	isOwnId: boolean;
	/** Module of the factory's import; undefined where there is no import behind it. */
	from: string | undefined;
	/** `default`, or the name of the export. */
	exported: string | undefined;
	/** The factory's name in the file. */
	local: string | undefined;
	/** An object, or a function of the file: nothing of the core's alone. */
	custom: boolean;
	/** Code puts it there, such as `map`: nobody can tell which ones come of it. */
	computed: boolean;
}

/** A list, and the element of it that an item stands in. */
export interface ItemPlace {
	list: ArrayLiteralExpression;
	element: Node;
}

export interface Item extends Listed {
	/** From the list of the configuration inwards: `[...(dev ? [Development()] : [])]` has two. */
	places: ItemPlace[];
	/** Constants between the lists and the provider. */
	through: Identifier[];
	/** It is one branch of an expression, and cannot go alone. */
	isBranch: boolean;
}

export interface Items {
	items: Item[];
	/** What is taken in and cannot be seen here: `...base` of another module. */
	unseen: { node: Node; places: ItemPlace[] }[];
}

/** Reads the providers of a list, with those of the lists that are spread into it. */
export function readItems(list: ArrayLiteralExpression): Items {
	const found: Items = { items: [], unseen: [] };
	new Reader(found).list(list, [], []);
	return found;
}

class Reader {
	readonly #found: Items;
	readonly #seen = new Set<Node>();

	constructor(found: Items) {
		this.#found = found;
	}

	list(list: ArrayLiteralExpression, outer: ItemPlace[], through: Identifier[]): void {
		// A list that is spread into itself.
		if (this.#seen.has(list)) return;
		this.#seen.add(list);
		for (const element of list.getElements()) {
			const places = [...outer, { list, element }];
			if (Node.isSpreadElement(element)) this.#spread(element.getExpression(), places, through);
			else this.#element(element, places, through, false);
		}
		this.#seen.delete(list);
	}

	#spread(expression: Node, places: ItemPlace[], outer: Identifier[]): void {
		const value = meaningBehind(expression);
		const through = value.kind === 'unclear' ? outer : [...outer, ...value.through];
		if (Node.isArrayLiteralExpression(value.node)) {
			this.list(value.node, places, through);
			return;
		}
		const branches = branchesOf(value.node);
		if (branches && value.kind === 'written') {
			for (const branch of branches) this.#spread(branch, places, through);
			return;
		}
		this.#computed(value.node, places, through);
	}

	#element(expression: Node, places: ItemPlace[], outer: Identifier[], isBranch: boolean): void {
		const value = meaningBehind(expression);
		const through = value.kind === 'unclear' ? outer : [...outer, ...value.through];
		const branches = value.kind === 'written' ? branchesOf(value.node) : undefined;
		if (branches) {
			for (const branch of branches) this.#element(branch, places, through, true);
			return;
		}
		this.#found.items.push({ ...readProvider(expression), places, through, isBranch });
	}

	/** Factories that code calls are there in some way: they must not be taken for missing. */
	#computed(node: Node, places: ItemPlace[], through: Identifier[]): void {
		const called = [node, ...node.getDescendants()].flatMap((inner) => {
			const factory = Node.isCallExpression(inner) ? factoryOf(inner.getExpression()) : undefined;
			return factory && providerModule(factory.from) !== undefined ? [factory] : [];
		});
		for (const factory of called) {
			const listed = { ...none, ...factory, isOwnId: true, computed: true };
			this.#found.items.push({ ...listed, places, through, isBranch: true });
		}
		this.#found.unseen.push({ node, places });
	}
}

/** What is chosen among, where an expression chooses. Nothing is spread of what is false. */
function branchesOf(node: Node): Node[] | undefined {
	if (Node.isConditionalExpression(node))
		return [node.getWhenTrue(), node.getWhenFalse()].filter(isSomething);
	if (!Node.isBinaryExpression(node)) return undefined;
	const operator = node.getOperatorToken().getText();
	if (operator === '&&') return [node.getRight()];
	return operator === '||' || operator === '??' ? [node.getLeft(), node.getRight()] : undefined;
}

const isSomething = (node: Node): boolean => !/^(?:null|undefined|false)$/.test(unwrap(node).getText());

/** `github` of `@auth/core/providers/github`, whichever package hands the core's providers on. */
export const providerModule = (module: string | undefined): string | undefined =>
	/^(?:@auth\/[\w-]+|@solid-mediakit\/auth|next-auth)\/providers\/(.+?)(?:\.js)?$/
		.exec(module ?? '')?.[1]
		?.toLowerCase();

/** Whether two modules export the same factories. */
export const isSameModule = (one: string | undefined, other: string): boolean =>
	one === other || (providerModule(one) !== undefined && providerModule(one) === providerModule(other));

const none: Listed = {
	id: undefined,
	isOwnId: false,
	from: undefined,
	exported: undefined,
	local: undefined,
	custom: false,
	computed: false,
};

/** What one expression of a list says: a factory, a call of one, a function around such a call, or an object. */
export function readProvider(expression: Node, depth = 0): Listed {
	const factory = factoryOf(expression);
	if (factory) return { ...none, ...factory };
	const value = meaningBehind(expression);
	if (value.kind !== 'written' || depth > maxDepth) return { ...none, custom: true };
	const { node } = value;
	const answer = answerOf(node);
	if (answer) return readProvider(answer, depth + 1);
	if (Node.isAwaitExpression(node)) return readProvider(node.getExpression(), depth + 1);
	if (Node.isObjectLiteralExpression(node))
		return { ...none, ...readId(node), ...spreadFactory(node), custom: true };
	return Node.isCallExpression(node) ? readCall(node, depth) : { ...none, custom: true };
}

function readCall(call: CallExpression, depth: number): Listed {
	const called = factoryOf(call.getExpression());
	const [options] = call.getArguments();
	const object = options && meaningBehind(options).node;
	const id = Node.isObjectLiteralExpression(object) ? readId(object) : {};
	if (called) return { ...none, ...called, ...id };
	// A function of the file that makes the provider.
	const answer = answerOf(meaningBehind(call.getExpression()).node);
	return answer ? readProvider(answer, depth + 1) : { ...none, ...id, custom: true };
}

/** `{ ...GitHub(options), id: 'work' }` is still a GitHub. */
function spreadFactory(object: Node): Partial<Listed> {
	if (!Node.isObjectLiteralExpression(object)) return {};
	for (const property of object.getProperties()) {
		const inner = Node.isSpreadAssignment(property) ? unwrap(property.getExpression()) : undefined;
		const factory = Node.isCallExpression(inner) ? factoryOf(inner.getExpression()) : undefined;
		if (factory) return factory;
	}
	return {};
}

function readId(object: Node): Pick<Listed, 'id' | 'isOwnId'> {
	const properties = Node.isObjectLiteralExpression(object) ? object.getProperties() : [];
	const property = properties.findLast((one) => nameOf(one) === 'id');
	if (!property) return { id: undefined, isOwnId: false };
	const expression = expressionOf(property);
	const value = expression && meaningBehind(expression).node;
	const isText = Node.isStringLiteral(value) || Node.isNoSubstitutionTemplateLiteral(value);
	return { id: isText ? value.getLiteralText() : undefined, isOwnId: true };
}

/** The import behind `GitHub`, `providers.GitHub` and `GitHub.default`. */
function factoryOf(expression: Node): Pick<Listed, 'from' | 'exported' | 'local'> | undefined {
	const node = unwrap(expression);
	const member = Node.isPropertyAccessExpression(node) ? node.getName() : undefined;
	const value = meaningBehind(Node.isPropertyAccessExpression(node) ? node.getExpression() : node);
	if (value.kind !== 'imported') return undefined;
	const exported = value.name === '*' && member !== undefined ? member : value.name;
	return { from: value.module, exported, local: unwrap(expression).getText() };
}
