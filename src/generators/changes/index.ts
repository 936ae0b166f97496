import type { EditResult } from '../../edits/splice/edit.ts';
import { AuthgraftError } from '../../errors.ts';
import type { Host } from '../../host/host.ts';
import type { Change } from '../../plan/change.ts';
import { isModule } from '../../syntax/imports.ts';
import { parse, type Source, syntaxError } from '../../syntax/source.ts';

export const created = (path: string, after: string, summary: string): Change => ({
	kind: 'create',
	path,
	summary,
	before: null,
	after,
});

export const modified = (path: string, before: string, after: string, summary: string): Change => ({
	kind: 'modify',
	path,
	summary,
	before,
	after,
});

export const skipped = (path: string, summary: string, reason: string): Change => ({
	kind: 'skip',
	path,
	summary,
	reason,
});

/**
 * Creates a file, or edits the one that stands there.
 * @param create the text of a new file.
 * @param edit how an existing text changes.
 */
export function createOrEdit(
	host: Host,
	path: string,
	summary: string,
	create: () => string,
	edit: (content: string) => EditResult,
): Change {
	const before = host.read(path);
	if (before === undefined) return created(path, create(), summary);
	const result = edit(before);
	switch (result.kind) {
		case 'edited':
			return withNotes(modified(path, before, result.text, summary), result.notes);
		case 'unchanged':
			return withNotes(skipped(path, summary, result.reason), result.notes);
		case 'refused':
			return {
				kind: 'refuse',
				path,
				summary,
				reason: result.reason,
				snippet: result.snippet,
				...(result.line === undefined ? {} : { line: result.line }),
			};
	}
}

export const withNotes = (change: Change, notes: string[] | undefined): Change =>
	notes ? { ...change, notes } : change;

/**
 * Parses a file of the host that is only looked into. The compiler's nodes throw where a file is broken.
 * @throws AuthgraftError AG_SYNTAX with the line.
 */
export function parseHostFile(path: string, content: string): Source {
	const source = parse(path, content);
	const broken = syntaxError(source);
	if (!broken) return source;
	throw new AuthgraftError(
		'AG_SYNTAX',
		`${path}:${broken.line} does not parse: ${broken.message}`,
		`Mend ${path} first.`,
	);
}

/** Whether a file of the host imports anything from a module. */
export const importsFrom = (path: string, content: string, module: string): boolean =>
	parseHostFile(path, content)
		.ast.getImportDeclarations()
		.some((declaration) => isModule(declaration, module));
