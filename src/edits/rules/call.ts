import { type ArrayLiteralExpression, type CallExpression, Node } from 'ts-morph';
import { editableBehind, readableBehind } from '../../syntax/constants.ts';
import { expressionOf, findProperty, nameOf } from '../../syntax/objects.ts';

/** A call of `protect`, taken apart. */
export interface RuleCall {
	call: CallExpression;
	/** Its patterns, with the nodes that say them. */
	paths: Pattern[];
	/** There may be patterns besides. */
	computed: boolean;
	/** The list that the patterns stand in, where it may be edited: nothing else uses it. */
	list: ArrayLiteralExpression | undefined;
	/** Undefined where they cannot be seen. */
	options: RuleOptions | undefined;
}

export interface Pattern {
	text: string;
	node: Node;
}

export interface RuleOptions {
	/** Undefined where it cannot be seen. */
	except: string[] | undefined;
	/** The value of `allow`: an expression, or a method. */
	allow: Node | undefined;
	/** Undefined where it cannot be seen. */
	remoteFunctions: boolean | undefined;
	/** A sign-in page of the rule's own, where it can be seen. */
	signInPage?: string;
	/** Options besides, or some of these with a value that cannot be seen: no other rule is its equal. */
	special: boolean;
}

/** Reads a call of `protect`: what it guards, and with which options. */
export function readCall(call: CallExpression): RuleCall {
	const [patterns, options] = call.getArguments();
	const list = patterns && !Node.isSpreadElement(patterns) ? editableBehind(patterns) : undefined;
	return {
		call,
		...(patterns ? readPatterns(patterns) : { paths: [], computed: true }),
		list: Node.isArrayLiteralExpression(list) ? list : undefined,
		options: call.getArguments().some(Node.isSpreadElement) ? undefined : readOptions(options),
	};
}

function readPatterns(argument: Node): { paths: Pattern[]; computed: boolean } {
	const value = readableBehind(argument);
	if (Node.isStringLiteral(value) || Node.isNoSubstitutionTemplateLiteral(value))
		return { paths: [{ text: value.getLiteralText(), node: argument }], computed: false };
	if (!Node.isArrayLiteralExpression(value)) return { paths: [], computed: true };
	const items = value.getElements().map((item) => {
		const inner = Node.isSpreadElement(item) ? item.getExpression() : item;
		// A list in a list, or a text that is spread into its letters, is no pattern.
		const isList = Node.isArrayLiteralExpression(readableBehind(inner));
		if (isList !== Node.isSpreadElement(item)) return { paths: [], computed: true };
		const { paths, computed } = readPatterns(inner);
		return { paths: isList ? paths : paths.map(({ text }) => ({ text, node: item })), computed };
	});
	return {
		paths: items.flatMap(({ paths }) => paths),
		computed: items.some(({ computed }) => computed),
	};
}

function readOptions(argument: Node | undefined): RuleOptions | undefined {
	const none = { except: [], allow: undefined, remoteFunctions: false, special: false };
	if (!argument) return none;
	const object = readableBehind(argument);
	if (!Node.isObjectLiteralExpression(object)) return undefined;
	const found = ['except', 'allow', 'remoteFunctions'].map((key) => findProperty(object, key));
	if (found.some(({ kind }) => kind === 'unclear')) return undefined;
	const [except, allow, remote] = found.map((item) => (item.kind === 'found' ? item.property : undefined));
	const exceptValue = except && expressionOf(except);
	const open = exceptValue && readPatterns(exceptValue);
	const seen = !except || (open !== undefined && !open.computed);
	const remoteValue = remote && expressionOf(remote);
	const deny = remoteValue ? textOf(readableBehind(remoteValue)) : undefined;
	const page = findProperty(object, 'signInPage');
	const pageValue = page.kind === 'found' ? expressionOf(page.property) : undefined;
	const signInPage = pageValue && textOf(readableBehind(pageValue));
	const known = object.getProperties().every((item) => isKnown(nameOf(item)));
	return {
		except: seen ? (open?.paths.map(({ text }) => text) ?? []) : undefined,
		allow: allow && (expressionOf(allow) ?? allow),
		remoteFunctions: remote && deny === undefined ? undefined : deny === 'deny',
		...(signInPage === undefined ? {} : { signInPage }),
		special: !seen || !known || (remote !== undefined && deny !== 'deny'),
	};
}

const isKnown = (key: string | undefined): boolean =>
	key !== undefined && ['except', 'allow', 'remoteFunctions'].includes(key);

const textOf = (node: Node): string | undefined =>
	Node.isStringLiteral(node) || Node.isNoSubstitutionTemplateLiteral(node)
		? node.getLiteralText()
		: undefined;
