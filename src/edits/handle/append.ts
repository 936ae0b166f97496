import type { Node } from 'ts-morph';
import type { Source } from '../../syntax/source.ts';
import { type Edit, insertion } from '../splice/edit.ts';
import { endOfStatementLine, importsGoLast } from '../splice/imports.ts';
import { terminator } from '../splice/transform.ts';
import type { HandleNames } from './names.ts';

/** `export const handle = sequence(auth, ..., app);` as a new statement behind `anchor`, or at the end of the file. */
export const appendHandle = (
	source: Source,
	names: HandleNames,
	theirs?: { text: string; first: boolean },
	anchor?: Node,
): Edit => appendStatement(source, `export const handle = ${names.call(theirs)}`, anchor);

export function appendStatement(source: Source, statement: string, anchor?: Node): Edit {
	const { text, style } = source;
	if (anchor) {
		const at = endOfStatementLine(text, anchor);
		return insertion(at, style.eol + style.eol + statement + terminator(source, at));
	}
	const complete = text === '' || text.endsWith('\n');
	// Our imports end with a line break of their own.
	const gap = complete || importsGoLast(source) ? style.eol : style.eol + style.eol;
	const line = statement + terminator(source, text.length);
	return insertion(text.length, gap + line + (complete ? style.eol : ''));
}
