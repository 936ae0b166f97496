import ts from 'typescript';

const printer = ts.createPrinter({ removeComments: true });

/**
 * The text of a declaration, without comments: those are no part of the type.
 *
 * @param exported the name under which it is exported, or null for one that is not
 */
export function printDeclaration(node: ts.Statement, exported: string | null): string {
	const text = printer
		.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile())
		// Where a type comes from is the compiler's way to name it: the declaration stands elsewhere in the document.
		.replace(/\bimport\((?:"[^"]*"|'[^']*')\)\.(?=[A-Z])/g, '')
		.replace(/^(?:export |default |declare )+/, '')
		.replace(/^(?=(?:const|let|function|class|abstract class)\b)/, 'declare ');
	return exported === null ? text : `export ${text}`;
}
