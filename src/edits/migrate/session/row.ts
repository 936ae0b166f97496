import { Node, type ParameterDeclaration, SyntaxKind } from 'ts-morph';
import type { HostFunction } from '../../../syntax/functions.ts';
import { isTaken } from '../../../syntax/names.ts';
import type { Source } from '../../../syntax/source.ts';
import { unwrap } from '../../../syntax/unwrap.ts';
import { answerOf } from '../../../syntax/values.ts';
import { type Edit, insertion } from '../../splice/edit.ts';
import { insertItems, listOf } from '../../splice/list.ts';
/** How a callback writes the session that it gets: `session`, or `params.session`. */
export interface Words {
	session: string;
	/** Undefined where it is not taken from the parameter yet. */
	user: string | undefined;
	parameter: ParameterDeclaration;
}

/** `session` as `{ ...session, user }`, at the one place where it is returned. */
export function handingOn(source: Source, callback: HostFunction, words: Words): Edit[] {
	const answer = answerOf(callback) as Node;
	const { user, edits } = userIn(source, callback, words);
	const object = `{ ...${words.session}, ${user === 'user' ? user : `user: ${user}`} }`;
	const isBody = Node.isArrowFunction(callback) && callback.getBody() === answer;
	const value = unwrap(answer);
	// Braces behind an arrow would be a block.
	const bare = isBody && value.getStart() === answer.getStart();
	return [...edits, { start: value.getStart(), end: value.getEnd(), text: bare ? `(${object})` : object }];
}

/** How the callback writes the row, and what brings the name into it. */
function userIn(
	source: Source,
	callback: HostFunction,
	{ user, parameter }: Words,
): { user: string; edits: Edit[] } {
	if (user !== undefined) return { user, edits: [] };
	const pattern = parameter.getNameNode();
	const elements = Node.isObjectBindingPattern(pattern) ? pattern.getElements() : [];
	const isFree = !callback.getDescendantsOfKind(SyntaxKind.Identifier).some((id) => id.getText() === 'user');
	const name = isFree || !isTaken(source, 'row') ? (isFree ? 'user' : 'row') : 'personRow';
	const text = name === 'user' ? name : `user: ${name}`;
	const list = listOf(pattern, elements, ' ');
	return { user: name, edits: insertItems(source, list, elements.length, [text]) };
}

/** The whole row below what the callback sets itself: in front of its statements, or in place of `...session.user`. */
export function withRow(source: Source, callback: HostFunction, words: Words): Edit[] | undefined {
	const { user, edits } = userIn(source, callback, words);
	const spread = callback
		.getDescendantsOfKind(SyntaxKind.SpreadAssignment)
		.find((one) => unwrap(one.getExpression()).getText() === `${words.session}.user`);
	if (spread) {
		const value = spread.getExpression();
		return [...edits, { start: value.getStart(), end: value.getEnd(), text: user }];
	}
	const body = callback.getBody();
	const first = Node.isBlock(body) ? body.getStatements()[0] : undefined;
	// Only what is set on the session itself comes on top of it.
	const isMutated = callback
		.getDescendantsOfKind(SyntaxKind.BinaryExpression)
		.some((one) => one.getLeft().getText().startsWith(`${words.session}.user.`));
	if (!first || !isMutated) return undefined;
	const { eol, semicolons } = source.style;
	const start = first.getStart();
	const lead = source.text.slice(source.text.lastIndexOf('\n', start) + 1, start);
	const isOwnLine = lead.trim() === '';
	const line = `${words.session}.user = { ...${words.session}.user, ...${user} }${semicolons || !isOwnLine ? ';' : ''}`;
	return [...edits, insertion(start, line + (isOwnLine ? eol + lead : ' '))];
}
