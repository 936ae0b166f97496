import { type Node, type SourceFile, SyntaxKind, ts } from 'ts-morph';
import { nameOf } from '../../../syntax/objects.ts';
import type { Source, Style } from '../../../syntax/source.ts';
import { findApp, localsSnippet } from '../../app-types/index.ts';
import { isAuthMember } from '../../app-types/session.ts';
import { applyEdits, type Edit, type EditFinding, type EditResult } from '../../splice/edit.ts';
import { removeNode } from '../../splice/list.ts';
import { removeStatements } from '../../splice/remove.ts';
import { transform } from '../../splice/transform.ts';
import { inNodes, removeUnused } from '../../splice/unused-imports.ts';
import { isPredecessor } from '../predecessors.ts';
import { type Body, bodiesOf, pageData, pageSnippet } from './page-data.ts';

export interface AppTypesRequest {
	/** Components read `page.data.session`, which the predecessor's types knew: `App.PageData` says so from now on. */
	pageData?: boolean;
	fallback?: Style;
}

/**
 * Takes out of `App.Locals` what people declared for the predecessor: `getSession()`, which is not there any more, and an
 * `auth()` that says what the runtime says. Adds the session to `App.PageData` where that is asked for.
 * @param path a file that may declare the namespace `App`: `src/app.d.ts`
 */
export function migrateAppTypes(path: string, content: string, request: AppTypesRequest): EditResult {
	const { fallback } = request;
	const snippet = request.pageData ? pageSnippet : localsSnippet;
	return transform(path, content, { snippet, ...(fallback ? { fallback } : {}) }, (source) => {
		const { blocks } = findApp(source.ast);
		const findings: EditFinding[] = [];
		const gone = blocks
			.flatMap((block) => bodiesOf(block, 'Locals'))
			.flatMap((body) => outdated(body, findings));
		const edits = [...removed(source, gone)];
		if (request.pageData) edits.push(...pageData(source, blocks, findings));
		if (edits.length > 0) return { kind: 'edits', edits, findings };
		const reason = '`App` declares nothing of the predecessor';
		return { kind: 'unchanged', reason, ...(findings.length > 0 ? { findings } : {}) };
	});
}

/** The members that go. */
function outdated(body: Body, findings: EditFinding[]): Node[] {
	return (body.getMembers() as Node[]).filter((member) => {
		if (nameOf(member) === 'auth') return isAuthMember(member);
		if (nameOf(member) !== 'getSession') return false;
		const names = foreignNames(member);
		// Another library's, which sets it: its hook is for the person to decide on.
		if (names.some(({ module }) => module !== undefined && !isOfHost(module))) return false;
		const [own] = names;
		const isLiteral = member.getDescendantsOfKind(SyntaxKind.TypeLiteral).length > 0;
		if (own || isLiteral)
			findings.push({
				code: 'locals-type',
				line: member.getStartLineNumber(),
				text: `declared the session as ${own ? `\`${own.name}\`` : 'a type of its own'}; \`locals.auth()\` gives the \`Session\` of \`@auth/core/types\`, which can be extended there.`,
			});
		return true;
	});
}

/** `./types`, `$lib/types`, `#lib/types`, `~/types`, `@/types` */
const isOfHost = (module: string): boolean => /^(?:[.#$~]|@\/)/.test(module);

/** Types in a member that are not the predecessor's or the language's, and where they come from. */
function foreignNames(member: Node): { name: string; module: string | undefined }[] {
	const ast = member.getSourceFile();
	return member.getDescendantsOfKind(SyntaxKind.TypeReference).flatMap((type) => {
		const name = type.getTypeName().getText();
		if (name === 'Promise' || name === 'PromiseLike') return [];
		const module = moduleOf(ast, name.split('.')[0] as string);
		return module !== undefined && isPredecessor(module) ? [] : [{ name, module }];
	});
}

const moduleOf = (ast: SourceFile, local: string): string | undefined =>
	ast
		.getImportDeclarations()
		.find((one) =>
			[
				one.getDefaultImport(),
				one.getNamespaceImport(),
				...one.getNamedImports().map((item) => item.getAliasNode() ?? item.getNameNode()),
			].some((node) => node?.getText() === local),
		)
		?.getModuleSpecifierValue();

/** Members out, with imports that nothing uses any more; the last import of a file stays, or it would be no module. */
function removed(source: Source, members: Node[]): Edit[] {
	if (members.length === 0) return [];
	// A semicolon on a line of its own ends the member, and no statement would follow it.
	const ragged = members.filter((member) => /\n[ \t]*;$/.test(member.getText()));
	const plain = members.filter((member) => !ragged.includes(member));
	const own = ragged.flatMap(removeNode);
	const withImports = [...removeUnused(source, isPredecessor, inNodes(members), plain), ...own];
	const left = ts.createSourceFile('left.ts', applyEdits(source.text, withImports), ts.ScriptTarget.Latest);
	return ts.isExternalModule(left) || !ts.isExternalModule(source.ast.compilerNode)
		? withImports
		: [...removeStatements(source, plain), ...own];
}
