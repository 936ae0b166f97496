import { type CallExpression, Node, type ObjectLiteralExpression, SyntaxKind } from 'ts-morph';
import { localOf } from '../../../syntax/imports.ts';
import { isTaken } from '../../../syntax/names.ts';
import { expressionOf, nameOf } from '../../../syntax/objects.ts';
import type { Source } from '../../../syntax/source.ts';
import { quoted } from '../../../syntax/text.ts';
import { unwrap } from '../../../syntax/unwrap.ts';
import { applyEdits, type Edit, type EditResult, type Refusal } from '../../splice/edit.ts';
import { insertItems, listOf } from '../../splice/list.ts';
import { removeItems } from '../../splice/remove.ts';
import { refuse, transform } from '../../splice/transform.ts';
import { hasComment, runtime, runtimeCalls } from './calls.ts';
import { handedBy } from './events.ts';
import { placeEdits } from './sign-in-place.ts';

const snippets = {
	signIn: `return signIn(getRequestEvent(), authConfig, { providerId: 'github', redirectTo: '/' });`,
	signOut: `return signOut(getRequestEvent(), authConfig, { redirectTo: '/' });`,
};

type Name = keyof typeof snippets;

/** Names that only predecessors have. */
const old = /^server_?[sS]ign(?:In|Out)$/;

/**
 * Calls that sign people in and out on the server, with the arguments of `server_signIn(provider, options, params, config,
 * event)` and `server_signOut(options, config, event)` put into the order of ours. Ours throw the redirect, so nothing may
 * follow them, nor catch it.
 */
export function migrateSignInCalls(path: string, content: string): EditResult {
	return transform(path, content, { snippet: `${snippets.signIn}\n${snippets.signOut}` }, (source) => {
		const edits: Edit[] = [];
		for (const name of ['signIn', 'signOut'] as const) {
			const calls = runtimeCalls(source.ast, name);
			const done: CallExpression[] = [];
			for (const call of calls) {
				const found = callEdits(source, call, name);
				if (!found) continue;
				if ('kind' in found) return found;
				edits.push(...found);
				done.push(call);
			}
			edits.push(...ownName(source, name, done));
		}
		return edits.length > 0 ? edits : { kind: 'unchanged', reason: 'signs nobody in or out in the old way' };
	});
}

function callEdits(source: Source, call: CallExpression, name: Name): Edit[] | Refusal | undefined {
	const given = call.getArguments();
	const snippet = snippets[name];
	if (!hasOldOrder(call, name)) {
		// Ours takes three at most, and says which: the event, the configuration, a form.
		const isOurs = given.length <= 3 && !given.some((one) => Node.isSpreadElement(one));
		if (isOurs || !old.test(call.getExpression().getText())) return undefined;
		return refuse(`hands ${name}() arguments in a form that is not known`, snippet, call);
	}
	const end = given.at(-1)?.getEnd() ?? call.getEnd();
	const start = given[0]?.getStart() ?? end;
	const isMoved = (one: Node) => name === 'signOut' || one !== given[1];
	if (
		commentsBeside(source.text, start, end, given) ||
		given.filter(isMoved).some((one) => hasComment(one.getText()))
	)
		return refuse(`has a comment among the arguments of ${name}()`, snippet, call);
	const place = placeEdits(call, name, snippet);
	if (!Array.isArray(place)) return place;
	const moved = name === 'signIn' ? signInArguments(source, given) : signOutArguments(source, given);
	return Array.isArray(moved) ? [...place, ...moved] : refuse(moved.reason, snippet, moved.node);
}

function hasOldOrder(call: CallExpression, name: Name): boolean {
	const given = call.getArguments();
	if (given.some((one) => Node.isSpreadElement(one))) return false;
	if (name === 'signIn') return given.length === 5;
	const [options, , event] = given;
	if (given.length !== 3 || !options || !event || handedBy(options.compilerNode) === 'event') return false;
	return (
		handedBy(event.compilerNode) === 'event' || isNothing(options) || old.test(call.getExpression().getText())
	);
}

interface Stuck {
	reason: string;
	node: Node;
}

/** `'github', { redirectTo }, {}, config, event` becomes `event, config, { redirectTo, providerId: 'github' }`. */
function signInArguments(source: Source, given: Node[]): Edit[] | Stuck {
	const [provider, options, params, config, event] = given as [Node, Node, Node, Node, Node];
	const value = unwrap(options);
	const asFields = paramsAsFields(params, source.style.quote);
	if (!asFields) return { reason: 'hands over parameters that are not written there', node: params };
	const texts = [...(isNothing(provider) ? [] : [`providerId: ${provider.getText()}`]), ...asFields];
	const fields = Node.isObjectLiteralExpression(value) ? literalEdits(source, value, texts) : undefined;
	if (!fields && !isNothing(options))
		return { reason: 'hands over options that are not written there', node: options };
	if (fields && 'reason' in fields) return fields;
	const gap = source.text.slice(provider.getEnd(), options.getStart());
	return [
		{
			start: provider.getStart(),
			end: provider.getEnd(),
			text: `${event.getText()}${gap}${config.getText()}`,
		},
		...(fields ?? [{ start: options.getStart(), end: options.getEnd(), text: `{ ${texts.join(', ')} }` }]),
		{ start: options.getEnd(), end: event.getEnd(), text: '' },
	];
}

