import { ts } from 'ts-morph';
import { sameText } from '../../syntax/code.ts';
import type { Layout, Style } from '../../syntax/style.ts';
import { applyEdits, type Edit } from '../splice/edit.ts';
import { layOut, parseCode } from './lines.ts';
import { fitItems, spreadLists } from './lists.ts';

/**
 * Lays out statements of a file that an edit has made longer than the host's formatter lets lines be, and lists that it has
 * made of functions with several lines, so that the formatter has nothing to change. What was not laid out as that formatter
 * would do it stays as the edit left it.
 * @param before the file without the edit; what stands in there is never touched
 * @param style with `layout`, which a formatter of the host says; without one nothing is done
 */
export function keepWidth(path: string, before: string, after: string, style: Style): string {
	const { layout } = style;
	if (!layout || !/\.[cm]?[jt]sx?$/.test(path)) return after;
	const form = formOf(after, style);
	const [old, edited] = [form.to(before), form.to(after)];
	if (form.from(edited) !== after) return after;
	const spread = spreadLists(path, old, edited, style, layout);
	const now = isLonger(spread, layout) ? fitItems(path, old, spread, style, layout) : spread;
	if (!isLonger(now, layout)) return form.from(now);
	const [oldFile, nowFile] = [parseCode(path, old), parseCode(path, now)];
	const unchanged = new Set(oldFile.statements.map((one) => one.getText(oldFile)));
	const partners = Map.groupBy(oldFile.statements, (one) => keyOf(one, oldFile));
	const laid = (text: string): string => layOut(parseCode(path, text), style, layout);
	const edits: Edit[] = [];
	for (const statement of nowFile.statements) {
		const text = statement.getText(nowFile);
		const [only, other] = partners.get(keyOf(statement, nowFile)) ?? [];
		// Of two imports from one module it cannot be told which one was edited. One from another module is new.
		if (unchanged.has(text) || other || !isLonger(text, layout)) continue;
		if (!only && !ts.isImportDeclaration(statement)) continue;
		const partner = only?.getText(oldFile);
		if (partner !== undefined && (isLonger(partner, layout) || laid(onOneLine(partner)) !== partner))
			continue;
		const better = laid(text);
		if (sameText(better, text))
			edits.push({ start: statement.getStart(nowFile), end: statement.getEnd(), text: better });
	}
	return form.from(edits.length === 0 ? now : applyEdits(now, edits));
}

/** Lines are laid out in tabs and plain line feeds. */
function formOf(text: string, { indent }: Style) {
	const eol = text.includes('\r\n') ? '\r\n' : '\n';
	return {
		to: (from: string) =>
			from
				.replaceAll('\r\n', '\n')
				.replace(/^ +/gm, (blanks) => (indent === '\t' ? blanks : toTabs(blanks, indent))),
		from: (tabs: string) =>
			tabs.replace(/^\t+/gm, (lead) => indent.repeat(lead.length)).replaceAll('\n', eol),
	};
}

/** A statement as it stands where all of it fits. */
const onOneLine = (statement: string): string =>
	statement
		.replace(/\s*\n\s*/g, ' ')
		.replace(/([([])\s+/g, '$1')
		.replace(/,?\s+([)\]])/g, '$1');

const toTabs = (blanks: string, indent: string): string =>
	blanks.length % indent.length === 0 ? '\t'.repeat(blanks.length / indent.length) : blanks;

const isLonger = (text: string, { width, tabWidth }: Layout): boolean =>
	text.split('\n').some((line) => line.length + (line.split('\t').length - 1) * (tabWidth - 1) > width);

/** What a statement declares or imports from: by that the one of before is found. */
function keyOf(statement: ts.Statement, file: ts.SourceFile): string {
	const text = statement.getText(file);
	const named =
		/^(?:export\s+)?(?:default\s+)?(?:async\s+)?(?:const|let|var|function|class)\s*\*?\s*([\w$]+)/.exec(text);
	if (named) return `${named[1]}`;
	return /^(?:import|export)\b[\s\S]*?\bfrom\s*(['"][^'"]*['"])/.exec(text)?.[1] ?? text.slice(0, 20);
}
