import { type Change, isWrite, type Plan } from '../../plan/change.ts';
import { bounded } from '../terminal/notes.ts';
import { paint, say } from '../terminal/output.ts';

const signs = {
	create: ['green', '+'],
	modify: ['yellow', '~'],
	skip: ['dim', '='],
	refuse: ['red', '!'],
} as const;

/** One line a change, snippets of refusals at the end: what a person reads before saying yes. */
export function showPlan(plan: Plan): void {
	const width = Math.max(...plan.changes.map(({ path }) => path.length));
	for (const change of plan.changes) {
		const [colour, sign] = signs[change.kind];
		say(`  ${paint(colour, sign)} ${change.path.padEnd(width)}  ${paint('dim', describe(change))}`);
	}
	showNotes(plan);
	for (const change of plan.changes) {
		if (change.kind !== 'refuse') continue;
		say();
		say(
			`${paint('red', '!')} ${change.path}${change.line ? `:${change.line}` : ''} ${change.reason.replace(/\.$/, '')}.`,
		);
		if (change.snippet) {
			say('  Paste by hand:');
			for (const line of change.snippet.trimEnd().split('\n')) say(`    ${line}`);
		}
	}
}

/** What a person should read although nothing is refused. */
export function showNotes(plan: Plan): void {
	for (const { path, notes, findings = [] } of plan.changes)
		for (const note of bounded(notes ?? [])) {
			// One that says its line names the file itself, and so does what is told of another file.
			const isPlaced = note.startsWith(`${path}:`) || findings.some(({ file }) => note.startsWith(file));
			const place = isPlaced ? '' : `${path}: `;
			say(`  ${paint('yellow', 'Note:')} ${place}${note}`);
		}
}

const describe = (change: Change): string =>
	change.kind === 'skip'
		? `nothing to do: ${change.reason}`
		: change.kind === 'refuse'
			? 'refused, see below'
			: change.summary;

/** `3 files created, 2 changed`. */
export function countWrites(changes: readonly Change[]): string {
	const writes = changes.filter(isWrite);
	const created = writes.filter((change) => change.kind === 'create').length;
	const changed = writes.length - created;
	const parts = [];
	if (created > 0) parts.push(`${created} ${created === 1 ? 'file' : 'files'} created`);
	if (changed > 0) parts.push(`${changed} ${created > 0 ? '' : changed === 1 ? 'file ' : 'files '}changed`);
	return parts.join(', ');
}
