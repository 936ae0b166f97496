import { type MigrateCode, type Severity, severities } from '../../edits/migrate/codes.ts';
import type { Change, Finding } from '../../plan/change.ts';

/** Something that a migration changes, or leaves for people to look at. */
export interface MigrateFinding extends Finding {
	severity: Severity;
}

/** The findings of a plan, in its order, and the plan without them as notes: they are told by how much they matter. */
export function takeFindings(changes: readonly Change[]): { changes: Change[]; findings: MigrateFinding[] } {
	const findings = changes.flatMap(({ findings = [] }) =>
		findings.map((finding) => ({ severity: severities[finding.code as MigrateCode], ...finding })),
	);
	const told = new Set(
		findings.map(({ file, line, text }) => (line === undefined ? text : `${file}:${line} ${text}`)),
	);
	const bare = ({ notes, ...change }: Change): Change => {
		const others = notes?.filter((note) => !told.has(note)) ?? [];
		return { ...change, ...(others.length > 0 ? { notes: others } : {}) } as Change;
	};
	return { findings, changes: changes.filter(({ kind }) => kind !== 'skip').map(bare) };
}
