import {
	type CallExpression,
	type ExportAssignment,
	type ExportSpecifier,
	type FunctionDeclaration,
	Node,
	SyntaxKind,
} from 'ts-morph';
import { sameCode } from '../../syntax/code.ts';
import { importedAs, sameModule } from '../../syntax/imports.ts';
import { isDeclaredAgain } from '../../syntax/names.ts';
import type { Source, Style } from '../../syntax/source.ts';
import { endOfLine } from '../../syntax/text.ts';
import { type Unclear, unclear } from '../../syntax/unclear.ts';
import { unwrap } from '../../syntax/unwrap.ts';
import { type Edit, type EditResult, insertion } from '../splice/edit.ts';
import { endOfStatementLine } from '../splice/imports.ts';
import { removeItem } from '../splice/list.ts';
import { LocalNames } from '../splice/local-names.ts';
import { type Located, refuse, terminator, transform } from '../splice/transform.ts';
import { inEdits, removeUnused } from '../splice/unused-imports.ts';

export interface GuardedPageRequest {
	/** How the file imports the module that exports `guarded`: `~/guarded`. */
	module: string;
	/** The guard query to hand over as the second argument, where people need more than to be signed in. */
	guard?: { module: string; name: string };
	fallback?: Style;
}

const wrapper = 'guarded';

/** How a page or layout says what it shows. */
type DefaultExport =
	| { kind: 'value'; statement: ExportAssignment }
	| { kind: 'function'; statement: FunctionDeclaration }
	| { kind: 'listed'; specifier: ExportSpecifier; local: string }
	| Unclear;

/** The call of `guarded` that a page or layout exports, under whatever local name. */
export function findGuardedPage(source: Source, module?: string): CallExpression | undefined {
	const found = findDefault(source);
	if (found.kind !== 'value') return undefined;
	const value = unwrap(found.statement.getExpression());
	if (!Node.isCallExpression(value)) return undefined;
	const callee = value.getExpression().getText();
	return guardedModules(source, module).some((name) => importedAs(source, name, wrapper) === callee)
		? value
		: undefined;
}

/** The modules by which a file imports ours: people may have written its path in another way since. */
const guardedModules = ({ ast }: Source, module: string | undefined): string[] =>
	ast
		.getImportDeclarations()
		.map((item) => item.getModuleSpecifierValue())
		.filter((name) => name === module || /(?:^|\/)guarded(?:\.[jt]sx?)?$/.test(name));

/**
 * Wraps what a SolidStart page or layout shows: `export default guarded(Dashboard)`. The name of a component keeps its
 * meaning inside the file.
 */
export function wrapGuardedPage(path: string, content: string, request: GuardedPageRequest): EditResult {
	const snippet = guardedSnippet(request);
	const frame = { snippet, ...(request.fallback ? { fallback: request.fallback } : {}) };
	return transform(path, content, frame, (source) => {
		const found = wrapping(source, request);
		return 'kind' in found && found.kind === 'unclear' ? refuse(found, snippet) : found;
	});
}

export const guardedSnippet = ({ module, guard }: GuardedPageRequest): string =>
	[
		`import { ${wrapper} } from '${module}';`,
		...(guard ? [`import { ${guard.name} } from '${guard.module}';`] : []),
		'',
		`export default ${wrapper}(Page${guard ? `, ${guard.name}` : ''});`,
	].join('\n');

