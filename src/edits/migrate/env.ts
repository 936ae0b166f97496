import { Node } from 'ts-morph';
import type { EditResult } from '../splice/edit.ts';
import { transform } from '../splice/transform.ts';
import { Findings } from './findings.ts';

const reason = 'nothing to edit';

/** Names code that speaks of the variable from which the predecessor took the address. Edits nothing. */
export function findOldVariables(path: string, content: string): EditResult {
	return transform(path, content, { snippet: 'AUTH_URL' }, ({ ast }) => {
		const findings = new Findings();
		for (const node of ast.getDescendants()) {
			const isName = Node.isIdentifier(node) || Node.isStringLiteral(node);
			if (!isName || node.getText().replace(/['"]/g, '') !== 'NEXTAUTH_URL') continue;
			findings.add(
				'env-nextauth-url',
				node.getStartLineNumber(),
				'speaks of `NEXTAUTH_URL`, from which form actions could take the address of the application: only `AUTH_URL` counts now.',
			);
		}
		return { kind: 'unchanged', reason, ...findings.given() };
	});
}

/**
 * The same of an environment file.
 * @param read names of variables that the application's code reads itself
 */
export function findOldEntries(content: string, read: readonly string[]): EditResult {
	const findings = new Findings();
	const lineOf = (name: string): number =>
		content.split('\n').findIndex((line) => new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=`).test(line)) + 1;
	const url = lineOf('NEXTAUTH_URL');
	if (url > 0 && lineOf('AUTH_URL') === 0)
		findings.add(
			'env-nextauth-url',
			url,
			'sets `NEXTAUTH_URL` and no `AUTH_URL`: form actions could take the address of the application from it, and only `AUTH_URL` counts now.',
		);
	const secret = lineOf('NEXTAUTH_SECRET');
	if (secret > 0 && lineOf('AUTH_SECRET') === 0 && !read.includes('NEXTAUTH_SECRET'))
		findings.add(
			'env-nextauth-secret',
			secret,
			'sets `NEXTAUTH_SECRET` and no `AUTH_SECRET`: the predecessor read only `AUTH_SECRET` by itself, as ours does.',
		);
	return { kind: 'unchanged', reason, ...findings.given() };
}