/** `{ redirectTo }, config, event` becomes `event, config, { redirectTo }`. */
function signOutArguments(source: Source, given: Node[]): Edit[] | Stuck {
	const [options, config, event] = given as [Node, Node, Node];
	const value = unwrap(options);
	const fields = Node.isObjectLiteralExpression(value) ? literalEdits(source, value, []) : undefined;
	if (!fields && !isNothing(options))
		return { reason: 'hands over options that are not written there', node: options };
	if (fields && 'reason' in fields) return fields;
	const first = { start: options.getStart(), end: options.getEnd(), text: event.getText() };
	const shifted = (fields ?? []).map((edit) => ({
		...edit,
		...{ start: edit.start - value.getStart(), end: edit.end - value.getStart() },
	}));
	const left = fields ? applyEdits(value.getText(), shifted) : '{}';
	return /^\{\s*\}$/.test(left)
		? [first, { start: config.getEnd(), end: event.getEnd(), text: '' }]
		: [first, { start: event.getStart(), end: event.getEnd(), text: left }];
}

/** More properties for a literal, without `redirect: true`, which says nothing. */
function literalEdits(source: Source, object: ObjectLiteralExpression, texts: string[]): Edit[] | Stuck {
	const all = object.getProperties();
	const redirect = all.find((property) => nameOf(property) === 'redirect');
	const isTrue =
		Node.isPropertyAssignment(redirect) && unwrap(redirect.getInitializerOrThrow()).getText() === 'true';
	if (redirect && (!isTrue || hasComment(redirect.getText())))
		return { reason: 'does without the redirect, which ours always makes', node: redirect };
	if (redirect && texts.length > 0)
		return [{ start: redirect.getStart(), end: redirect.getEnd(), text: texts.join(', ') }];
	return redirect
		? removeItems(source, all, new Set<Node>([redirect]))
		: insertItems(source, listOf(object, all, ' '), all.length, texts);
}

/** Nothing in the place of an argument: `undefined`, `null`, `{}`. */
const isNothing = (node: Node): boolean => /^(?:undefined|null|\{\s*\})$/.test(unwrap(node).getText());

/** Parameters for the provider, as ours takes them: a query string, or a field for each. */
function paramsAsFields(params: Node, quote: string): string[] | undefined {
	const value = unwrap(params);
	if (isNothing(params)) return [];
	if (Node.isStringLiteral(value)) return [`authorizationParams: ${params.getText()}`];
	if (!Node.isObjectLiteralExpression(value)) return undefined;
	const fields = value.getProperties().map((property) => {
		const name = nameOf(property);
		const given = expressionOf(property);
		return name === undefined || !given
			? undefined
			: `${quoted(`authorizationParams-${name}`, quote)}: ${given.getText()}`;
	});
	return fields.every((field) => field !== undefined) ? fields : undefined;
}

/** Whether something besides the given nodes stands in a stretch that looks like a comment. */
function commentsBeside(text: string, start: number, end: number, nodes: readonly Node[]): boolean {
	let at = start;
	let rest = '';
	for (const node of nodes) {
		rest += text.slice(at, node.getStart());
		at = node.getEnd();
	}
	return /\/\/|\/\*/.test(rest + text.slice(at, end));
}

/** `signIn as server_signIn` loses the name that nothing needs any more. */
function ownName(source: Source, name: Name, calls: CallExpression[]): Edit[] {
	const local = calls[0]?.getExpression().getText();
	if (local === undefined || (isTaken(source, name) && !isOnlyImported(source, name))) return [];
	const specifier = source.ast
		.getImportDeclarations()
		.filter((one) => one.getModuleSpecifierValue() === runtime)
		.flatMap((one) => one.getNamedImports())
		.find((item) => item.getName() === name && localOf(item) === local);
	const alias = specifier?.getAliasNode();
	if (!specifier || !alias || !old.test(local) || hasComment(specifier.getText())) return [];
	const words = source.ast
		.getDescendantsOfKind(SyntaxKind.Identifier)
		.filter((word) => word.getText() === local && word !== alias);
	if (!words.every((word) => calls.some((call) => call.getExpression() === word))) return [];
	return [
		{ start: specifier.getNameNode().getEnd(), end: alias.getEnd(), text: '' },
		...words.map((word) => ({ start: word.getStart(), end: word.getEnd(), text: name })),
	];
}

/** Whether a name stands nowhere but as the exported one in front of `as`. */
const isOnlyImported = (source: Source, name: string): boolean =>
	source.ast
		.getDescendantsOfKind(SyntaxKind.Identifier)
		.filter((word) => word.getText() === name)
		.every((word) => {
			const parent = word.getParent();
			return (
				Node.isImportSpecifier(parent) && parent.getNameNode() === word && parent.getAliasNode() !== undefined
			);
		});