function wrapping(source: Source, { module, guard }: GuardedPageRequest): Located | Unclear {
	const found = findDefault(source);
	if (found.kind === 'unclear') return found;
	const names = new LocalNames(source);
	const present = importedAs(source, module, wrapper);
	if (present && isDeclaredAgain(source, present))
		return unclear(`gives \`${present}\` a second meaning further down`, source.ast);
	const there = findGuardedPage(source, module);
	if (there) {
		const given = there.getArguments();
		if (!guard) return { kind: 'unchanged', reason: 'is guarded already' };
		const second = names.of(guard.module, guard.name, guard.name, `${guard.name}Query`);
		if (given[1])
			return sameCode(given[1].getText(), second)
				? { kind: 'unchanged', reason: 'is guarded already' }
				: unclear(`is guarded by something else already: \`${given[1].getText()}\``, given[1]);
		if (!given[0]) return unclear('guards nothing', there);
		return names.withImports([insertion(given[0].getEnd(), `, ${second}`)]);
	}
	const shown = found.kind === 'value' ? unshowable(source, found.statement.getExpression()) : undefined;
	if (shown) return unclear(shown, found.kind === 'value' ? found.statement : source.ast);
	const call = names.of(module, wrapper, wrapper, 'guardedPage');
	const second = guard ? `, ${names.of(guard.module, guard.name, guard.name, `${guard.name}Query`)}` : '';
	return names.withImports(edits(source, found, (page) => [`${call}(`, page, `${second})`]));
}

/** Why an exported value can be no component. */
function unshowable({ ast }: Source, expression: Node): string | undefined {
	const value = unwrap(expression);
	if (Node.isClassExpression(value)) return 'shows a class, which is no component of Solid';
	if (Node.isIdentifier(value) && ast.getClass(value.getText()))
		return 'shows a class, which is no component of Solid';
	const callable =
		Node.isIdentifier(value) ||
		Node.isCallExpression(value) ||
		Node.isArrowFunction(value) ||
		Node.isFunctionExpression(value) ||
		Node.isPropertyAccessExpression(value) ||
		Node.isConditionalExpression(value);
	return callable ? undefined : 'exports something that is no component by default';
}

function edits(
	source: Source,
	found: Exclude<DefaultExport, Unclear>,
	parts: (page: string) => [string, string, string],
): Edit[] {
	const { text, style } = source;
	const [before, , behind] = parts('');
	if (found.kind === 'value') {
		const expression = found.statement.getExpression();
		// `export default() => ...` leaves no room for a name.
		const room = /\w/.test(text.charAt(expression.getStart() - 1)) ? ' ' : '';
		return [insertion(expression.getStart(), room + before), insertion(expression.getEnd(), behind)];
	}
	if (found.kind === 'listed') return listed(source, found, parts(found.local).join(''));
	const { statement } = found;
	const name = statement.getName();
	if (name === undefined) {
		const last = statement.getEnd();
		return [insertion(start(statement), before), insertion(last, behind + terminator(source, last))];
	}
	const keywords = [SyntaxKind.ExportKeyword, SyntaxKind.DefaultKeyword].flatMap(
		(kind) => statement.getFirstDescendantByKind(kind) ?? [],
	);
	const at = endOfStatementLine(text, statement);
	const line = `export default ${parts(name).join('')}`;
	return [
		...keywords.map((word) => ({
			start: word.getStart(),
			end: word.getEnd() + blanks(text, word.getEnd()),
			text: '',
		})),
		insertion(at, `${style.eol}${style.eol}${line}${terminator(source, at)}`),
	];
}

/** Where a function begins behind `export default`. */
function start(statement: FunctionDeclaration): number {
	const word = statement.getFirstChildByKind(SyntaxKind.FunctionKeyword);
	const list = statement.getModifiers().find((modifier) => modifier.getKind() === SyntaxKind.AsyncKeyword);
	return (list ?? word ?? statement).getStart();
}

const blanks = (text: string, from: number): number =>
	(/^[ \t]*/.exec(text.slice(from)) as RegExpExecArray)[0].length;

function listed(
	source: Source,
	{ specifier }: Extract<DefaultExport, { kind: 'listed' }>,
	call: string,
): Edit[] {
	const declaration = specifier.getExportDeclaration();
	const items = declaration.getNamedExports();
	const line = `export default ${call}`;
	const at = endOfStatementLine(source.text, declaration);
	if (items.length > 1)
		return [
			...removeItem(source, items, items.indexOf(specifier)),
			insertion(at, `${source.style.eol}${line}${terminator(source, at)}`),
		];
	const semicolon = declaration.getText().endsWith(';') ? ';' : '';
	return [{ start: declaration.getStart(), end: declaration.getEnd(), text: line + semicolon }];
}

