import type { Diagnosis, Evidence } from '../../doctor/diagnosis.ts';
import { docsOf } from '../package.ts';
import { paint } from '../terminal/output.ts';

/** What would be written is for `--fix` to show: it may hold secrets. */
export const findingOf = ({ fix, ...finding }: Diagnosis) => ({
	...finding,
	fixable: fix !== undefined && fix.length > 0,
	docs: docsOf('doctor.md', finding.code),
});

const colours = { error: 'red', warning: 'yellow', note: 'cyan' } as const;

/** For people: a line that says it, then why, where, and what to do. */
export function findingLines(finding: Diagnosis): string[] {
	const { code, severity, likely, title, cause, evidence, mend, fix } = finding;
	return [
		`${paint(colours[severity], severity)} ${code}: ${title}${likely ? ' (likely)' : ''}`,
		`  ${cause}`,
		...evidence.map((one) => `  at ${placeOf(one)}`),
		`  ${mend.text}`,
		...(mend.command ? [`    ${mend.command}`] : []),
		...(mend.snippet?.split('\n') ?? []).map((line) => `    ${line}`),
		...(fix && fix.length > 0 ? ['  `authgraft doctor --fix` does it.'] : []),
		`  ${docsOf('doctor.md', code)}`,
	];
}

function placeOf(evidence: Evidence): string {
	if ('request' in evidence) {
		const { request, status, says } = evidence;
		return `${request}${status === undefined ? '' : ` -> ${status}`}${says === undefined ? '' : ` ${says}`}`;
	}
	if ('variable' in evidence)
		return evidence.file ? `${evidence.variable} in ${evidence.file}` : `the variable ${evidence.variable}`;
	if ('package' in evidence) return `${evidence.path ?? evidence.package} (${evidence.version})`;
	return evidence.line === undefined ? evidence.file : `${evidence.file}:${evidence.line}`;
}
