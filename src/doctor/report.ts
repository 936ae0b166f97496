import { codes, type DoctorCode, rowOf, type Severity, severities } from './codes.ts';
import type { Diagnosis } from './diagnosis.ts';

/** Findings that the project does not want to hear of, with its reasons. */
export type IgnoreList = Readonly<Partial<Record<DoctorCode, string>>>;

export interface Sorted {
	/** Worst first, without those that follow from others. */
	shown: Diagnosis[];
	/** With the reason that package.json gives. */
	ignored: { diagnosis: Diagnosis; reason: string }[];
}

const order = Object.keys(codes) as DoctorCode[];

/** Worst first; causes swallow their effects, and the same is told once. */
export function sortFindings(found: readonly Diagnosis[], ignore: IgnoreList = {}): Sorted {
	const present = new Set(found.filter(({ severity }) => severity !== 'note').map(({ code }) => code));
	const explained = new Set<string>();
	for (const code of present)
		for (const effect of rowOf(code).explains ?? []) if (effect !== code) explained.add(effect);
	// Two that explain each other are both told.
	const isTold = ({ code, severity }: Diagnosis) =>
		severity === 'note' || !explained.has(code) || explainsOneOf(code, present);
	const seen = new Set<string>();
	const once = found.filter((one) => {
		const key = `${one.code}\0${one.title}`;
		if (seen.has(key)) return false;
		seen.add(key);
		return true;
	});
	const told = once
		.filter(isTold)
		.sort(
			(a, b) =>
				severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
				Number(a.likely ?? false) - Number(b.likely ?? false) ||
				order.indexOf(a.code) - order.indexOf(b.code),
		);
	return {
		shown: told.filter(({ code }) => ignore[code] === undefined),
		ignored: told.flatMap((diagnosis) => {
			const reason = ignore[diagnosis.code];
			return reason === undefined ? [] : [{ diagnosis, reason }];
		}),
	};
}

/** Whether a finding explains the one that would explain it. */
const explainsOneOf = (code: DoctorCode, present: ReadonlySet<DoctorCode>): boolean =>
	[...present].some(
		(other) =>
			other !== code &&
			(rowOf(other).explains ?? []).includes(code) &&
			(rowOf(code).explains ?? []).includes(other),
	);

/** Whether any finding is as bad as that, or worse. */
export const reaches = (shown: readonly Diagnosis[], level: Severity): boolean =>
	shown.some(({ severity }) => severities.indexOf(severity) <= severities.indexOf(level));
