import { SyntaxKind } from 'ts-morph';
import { localNames } from '../../../syntax/imports.ts';
import { lineAt } from '../../../syntax/text.ts';
import { unwrap } from '../../../syntax/unwrap.ts';
import type { Edit, EditResult } from '../../splice/edit.ts';
import { transform } from '../../splice/transform.ts';
import { Findings } from '../findings.ts';
import { lineIn, mention, moved, type Pieces, piecesOf, unhidden } from '../pieces.ts';
import { handlerEdits } from './handlers.ts';
import { type FunctionOf, jsxHandlerEdits } from './jsx-handlers.ts';
import { lateImports, moveImports } from './module.ts';
import { fitSignIn, fitSignOut } from './options.ts';
import { type ClientRequest, clientModule, isOld, snippet } from './request.ts';
import { takenFromUseAuth } from './use-auth.ts';

/**
 * Makes calls of the client do what they did with the predecessor: options that it ignored go, handlers that hand their
 * event on stop doing so, and in an application below a path imports go to the client that knows it. Refuses code that
 * reads a `Response`, which the client answers with no longer.
 */
export function migrateClient(path: string, content: string, request: ClientRequest): EditResult {
	return transform(path, content, { snippet, markup: true }, (source) => {
		const client = request.other?.module ?? clientModule;
		const names = {
			signIn: localNames(source.ast, client, 'signIn'),
			signOut: localNames(source.ast, client, 'signOut'),
		};
		const all = [...names.signIn, ...names.signOut];
		const findings = new Findings();
		const file = piecesOf(path, content, source, all);
		const clear = unhidden(all, file);
		tellUnread(file, all, clear, request, findings);
		const edits: Edit[] = request.module === undefined ? [] : moveImports(source, request.module);
		const functionOf: FunctionOf = (callee) => {
			const text = callee.getText();
			if (!clear.includes(text)) return takenFromUseAuth(callee);
			return names.signIn.includes(text) ? 'signIn' : 'signOut';
		};
		for (const piece of file.pieces) {
			for (const call of piece.source.ast.getDescendantsOfKind(SyntaxKind.CallExpression)) {
				const called = functionOf(unwrap(call.getExpression()));
				if (called === undefined) continue;
				const adapt = called === 'signIn' ? fitSignIn : fitSignOut;
				const line = lineIn(file, piece, call);
				const fitted = adapt({ call, piece, file, request, findings, line });
				if (!Array.isArray(fitted)) return fitted;
				edits.push(...moved(piece, fitted));
			}
		}
		edits.push(...handlerEdits(file, clear, names.signIn, findings));
		edits.push(...jsxHandlerEdits(source.ast, functionOf, findings));
		if (edits.length === 0)
			return { kind: 'unchanged', reason: 'calls of the client fit', ...findings.given() };
		return { kind: 'edits', edits, notes: [], ...findings.given() };
	});
}

/** What was left since nobody can be sure of it, where it may be something that has to change. */
function tellUnread(
	file: Pieces,
	all: string[],
	clear: string[],
	request: ClientRequest,
	findings: Findings,
): void {
	const { odd, text, pieces } = file;
	const mayStay = isOld(request) !== false && /\bredirect\b/.test(text);
	const hidden = all.find((name) => !clear.includes(name));
	if (hidden !== undefined && mayStay)
		findings.add(
			'client-unclear',
			lineAt(text, text.search(mention([hidden]))),
			`may mean something else by \`${hidden}\` in places, so calls of it were left as they are.`,
		);
	const markup = text.replace(/<script[\s\S]*?<\/script\s*>/gi, '');
	if (odd && all.length > 0 && mention(all).test(markup) && (mayStay || handler.test(markup)))
		findings.add(
			'markup-unread',
			odd.line,
			`cannot be read (${odd.reason}), so calls in the markup were left as they are.`,
		);
	const [script] = pieces;
	const late = script && lateImports(script.source)[0];
	if (late && mayStay)
		findings.add(
			'client-unclear',
			lineIn(file, script, late),
			'imports the client when it runs, so calls of what it gets were left as they are.',
		);
}

/** `on:click={signIn}`, whatever it hands on. */
const handler = /\son[:a-z][\w|:]*=["']?\{\s*[\w$.]+\s*\}/;
