import { type CallExpression, type SourceFile, SyntaxKind } from 'ts-morph';
import { runtimeModules } from '../../../framework.ts';
import { importedBy } from './events.ts';

export const runtime = runtimeModules['solid-start'];

/** The calls of what the runtime exports under a name. A name of the file's own that hides the import is none. */
export const runtimeCalls = (ast: SourceFile, name: string): CallExpression[] =>
	ast.getDescendantsOfKind(SyntaxKind.CallExpression).filter((call) => {
		const callee = importedBy(call.getExpression().compilerNode);
		return callee?.module === runtime && callee.name === name;
	});

/** Whether a piece of code holds a comment: who takes the code out would take that along. */
export const hasComment = (code: string): boolean =>
	/\/\/|\/\*/.test(code.replace(/(['"`])(?:\\.|(?!\1)[^\\])*\1/g, ''));
