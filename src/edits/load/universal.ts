import { Node, SyntaxKind } from 'ts-morph';
import { findLoad, type HostFunction } from '../../syntax/functions.ts';
import { propertyNamed, takenName } from '../../syntax/objects.ts';
import { parse, syntaxError } from '../../syntax/source.ts';
import { pageOptionNotes } from './page-options.ts';
import { resultsOf } from './results.ts';

/**
 * What a root `+layout.js` or `.ts` does to the session that the `+layout.server` beside it returns, one sentence each:
 * pages see only what the universal load returns. Says nothing where that cannot be seen.
 */
export function universalLoadNotes(path: string, content: string): string[] {
	const source = parse(path, content);
	if (syntaxError(source)) return [];
	const notes = pageOptionNotes(source.ast);
	const found = findLoad(source.ast);
	if (found.kind !== 'function') return notes;
	const results = resultsOf(source, found.fn);
	if ('reason' in results) return notes;
	const hiding = results.find(
		({ literal }) =>
			!propertyNamed(literal, 'session') &&
			!(literal.getProperties().some(Node.isSpreadAssignment) && mayUseData(found.fn)),
	);
	if (!hiding) return notes;
	const line = hiding.node.getStartLineNumber();
	return [
		...notes,
		`line ${line} returns no \`session\`, so it hides the one from the server: add \`...data\` or \`session: data.session\``,
	];
}

/** Whether a load may read `data`, what the server load returned: false only where that is certain. */
function mayUseData(load: HostFunction): boolean {
	const [parameter] = load.getParameters();
	const name = parameter?.getNameNode();
	if (!name) return false;
	if (Node.isObjectBindingPattern(name))
		return name
			.getElements()
			.some((element) => element.getDotDotDotToken() !== undefined || takenName(element) === 'data');
	return load.getDescendantsOfKind(SyntaxKind.Identifier).some((id) => {
		if (id === name || id.getText() !== name.getText()) return false;
		const parent = id.getParent();
		// `event.url` reads something else; the event as a whole may be read for anything.
		return !(
			Node.isPropertyAccessExpression(parent) &&
			parent.getExpression() === id &&
			parent.getName() !== 'data'
		);
	});
}
