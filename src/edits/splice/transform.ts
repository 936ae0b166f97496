import type { Node } from 'ts-morph';
import { isComponentFile, onlyScripts, scriptRanges } from '../../syntax/script.ts';
import { parse, type Source, syntaxError } from '../../syntax/source.ts';
import type { Style } from '../../syntax/style.ts';
import { type Unclear, unclear } from '../../syntax/unclear.ts';
import { applyEdits, type Edit, type EditFinding, type EditResult, insertion, type Refusal } from './edit.ts';

/** What locating comes to: the edits, with notes where there is something to say; or what to answer instead. */
export type Located =
	| Edit[]
	| { kind: 'edits'; edits: Edit[]; notes?: string[]; findings?: EditFinding[] }
	| Exclude<EditResult, { kind: 'edited' }>;

/**
 * The frame of every transform: refuses files that do not parse, and edits after which they would not; puts the byte
 * order mark back. Of a component the scripts are read, and everything else stays.
 * @param options.markup the edits may be of a component's markup as well: who locates has read that.
 * @param locate returns the edits, or what to answer instead.
 */
export function transform(
	path: string,
	content: string,
	options: { snippet: string; fallback?: Style; markup?: boolean },
	locate: (source: Source) => Located,
): EditResult {
	const { snippet, fallback, markup = false } = options;
	const code = (text: string) => (isComponentFile(path) ? onlyScripts(text, path) : text);
	const source = parse(path, code(content), fallback);
	const broken = syntaxError(source);
	if (broken) {
		const { line, message } = broken;
		return { kind: 'refused', reason: `cannot be parsed: ${message}`, line, snippet };
	}
	const found = locate(source);
	if (!Array.isArray(found) && found.kind !== 'edits') return found;
	const { edits, notes = [], findings = [] } = Array.isArray(found) ? { edits: found } : found;
	if (!markup && isComponentFile(path) && !edits.every((edit) => isInScript(path, content, edit)))
		return { kind: 'refused', reason: `${unparsable}: it has no script for it`, snippet };
	const text = applyEdits(
		content.slice(source.bom.length),
		edits.map((edit) => belowLineBreak(source.text, edit)),
	);
	// No file is known for which this happens; a refusal is better than a broken project all the same.
	const wrong = syntaxError(parse(path, code(text), fallback));
	if (wrong) return { kind: 'refused', reason: `${unparsable}: ${wrong.message}`, snippet };
	return {
		...{ kind: 'edited', text: source.bom + text },
		...(notes.length > 0 ? { notes } : {}),
		...(findings.length > 0 ? { findings } : {}),
	};
}

/** What stands in the blanks of a component is its markup. */
function isInScript(path: string, content: string, { start, end }: Edit): boolean {
	const text = content.replace(/^\uFEFF/, '');
	return scriptRanges(text, path).some((range) => range.start <= start && end <= range.end);
}

/** Why an edit is not made whose result does not parse: a fault of ours. */
export const unparsable = 'is written in a way that the edit cannot cope with';

/** New lines in front of a line break of another kind than theirs go behind it: the line above keeps its own ending. */
function belowLineBreak(text: string, edit: Edit): Edit {
	const lead = /^\r?\n/.exec(edit.text)?.[0];
	const there = /^\r?\n/.exec(text.slice(edit.start, edit.start + 2))?.[0];
	if (edit.start !== edit.end || !lead || !there || lead === there) return edit;
	return insertion(edit.start + there.length, edit.text.slice(lead.length) + lead);
}

/**
 * What ends a statement of ours that stands at `offset`: the file's habit, and a semicolon in any case where the next
 * line would otherwise continue it (`(async () => {})()` behind a function needs none of its own).
 */
export function terminator({ text, ast, style }: Source, offset: number): '' | ';' {
	if (style.semicolons) return ';';
	const next = ast.getStatements().find((statement) => statement.getStart() >= offset);
	return next && /^[([`+\-*/]/.test(text.slice(next.getStart())) ? ';' : '';
}

/** A refusal that names the line of the place. */
export function refuse(why: string | Unclear<Node | undefined>, snippet: string, place?: Node): Refusal {
	const { reason, node } = typeof why === 'string' ? unclear(why, place) : why;
	return { kind: 'refused', reason, snippet, ...(node ? { line: node.getStartLineNumber() } : {}) };
}
