import { Node } from 'ts-morph';
import type { EditResult } from '../splice/edit.ts';
import { transform } from '../splice/transform.ts';
import { Findings } from './findings.ts';
import { lineIn, piecesOf } from './pieces.ts';

const header = 'X-Auth-Return-Redirect';

/** Names requests of the host's own that ask an endpoint for JSON: errors are answered otherwise. Edits nothing. */
export function findOwnRequests(path: string, content: string): EditResult {
	return transform(path, content, { snippet: `headers: { '${header}': '1' }` }, (source) => {
		const file = piecesOf(path, content, source, [header, header.toLowerCase()]);
		const findings = new Findings();
		for (const piece of file.pieces)
			for (const node of piece.source.ast.getDescendants()) {
				const isText = Node.isStringLiteral(node) || Node.isNoSubstitutionTemplateLiteral(node);
				if (!isText || node.getLiteralText().toLowerCase() !== header.toLowerCase()) continue;
				findings.add(
					'endpoint-errors',
					lineIn(file, piece, node),
					`asks an endpoint by \`${header}\`: an error was answered with 200 and a \`url\`, and is with 400, 401, 403 or 500, \`url\`, \`error\` and \`message\` now.`,
				);
			}
		return { kind: 'unchanged', reason: 'nothing to edit', ...findings.given() };
	});
}
