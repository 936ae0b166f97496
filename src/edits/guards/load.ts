import type { Source } from '../../syntax/source.ts';
import { type Edit, insertion } from '../splice/edit.ts';
import type { GuardCode } from './code.ts';
import type { GuardRequest } from './request.ts';

const typesModule = './$types';

/** A `load` that is nothing but the guard, at the end of a file that has none. */
export function newLoad(source: Source, { typed, jsdoc }: GuardRequest, code: GuardCode): Edit[] {
	const { text, style } = source;
	const end = style.semicolons ? ';' : '';
	const type = typed ? code.type(typesModule, 'PageServerLoad', 'GuardedPageLoad') : undefined;
	const lines = [
		...(jsdoc && !typed ? [`/** @type {import('${typesModule}').PageServerLoad} */`] : []),
		`export const load${type ? `: ${type}` : ''} = async (event) => {`,
		`${style.indent}${code.statement('event')}${end}`,
		`}${end}`,
	];
	const finalNewline = text === '' || text.endsWith('\n');
	const gap = finalNewline ? style.eol : style.eol + style.eol;
	const body = gap + lines.join(style.eol) + (finalNewline ? style.eol : '');
	return [insertion(text.length, body)];
}
