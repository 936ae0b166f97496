import { ts } from 'ts-morph';
import { parseErrors } from '../syntax/tree/parse.ts';
import { typeSyntax } from '../syntax/tree/type-syntax.ts';
import type { HostPath } from './change.ts';

/*
 * Loads ts-morph: import this file by `await import()`. To import ts-morph itself like that copies each of its thousand exports.
 */

/** The first fault of TypeScript or JavaScript, with its offset. */
export function scriptFault(path: HostPath, text: string): { start: number; message: string } | undefined {
	const source = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext);
	const [first] = ts.sortAndDeduplicateDiagnostics(parseErrors(source));
	const typed = /\.(?:[mc]?ts|tsx)$/.test(path) ? undefined : typeSyntax(source);
	if (typed && !(first && first.start <= typed.start)) return typed;
	if (!first) return undefined;
	const message = ts.flattenDiagnosticMessageText(first.messageText, ' ').replace(/\.$/, '');
	return { start: first.start, message };
}
