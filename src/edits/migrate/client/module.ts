import { Node, type StringLiteral, SyntaxKind } from 'ts-morph';
import type { Source, Style } from '../../../syntax/source.ts';
import { type ClientPlace, clientCall } from '../../load/page-session.ts';
import type { Edit } from '../../splice/edit.ts';
import { asWritten } from '../../splice/imports.ts';
import { clientModule } from './request.ts';

/**
 * The text of a module with a client of the host's own, for an application below a path: the predecessor's client put
 * that path in front by itself.
 */
export function clientModuleText(place: ClientPlace, style: Style): string {
	const { eol, quote, semicolons } = style;
	const from = (module: string) => `${quote}${module}${quote}${semicolons ? ';' : ''}`;
	const call = clientCall(place).replaceAll("'", quote);
	return [
		`import { ${place.base} } from ${from('$app/paths')}`,
		`import { createClient } from ${from(clientModule)}`,
		'',
		'// Types, and what needs no path. What is named below comes first.',
		`export * from ${from(clientModule)}`,
		'',
		'// The application lies below a path, and the auth endpoints with it.',
		`export const { signIn, signOut, getSession, update, pageSession } = ${call}${semicolons ? ';' : ''}`,
		'',
	].join(eol);
}

/** Imports of the client go to the host's own; those of types, and of what makes a client, stay. */
export function moveImports(source: Source, module: string): Edit[] {
	const { ast } = source;
	const moves = [
		...ast
			.getImportDeclarations()
			.filter(
				(one) =>
					!one.isTypeOnly() && !one.getNamedImports().some((item) => item.getName() === 'createClient'),
			)
			.filter(
				(one) =>
					one.getNamedImports().length === 0 || one.getNamedImports().some((item) => !item.isTypeOnly()),
			)
			.map((one) => one.getModuleSpecifier()),
		...ast
			.getExportDeclarations()
			.filter((one) => !one.isTypeOnly())
			.map((one) => one.getModuleSpecifier()),
		...lateImports(source),
	];
	return moves
		.filter((literal) => isClient(literal))
		.map((literal) => ({
			start: literal.getStart() + 1,
			end: literal.getEnd() - 1,
			text: asWritten(source, module),
		}));
}

/** `import('...')` of the client: what it names. */
export const lateImports = ({ ast }: Source): StringLiteral[] =>
	ast
		.getDescendantsOfKind(SyntaxKind.CallExpression)
		.filter((call) => call.getExpression().getKind() === SyntaxKind.ImportKeyword)
		.map((call) => call.getArguments()[0])
		.filter((literal) => isClient(literal));

const isClient = (literal: Node | undefined): literal is StringLiteral =>
	Node.isStringLiteral(literal) && literal.getLiteralText() === clientModule;
