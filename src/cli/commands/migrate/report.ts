import type { MigrateFinding } from '../../../generators/migrate/finding.ts';
import type { Checked } from '../../../generators/migrate/people.ts';
import { paint, say } from '../../terminal/output.ts';

/** What the people of the application notice: most often nothing, and then what was looked at to say so. */
export function tellPeople(people: readonly Checked[], findings: readonly MigrateFinding[]): void {
	const breaks = findings.filter(({ severity }) => severity === 'breaks');
	say();
	if (breaks.length === 0) say(paint('bold', 'For the people of your application nothing changes:'));
	else {
		say(paint('bold', 'For the people of your application this changes:'));
		for (const finding of breaks) say(`  ${paint('red', '!')} ${placed(finding)}`);
		say(paint('bold', 'And this does not:'));
	}
	for (const { what, how } of people) say(`  checked: ${what}: ${how}`);
}

/** What behaves differently for the code, and what was left alone. */
export function tellFindings(findings: readonly MigrateFinding[]): void {
	for (const [severity, title] of [
		['changes', 'What behaves differently'],
		['look', 'Left as it is, for you to look at'],
	] as const) {
		const those = findings.filter((finding) => finding.severity === severity);
		if (those.length === 0) continue;
		say('', paint('bold', title));
		for (const finding of those) say(`  ${placed(finding)}`);
	}
	say();
}

const placed = ({ file, line, text }: MigrateFinding): string =>
	line === undefined ? text : `${file}:${line} ${text}`;
