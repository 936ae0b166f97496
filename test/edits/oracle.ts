import ts from 'typescript';

/** One token of a file, with the white space and comments in front of it. */
export interface Token {
	kind: ts.SyntaxKind;
	gap: string;
	text: string;
	/** Offset of the token behind its gap. */
	start: number;
}

/** What a property test knows about a file, found with the compiler alone and none of the code under test. */
export interface Reading {
	file: ts.SourceFile;
	errors: number;
	/** The last one is the end of the file: empty text, and whatever stands behind the last token as its gap. */
	tokens: Token[];
	comments: string[];
	/** Names of exports; `*:module` for `export * from`. */
	exports: string[];
	directives: string[];
}

export const dialectOf = (path: string): string => /\.[cm]?[jt]sx?$/.exec(path)?.[0] ?? '';

/** Reads a file without its byte order mark. */
export function read(path: string, text: string): Reading {
	const file = ts.createSourceFile(`/${path}`, text, ts.ScriptTarget.Latest, true);
	const tokens = tokensOf(file);
	return {
		file,
		errors: (file as unknown as { parseDiagnostics: unknown[] }).parseDiagnostics.length,
		tokens,
		comments: tokens.flatMap((token, index) => commentsIn(token.gap, index === 0)),
		exports: file.statements.flatMap(exportsOf),
		directives: directivesOf(file),
	};
}

function tokensOf(file: ts.SourceFile): Token[] {
	const tokens: Token[] = [];
	const visit = (node: ts.Node): void => {
		const children = node.getChildren(file).filter((child) => !ts.isJSDoc(child));
		if (children.length > 0) for (const child of children) visit(child);
		else if (node.kind !== ts.SyntaxKind.SyntaxList) {
			const start = node.getStart(file);
			const gap = file.text.slice(node.getFullStart(), start);
			tokens.push({ kind: node.kind, gap, text: file.text.slice(start, node.getEnd()), start });
		}
	};
	visit(file);
	return tokens;
}

/** The comments of a gap; a shebang counts as one. */
export function commentsIn(gap: string, first = false): string[] {
	const comments = gap.match(/\/\*[\s\S]*?\*\/|\/\/[^\r\n\u2028\u2029]*/g) ?? [];
	const shebang = first ? /^#!.*/.exec(gap)?.[0] : undefined;
	return shebang
		? [shebang, ...(gap.slice(shebang.length).match(/\/\*[\s\S]*?\*\/|\/\/[^\r\n]*/g) ?? [])]
		: comments;
}

const namesIn = (name: ts.BindingName): string[] =>
	ts.isIdentifier(name)
		? [name.text]
		: name.elements.flatMap((element) => (ts.isBindingElement(element) ? namesIn(element.name) : []));

function exportsOf(statement: ts.Statement): string[] {
	if (ts.isExportAssignment(statement)) return [statement.isExportEquals ? 'export =' : 'default'];
	if (ts.isExportDeclaration(statement)) {
		const { exportClause, moduleSpecifier, isTypeOnly } = statement;
		if (!exportClause) return [`*:${moduleSpecifier?.getText()}`];
		if (ts.isNamespaceExport(exportClause)) return [exportClause.name.text];
		// Types have names of their own: `export type { handle }` beside `export const handle` is no mistake.
		return exportClause.elements.map(({ name, isTypeOnly: alone }) =>
			isTypeOnly || alone ? `type ${name.text}` : name.text,
		);
	}
	const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
	if (!modifiers.some((modifier) => modifier.kind === ts.SyntaxKind.ExportKeyword)) return [];
	if (modifiers.some((modifier) => modifier.kind === ts.SyntaxKind.DefaultKeyword)) return ['default'];
	if (ts.isVariableStatement(statement))
		return statement.declarationList.declarations.flatMap((declaration) => namesIn(declaration.name));
	const { name } = statement as ts.DeclarationStatement;
	return name ? [name.text] : [];
}

function directivesOf(file: ts.SourceFile): string[] {
	const found: string[] = [];
	for (const statement of file.statements) {
		if (!ts.isExpressionStatement(statement) || !ts.isStringLiteral(statement.expression)) break;
		found.push(statement.expression.text);
	}
	return found;
}

/** The nesting of node kinds: two texts of one shape differ in trivia, semicolons and spelling only. */
export function shapeOf(file: ts.SourceFile): string {
	const visit = (node: ts.Node): string => {
		let inner = '';
		ts.forEachChild(node, (child) => {
			inner += visit(child);
		});
		return `(${node.kind}${inner})`;
	};
	return visit(file);
}

/**
 * Errors of meaning that an edit could cause: names declared or exported twice, names that nothing declares, use before
 * declaration, `await` outside an async function, an object that has a property twice.
 */
const watched = new Set([
	1117, 1308, 1378, 2300, 2304, 2323, 2393, 2395, 2440, 2448, 2449, 2451, 2454, 2484, 2528, 2552, 2588, 18004,
]);

/** How often each watched error occurs. Pragmas that switch checks off do not count here. */
export function mistakes(path: string, text: string): Map<string, number> {
	const name = `/${path}`;
	const checked = text
		.replaceAll('@ts-nocheck', '@ts-nothing')
		.replaceAll(/@ts-(?:ignore|expect-error)/g, '@ts-nothing');
	const file = ts.createSourceFile(name, checked, ts.ScriptTarget.Latest, true);
	const host: ts.CompilerHost = {
		getSourceFile: (asked) => (asked === name ? file : undefined),
		getDefaultLibFileName: () => '',
		writeFile: () => {},
		getCurrentDirectory: () => '/',
		getCanonicalFileName: (asked) => asked,
		useCaseSensitiveFileNames: () => true,
		getNewLine: () => '\n',
		fileExists: (asked) => asked === name,
		readFile: () => undefined,
	};
	const options: ts.CompilerOptions = {
		...{ noResolve: true, noLib: true, types: [], allowJs: true, checkJs: true, jsx: ts.JsxEmit.Preserve },
		...{ target: ts.ScriptTarget.Latest, module: ts.ModuleKind.ESNext },
		moduleDetection: ts.ModuleDetectionKind.Force,
	};
	const counts = new Map<string, number>();
	for (const { code, messageText } of ts.createProgram([name], options, host).getSemanticDiagnostics(file)) {
		if (!watched.has(code)) continue;
		const message = ts.flattenDiagnosticMessageText(messageText, ' ');
		// Nothing of the compiler's own library is loaded.
		if (/^Cannot find name '(?:Parameters|Partial|Record|Promise)'/.test(message)) continue;
		const key = `${code} ${message}`;
		counts.set(key, (counts.get(key) ?? 0) + 1);
	}
	return counts;
}
