import { type CallExpression, Node, type SourceFile, SyntaxKind } from 'ts-morph';
import { importedAs, localOf } from '../../../syntax/imports.ts';
import { freeName } from '../../../syntax/names.ts';
import type { Source } from '../../../syntax/source.ts';
import { unwrap } from '../../../syntax/unwrap.ts';
import type { Edit, EditResult } from '../../splice/edit.ts';
import { addImports } from '../../splice/imports.ts';
import { refuse, transform } from '../../splice/transform.ts';
import { inEdits, removeUnused } from '../../splice/unused-imports.ts';
import { runtime, runtimeCalls } from './calls.ts';
import { handedBy } from './events.ts';

const snippet = 'const session = await auth(getRequestEvent(), authConfig);';

export interface SessionCallsRequest {
	/** Whether the predecessor's `getSession` took the event, too. */
	tookEvents: boolean;
}

/**
 * `getSession(event, authConfig)` becomes `auth(event, authConfig)`; with a request it stays. What `auth` is handed has to
 * be a whole event.
 */
export function askByEvent(path: string, content: string, { tookEvents }: SessionCallsRequest): EditResult {
	return transform(path, content, { snippet }, (source) => {
		const part = runtimeCalls(source.ast, 'auth')
			.map((call) => call.getArguments()[0])
			.find((given) => given && Node.isObjectLiteralExpression(unwrap(given)));
		if (part) return refuse('hands auth() a part of the event, which needs all of it', snippet, part);
		const calls = tookEvents ? runtimeCalls(source.ast, 'getSession') : [];
		const byEvent: CallExpression[] = [];
		for (const call of calls) {
			const [given] = call.getArguments();
			const handed = given && handedBy(given.compilerNode);
			if (given && !handed)
				return refuse('hands getSession() what may be an event or a request', snippet, given);
			if (handed === 'event') byEvent.push(call);
		}
		if (byEvent.length === 0) return { kind: 'unchanged', reason: 'asks for no session by an event' };
		return renamed(source, byEvent);
	});
}

function renamed(source: Source, calls: CallExpression[]): Edit[] {
	const named = calls.filter((call) => Node.isIdentifier(call.getExpression()));
	const members = calls.flatMap((call) => {
		const callee = call.getExpression();
		if (!Node.isPropertyAccessExpression(callee)) return [];
		const name = callee.getNameNode();
		return [{ start: name.getStart(), end: name.getEnd(), text: 'auth' }];
	});
	if (named.length === 0) return members;
	const present = importedAs(source, runtime, 'auth');
	const specifier = soleSpecifier(source.ast, named);
	// All of its uses go: the import is renamed where it stands.
	if (!present && specifier) {
		const node = specifier.getNameNode();
		const name = { start: node.getStart(), end: node.getEnd() };
		if (specifier.getAliasNode()) return [...members, { ...name, text: 'auth' }];
		const local = freeName(source, 'auth', 'authSession');
		const text = local === 'auth' ? local : `auth as ${local}`;
		return [...members, { ...name, text }, ...callees(named, local)];
	}
	const local = present ?? freeName(source, 'auth', 'authSession');
	const edits = callees(named, local);
	const wanted = present ? [] : [{ module: runtime, name: 'auth', as: local }];
	const isOwn = (module: string, name: string) => module === runtime && name === 'getSession';
	// Without a name to put in its place, the import of `getSession` goes on its own.
	const gone = wanted.length > 0 ? [] : removeUnused(source, isOwn, inEdits(edits));
	return [...members, ...edits, ...gone, ...addImports(source, wanted)];
}

const callees = (calls: CallExpression[], text: string): Edit[] =>
	calls.map((call) => {
		const callee = call.getExpression();
		return { start: callee.getStart(), end: callee.getEnd(), text };
	});

/** The import whose every use is one of these calls. */
function soleSpecifier(ast: SourceFile, calls: CallExpression[]) {
	const local = calls[0]?.getExpression().getText();
	const specifier = ast
		.getImportDeclarations()
		.filter((one) => one.getModuleSpecifierValue() === runtime && !one.isTypeOnly())
		.flatMap((one) => one.getNamedImports())
		.find((item) => item.getName() === 'getSession' && localOf(item) === local);
	const words = ast
		.getDescendantsOfKind(SyntaxKind.Identifier)
		.filter((word) => word.getText() === local && word.getParent() !== specifier);
	return words.every((word) => calls.some((call) => call.getExpression() === word)) ? specifier : undefined;
}