function findDefault({ ast }: Source): DefaultExport {
	for (const statement of ast.getStatements()) {
		if (Node.isExportAssignment(statement))
			return statement.isExportEquals()
				? unclear('exports in the style of CommonJS', statement)
				: { kind: 'value', statement };
		if (Node.isFunctionDeclaration(statement) && statement.hasDefaultKeyword())
			return statement.hasBody() && statement.getOverloads().length === 0
				? { kind: 'function', statement }
				: unclear('exports a function with overloads', statement);
		if (Node.isClassDeclaration(statement) && statement.hasDefaultKeyword())
			return unclear('shows a class, which is no component of Solid', statement);
		if (!Node.isExportDeclaration(statement) || statement.isTypeOnly()) continue;
		const specifier = statement
			.getNamedExports()
			.find((item) => (item.getAliasNode() ?? item.getNameNode()).getText() === 'default');
		if (!specifier) continue;
		if (statement.getModuleSpecifier()) return unclear('shows what another module exports', statement);
		if (/\/\/|\/\*/.test(statement.getText()))
			return unclear('has a comment in its list of exports', statement);
		const local = specifier.getName();
		return ast.getClass(local)
			? unclear('shows a class, which is no component of Solid', specifier)
			: { kind: 'listed', specifier, local };
	}
	return unclear('has no default export', ast);
}

/** Takes `guarded(...)` off again, and the imports that nothing uses then. */
export function unwrapGuardedPage(path: string, content: string, request: GuardedPageRequest): EditResult {
	const snippet = 'export default Page;';
	const frame = { snippet, ...(request.fallback ? { fallback: request.fallback } : {}) };
	return transform(path, content, frame, (source) => {
		const call = findGuardedPage(source, request.module);
		if (!call) return { kind: 'unchanged', reason: 'is not behind `guarded(...)`' };
		const [page] = call.getArguments();
		if (!page || Node.isSpreadElement(page))
			return refuse('guards nothing that can be seen here', snippet, call);
		if (
			/\/\/|\/\*/.test(
				source.text.slice(page.getEnd(), call.getEnd()) + source.text.slice(call.getStart(), page.getStart()),
			)
		)
			return refuse('has a comment between the brackets of `guarded(...)`', snippet, call);
		const gone = unwrapping(source, call, page);
		const modules = guardedModules(source, request.module);
		const { guard } = request;
		const isOwn = (module: string, name: string): boolean =>
			(name === wrapper && modules.some((one) => sameModule(module, one))) ||
			(guard !== undefined && name === guard.name && sameModule(module, guard.module));
		return [...removeUnused(source, isOwn, inEdits(gone)), ...gone];
	});
}

function unwrapping(source: Source, call: CallExpression, page: Node): Edit[] {
	const { text } = source;
	const statement = call.getFirstAncestorByKindOrThrow(SyntaxKind.ExportAssignment);
	const declared = Node.isIdentifier(page) ? source.ast.getFunction(page.getText()) : undefined;
	const before = statement.getPreviousSibling();
	const alone = statement.getExpression() === call && !/\/\/|\/\*/.test(statement.getText());
	// As it was before: the function itself is the default export, when the line below it is nothing but that.
	if (
		declared &&
		declared === before &&
		alone &&
		!declared.hasExportKeyword() &&
		declared.getOverloads().length === 0
	) {
		const from = endOfStatementLine(text, declared);
		const to = endOfLine(text, statement.getEnd());
		if (
			from <= statement.getStart() &&
			text.slice(from, statement.getStart()).trim() === '' &&
			text.slice(statement.getEnd(), to).trim() === ''
		)
			return [insertion(declared.getStart(), 'export default '), { start: from, end: to, text: '' }];
	}
	const semicolon = Node.isFunctionExpression(page) && alone && statement.getText().endsWith(';');
	return [
		{ start: call.getStart(), end: page.getStart(), text: '' },
		{ start: page.getEnd(), end: semicolon ? statement.getEnd() : call.getEnd(), text: '' },
	];
}
