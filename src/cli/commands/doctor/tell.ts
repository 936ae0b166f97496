import type { Severity } from '../../../doctor/codes.ts';
import { type Diagnosis, type Examination, together, type Unanswered } from '../../../doctor/diagnosis.ts';
import { readIgnored } from '../../../doctor/ignored.ts';
import { reaches, type Sorted, sortFindings } from '../../../doctor/report.ts';
import type { Host } from '../../../host/host.ts';
import { jsonDocument } from '../../terminal/json-document.ts';
import { data, paint, say } from '../../terminal/output.ts';
import { findingLines, findingOf } from '../../trial/finding.ts';

interface Wanted {
	json: boolean;
	verbose: boolean;
	failOn: Severity;
	/** What was looked at, where that is no project and no address. */
	about?: string;
	/** What was to be asked could not be: nothing found is no good news. */
	nothingAsked?: boolean;
}

/**
 * Prints what was found, worst first: a line each, then why, where, and what to do. A healthy project gets three lines.
 * @returns the exit code.
 */
export function tell(
	host: Host | undefined,
	examinations: readonly Examination[],
	{ json, verbose, failOn, about = noProject, nothingAsked = false }: Wanted,
): number {
	const { found, unanswered } = together(examinations);
	const sorted = sortFindings(found, host ? readIgnored(host) : {});
	const exitCode = reaches(sorted.shown, failOn) ? 1 : nothingAsked ? 2 : 0;
	if (json) jsonDocument({ command: 'doctor', host, exitCode }, documentOf(sorted, unanswered));
	else printAll(host, sorted, unanswered, { verbose, about });
	if (process.env.GITHUB_ACTIONS === 'true' && !json) annotate(sorted.shown);
	return exitCode;
}

const documentOf = ({ shown, ignored }: Sorted, unanswered: readonly Unanswered[]) => ({
	findings: [
		...shown.map((one) => findingOf(one)),
		...ignored.map(({ diagnosis, reason }) => ({ ...findingOf(diagnosis), ignored: reason })),
	],
	unanswered,
});

function printAll(
	host: Host | undefined,
	{ shown, ignored }: Sorted,
	unanswered: readonly Unanswered[],
	{ verbose, about }: { verbose: boolean; about: string },
): void {
	for (const finding of shown) data(...findingLines(finding), '');
	const unknown = unanswered.filter(({ state }) => state === 'unknown');
	const skipped = unanswered.filter(({ state }) => state === 'skipped');
	for (const { check, why } of unknown) say(`${paint('yellow', '?')} ${check}: cannot be told. ${why}`);
	if (verbose) for (const { check, why } of skipped) say(`${paint('dim', '-')} ${check}: skipped. ${why}`);
	data(
		...closing(host, shown, {
			about,
			ignored: ignored.length,
			unknown: unknown.length,
			skipped: skipped.length,
		}),
	);
}

const noProject = 'No project here: the address alone was asked.';

interface Counts {
	about: string;
	ignored: number;
	unknown: number;
	skipped: number;
}

function closing(
	host: Host | undefined,
	shown: readonly Diagnosis[],
	{ about, ignored, unknown, skipped }: Counts,
): string[] {
	const count = (severity: Severity) => shown.filter((one) => one.severity === severity).length;
	const parts = (['error', 'warning', 'note'] as const).flatMap((severity) => {
		const number = count(severity);
		return number === 0 ? [] : [`${number} ${severity}${number === 1 ? '' : 's'}`];
	});
	const left = [
		...(unknown > 0 ? [`${unknown} could not be told`] : []),
		...(skipped > 0 ? [`${skipped} skipped`] : []),
		...(ignored > 0 ? [`${ignored} ignored in package.json`] : []),
	];
	return [
		host ? `${host.generation.name} ${host.version}, ${host.root}` : about,
		parts.length === 0 ? 'Nothing found.' : `Found: ${parts.join(', ')}.`,
		left.length === 0 ? 'Everything that was to be looked at was.' : `Besides: ${left.join(', ')}.`,
	];
}

/** So that a run on GitHub shows each at its line. */
function annotate(shown: readonly Diagnosis[]): void {
	const levels = { error: 'error', warning: 'warning', note: 'notice' } as const;
	const escaped = (text: string) =>
		text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
	for (const { severity, code, title, evidence, mend } of shown) {
		const place = evidence.find((one) => 'file' in one && !('variable' in one)) as
			| { file: string; line?: number }
			| undefined;
		const property = (text: string) => escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
		const at = place
			? ` file=${property(place.file)}${place.line === undefined ? '' : `,line=${place.line}`}`
			: '';
		data(`::${levels[severity]}${at}::${escaped(`${code}: ${title}. ${mend.text}`)}`);
	}
}
