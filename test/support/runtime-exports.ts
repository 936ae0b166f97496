import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/**
 * The imports that a user of the runtime has, and the names that each gives, types included.
 *
 * @param runtime the folder with package.json and src
 */
export function runtimeExports(runtime: string): Map<string, string[]> {
	const { exports } = JSON.parse(readFileSync(join(runtime, 'package.json'), 'utf8')) as { exports: object };
	const entries = Object.keys(exports).filter((entry) => !entry.endsWith('.json'));
	return new Map(
		entries.map((entry) => {
			const path = join(runtime, 'src', entry);
			const file = [`${path}.ts`, join(path, 'index.ts')].find((candidate) => existsSync(candidate));
			if (!file) throw new Error(`${entry} of the runtime has no source`);
			return [entry.slice(2), exportedNames(file)];
		}),
	);
}

function exportedNames(file: string): string[] {
	const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, false);
	return source.statements.flatMap((statement) => {
		if (ts.isExportDeclaration(statement)) return reexported(statement, file);
		const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
		if (!modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
		if (ts.isVariableStatement(statement)) {
			return statement.declarationList.declarations.map(({ name }) => {
				if (!ts.isIdentifier(name)) throw new Error(`${file}: an export that is no plain name`);
				return name.text;
			});
		}
		const { name } = statement as ts.DeclarationStatement;
		return name ? [(name as ts.Identifier).text] : ['default'];
	});
}

function reexported({ exportClause, moduleSpecifier }: ts.ExportDeclaration, file: string): string[] {
	if (exportClause && ts.isNamedExports(exportClause))
		return exportClause.elements.map(({ name }) => name.text);
	if (exportClause) return [exportClause.name.text];
	const { text } = moduleSpecifier as ts.StringLiteral;
	return exportedNames(join(dirname(file), text.replace(/\.js$/, '.ts')));
}
