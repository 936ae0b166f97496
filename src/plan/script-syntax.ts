import { ts } from 'ts-morph';
import { parseErrors } from '../syntax/tree/parse.ts';
import type { HostPath } from './change.ts';

/*
 * Loads ts-morph: import this file by `await import()`. To import ts-morph itself like that copies each of its thousand exports.
 */

const options = {
	allowJs: true,
	experimentalDecorators: true,
	jsx: ts.JsxEmit.Preserve,
	module: ts.ModuleKind.ESNext,
	noLib: true,
	noResolve: true,
	target: ts.ScriptTarget.ESNext,
};

/** The first fault of TypeScript or JavaScript, with its offset. */
export function scriptFault(path: HostPath, text: string): { start: number; message: string } | undefined {
	const source = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext);
	const isTypeScript = /\.(?:[mc]?ts|tsx)$/.test(path);
	const errors = isTypeScript ? parseErrors(source) : errorsInJavaScript(path, source);
	const [first] = ts.sortAndDeduplicateDiagnostics(errors);
	if (!first) return undefined;
	const message = ts.flattenDiagnosticMessageText(first.messageText, ' ').replace(/\.$/, '');
	return { start: first.start, message };
}

/** By a program of one file, because parsing alone lets type annotations pass, which no runtime takes. */
function errorsInJavaScript(path: HostPath, source: ts.SourceFile): readonly ts.DiagnosticWithLocation[] {
	const program = ts.createProgram({
		rootNames: [path],
		options,
		host: {
			fileExists: (name) => name === path,
			getCanonicalFileName: (name) => name,
			getCurrentDirectory: () => '',
			getDefaultLibFileName: () => '',
			getNewLine: () => '\n',
			getSourceFile: (name) => (name === path ? source : undefined),
			readFile: () => undefined,
			useCaseSensitiveFileNames: () => true,
			writeFile: () => {},
		},
	});
	return program.getSyntacticDiagnostics(source);
}
