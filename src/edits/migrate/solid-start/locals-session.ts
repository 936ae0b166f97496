import { Node, type SourceFile, SyntaxKind, ts } from 'ts-morph';
import { isAssigned } from '../../../syntax/assignments.ts';
import { isOtherScope } from '../../../syntax/bindings.ts';
import { type HostFunction, isHostFunction } from '../../../syntax/functions.ts';
import { takenName } from '../../../syntax/objects.ts';
import { unwrapped } from '../../../syntax/tree/nodes.ts';
import { bindingOf } from '../../../syntax/tree/scopes.ts';
import { unwrap } from '../../../syntax/unwrap.ts';
import { asyncEdits } from '../../functions/body.ts';
import { type Edit, type EditResult, insertion, type Refusal } from '../../splice/edit.ts';
import { refuse, transform } from '../../splice/transform.ts';
import { assignsLocal } from '../../wiring/locals.ts';
import { breaksChain, memberEdit, needsParentheses, semicolonBefore } from './awaited-member.ts';
import { hasComment } from './calls.ts';
import { handedBy, isCalledWithEvent } from './events.ts';

const snippet = 'const session = await event.locals.auth();';

/**
 * `event.locals.session` of the predecessors' middleware becomes `await event.locals.auth()`. To be asked for hosts that
 * had that middleware: in others, what lies on `locals` is the host's own.
 */
export function askForSession(path: string, content: string): EditResult {
	return transform(path, content, { snippet }, (source) => {
		const { ast } = source;
		const own = assignsLocal(ast, 'session');
		if (own)
			return refuse('sets `locals.session`, as the middleware of the predecessor did, too', snippet, own);
		const places = placesIn(ast);
		if (places.length === 0) return { kind: 'unchanged', reason: 'does not read `locals.session`' };
		const edits: Edit[] = [];
		const made = new Set<HostFunction>();
		for (const place of places) {
			const found = isEvents(place.locals) ? editsFor(place, made) : undefined;
			if (!found)
				return refuse(
					'reads `locals.session` of what may not be the event of a request',
					snippet,
					place.node,
				);
			if ('kind' in found) return found;
			edits.push(...found);
		}
		return { kind: 'edits', edits };
	});
}

interface Place {
	/** `event.locals.session`, or the pattern in `const { session } = event.locals`. */
	node: Node;
	/** `event.locals`, or `locals`. */
	locals: Node;
}

function placesIn(ast: SourceFile): Place[] {
	const places: Place[] = [];
	for (const node of ast.getDescendants()) {
		if (Node.isPropertyAccessExpression(node) || Node.isElementAccessExpression(node)) {
			const locals = unwrap(node.getExpression());
			if (memberOf(node) === 'session' && isLocals(locals) && !isAssigned(node))
				places.push({ node, locals });
		} else if (Node.isObjectBindingPattern(node)) {
			const parent = node.getParent();
			const value = Node.isVariableDeclaration(parent) ? parent.getInitializer() : undefined;
			const locals = value && unwrap(value);
			const takes = node.getElements().some((element) => takenName(element) === 'session');
			if (locals && takes && isLocals(locals)) places.push({ node, locals });
		}
	}
	return places;
}

const isLocals = (node: Node): boolean =>
	Node.isIdentifier(node) ? node.getText() === 'locals' : memberOf(node) === 'locals';

function memberOf(node: Node): string | undefined {
	if (Node.isPropertyAccessExpression(node)) return node.getName();
	const argument = Node.isElementAccessExpression(node) ? node.getArgumentExpression() : undefined;
	return Node.isStringLiteral(argument) ? argument.getLiteralValue() : undefined;
}

/** Whether these are the locals of an event: `event.locals`, or `locals` taken from one. */
function isEvents(locals: Node): boolean {
	if (Node.isPropertyAccessExpression(locals))
		return handedBy(locals.getExpression().compilerNode) === 'event';
	if (!Node.isIdentifier(locals)) return false;
	const binding = bindingOf(locals.getText(), locals.compilerNode);
	if (binding?.kind === 'value') {
		const { value, taken } = binding;
		if (!value) return false;
		if (taken.length > 0) return taken.join('.') === 'locals' && handedBy(value) === 'event';
		const given = unwrapped(value);
		return (
			ts.isPropertyAccessExpression(given) &&
			given.name.text === 'locals' &&
			handedBy(given.expression) === 'event'
		);
	}
	if (binding?.kind !== 'parameter' || binding.taken.join('.') !== 'locals') return false;
	return binding.index === 0 && isCalledWithEvent(binding.of);
}

function editsFor({ node, locals }: Place, made: Set<HostFunction>): Edit[] | Refusal {
	const fn = node.getFirstAncestor(
		(one) => isOtherScope(one) || Node.isClassStaticBlockDeclaration(one) || Node.isPropertyDeclaration(one),
	);
	if (
		!fn ||
		!isHostFunction(fn) ||
		fn.getParameters().some((one) => one === node || node.getAncestors().includes(one))
	)
		return refuse('reads `locals.session` where nothing can be waited for', snippet, node);
	const edits: Edit[] = [];
	if (!fn.isAsync() && !made.has(fn)) {
		if (!isCalledWithEvent(fn.compilerNode))
			return refuse('reads `locals.session` in a function that is not async', snippet, node);
		const found = asyncEdits(fn, 'framework');
		if ('kind' in found) return refuse(found, snippet);
		edits.push(...found);
		made.add(fn);
	}
	if (Node.isObjectBindingPattern(node)) return fromPattern(node, locals, edits);
	if (isDeleted(node)) return refuse('deletes `locals.session`', snippet, node);
	if (breaksChain(node))
		return refuse('reads `locals.session` in a chain that ends where there is no event', snippet, node);
	const member = memberEdit(node);
	if (!member) return refuse('reads `locals.session` with a comment in it', snippet, node);
	const [open, close] = needsParentheses(node) ? [`${semicolonBefore(node)}(`, ')'] : ['', ''];
	return [
		...edits,
		insertion(node.getStart(), `${open}await `),
		member,
		...(close ? [insertion(node.getEnd(), close)] : []),
	];
}

/** `const { session } = event.locals` */
function fromPattern(pattern: Node, locals: Node, edits: Edit[]): Edit[] | Refusal {
	const declaration = pattern.getParentIfKindOrThrow(SyntaxKind.VariableDeclaration);
	const [element, second] = pattern.getDescendantsOfKind(SyntaxKind.BindingElement);
	if (
		!element ||
		second ||
		element.getInitializer() ||
		element.getDotDotDotToken() ||
		declaration.getTypeNode() ||
		declaration.getInitializer() !== locals ||
		hasComment(pattern.getText())
	)
		return refuse('takes `session` from `locals` in a form that is not known', snippet, pattern);
	return [
		...edits,
		{ start: pattern.getStart(), end: pattern.getEnd(), text: element.getName() },
		insertion(locals.getStart(), 'await '),
		insertion(locals.getEnd(), '.auth()'),
	];
}

const isDeleted = (node: Node): boolean => Node.isDeleteExpression(node.getParent());
