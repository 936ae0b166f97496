import { ts } from 'ts-morph';
import { scriptBlock } from '../script.ts';
import { unwrapped } from './nodes.ts';
import { parseText } from './parse.ts';

/** What a file takes from other modules, as written: `./data.remote`, `$lib/user`. Types do not count. */
export interface Imports {
	modules: string[];
	/** Patterns of `import.meta.glob`, and of imports whose path is computed in part: `./pages/*.ts`. */
	globs: string[];
}

/**
 * Modules that a file imports, statically or later, and re-exports. Of components their scripts, and imports in the
 * markup: `{#await import('./chart.svelte')}`.
 */
export function importsOf(path: string, text: string): Imports {
	if (!/\bimport\b|\bfrom\b|\brequire\b|\\/.test(text)) return { modules: [], globs: [] };
	if (/\.(?:[cm]?[jt]sx?)$/.test(path)) return importsOfModule(path, text);
	const modules: string[] = [];
	const globs: string[] = [];
	const markup = text.replace(scriptBlock, (_, _tag, content: string) => {
		const found = importsOfModule(`${path}.ts`, content);
		modules.push(...found.modules);
		globs.push(...found.globs);
		return '';
	});
	for (const [, , module] of markup.matchAll(/\bimport\s*\(\s*(['"`])([^'"`$]+)\1/g))
		modules.push(module as string);
	return { modules, globs };
}

function importsOfModule(path: string, text: string): Imports {
	return importsOfPlain(text) ?? importsOfTree(path, text);
}

/** Everything that may name another module, in code or in a comment. */
const mayImport =
	/\bfrom\s*['"`]|\bimport\s*['"`(]|\brequire\s*\(|\bimport\.meta\b|\bimport\s*\/|\bfrom\s*\//g;

/**
 * By the compiler's quick scan, a tenth of the cost of parsing. It loses its way in regular expressions and JSX, and sees
 * no computed path, so it counts only when it found as many imports as there can be.
 */
function importsOfPlain(text: string): Imports | undefined {
	const candidates = text.match(mayImport)?.length ?? 0;
	if (candidates === 0 && !text.includes('\\')) return { modules: [], globs: [] };
	const found = ts.preProcessFile(text, true, true).importedFiles;
	if (found.length !== candidates) return undefined;
	const values = found.filter(({ pos }) => !isTypeOnly(text.slice(0, pos)));
	return { modules: values.map(({ fileName }) => fileName), globs: [] };
}

/** Whether a text ends in `import type { A } from`, or takes nothing but types: `import { type A } from`. */
function isTypeOnly(before: string): boolean {
	const start = Math.max(before.lastIndexOf('import'), before.lastIndexOf('export'));
	const clause = before.slice(start + 6);
	if (/^\s+type\s+(?!from\b|,)[^'"]*$/.test(clause)) return true;
	const names = /^\s*\{([^{}]*)\}\s*from\s*['"]?$/.exec(clause)?.[1]?.split(',');
	const given = names?.map((name) => name.trim()).filter(Boolean) ?? [];
	return given.length > 0 && given.every((name) => /^type\s+(?!as\b)/.test(name));
}

function importsOfTree(path: string, text: string): Imports {
	const source = parseText(path, text);
	const imports: Imports = { modules: [], globs: [] };
	const visit = (node: ts.Node): void => {
		if (ts.isImportDeclaration(node)) {
			if (!importsTypes(node.importClause)) addPath(imports, node.moduleSpecifier);
		} else if (ts.isExportDeclaration(node)) {
			if (node.moduleSpecifier && !exportsTypes(node)) addPath(imports, node.moduleSpecifier);
		} else if (ts.isExternalModuleReference(node)) {
			addPath(imports, node.expression);
		} else if (ts.isCallExpression(node) && node.arguments[0]) {
			addCall(imports, node, node.arguments[0]);
		}
		ts.forEachChild(node, visit);
	};
	visit(source);
	return imports;
}

function importsTypes(clause: ts.ImportClause | undefined): boolean {
	if (!clause) return false;
	if (clause.isTypeOnly) return true;
	const { namedBindings } = clause;
	return (
		!clause.name &&
		namedBindings !== undefined &&
		ts.isNamedImports(namedBindings) &&
		namedBindings.elements.length > 0 &&
		namedBindings.elements.every(({ isTypeOnly }) => isTypeOnly)
	);
}

function exportsTypes(node: ts.ExportDeclaration): boolean {
	if (node.isTypeOnly) return true;
	const clause = node.exportClause;
	return (
		clause !== undefined &&
		ts.isNamedExports(clause) &&
		clause.elements.length > 0 &&
		clause.elements.every(({ isTypeOnly }) => isTypeOnly)
	);
}

function addCall(imports: Imports, { expression }: ts.CallExpression, argument: ts.Expression): void {
	const isImport = expression.kind === ts.SyntaxKind.ImportKeyword;
	if (isImport || (ts.isIdentifier(expression) && expression.text === 'require')) addPath(imports, argument);
	if (!ts.isPropertyAccessExpression(expression) || !ts.isMetaProperty(expression.expression)) return;
	if (!/^glob/.test(expression.name.text)) return;
	const patterns = ts.isArrayLiteralExpression(argument) ? argument.elements : [argument];
	for (const pattern of patterns) if (ts.isStringLiteralLike(pattern)) imports.globs.push(pattern.text);
}

/** A path that is computed in part may lead to every file that it could: Vite makes a glob of it. */
function addPath(imports: Imports, node: ts.Expression): void {
	const value = unwrapped(node);
	if (ts.isStringLiteralLike(value)) imports.modules.push(value.text);
	else if (ts.isTemplateExpression(value))
		imports.globs.push(
			[value.head.text, ...value.templateSpans.map(({ literal }) => literal.text)].join('*'),
		);
	else if (ts.isBinaryExpression(value)) {
		const left = unwrapped(value.left);
		if (ts.isStringLiteralLike(left)) imports.globs.push(`${left.text}*`);
	}
}
