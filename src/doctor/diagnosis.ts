import type { HostPath } from '../host/host.ts';
import type { Change } from '../plan/change.ts';
import { type DoctorCode, rowOf, type Severity } from './codes.ts';

/** What a finding rests on: a place of the project, a variable, or a request and what came back. No values of variables. */
export type Evidence =
	| { file: HostPath; line?: number }
	| { variable: string; file?: HostPath }
	| { package: string; version: string; path?: string }
	| { request: string; status?: number; says?: string };

/** What to do about it. */
export interface Mend {
	/** In a sentence. */
	text: string;
	/** To paste into a shell. */
	command?: string;
	/** To paste into a file. */
	snippet?: string;
}

/** One thing that the doctor found. */
export interface Diagnosis {
	code: DoctorCode;
	severity: Severity;
	/** It may be otherwise: what cannot be seen from here would decide. */
	likely?: true;
	/** What is wrong, in one line. */
	title: string;
	/** Why, and what people see of it. */
	cause: string;
	evidence: Evidence[];
	mend: Mend;
	/** What `--fix` would do. Not part of what is printed. */
	fix?: Change[];
}

type Told = Omit<Diagnosis, 'code' | 'severity' | 'likely'> & { severity?: Severity; likely?: boolean };

/** A finding with the severity of its code, unless it says another one. */
export function diagnosis(
	code: DoctorCode,
	{ likely, severity = rowOf(code).severity, ...rest }: Told,
): Diagnosis {
	return { code, severity, ...(likely ? { likely: true as const } : {}), ...rest };
}

/** A check that did not come to an answer: never drawn as one that found nothing. */
export interface Unanswered {
	/** What was to be looked at: `git history`, `GET /auth/csrf`. */
	check: string;
	/** `skipped`: not wanted, or there is nothing to look at. `unknown`: it could not be asked. */
	state: 'skipped' | 'unknown';
	why: string;
}

/** What a number of checks came to. */
export interface Examination {
	found: Diagnosis[];
	unanswered: Unanswered[];
}

/** Several as one. */
export const together = (parts: readonly Examination[]): Examination => ({
	found: parts.flatMap(({ found }) => found),
	unanswered: parts.flatMap(({ unanswered }) => unanswered),
});
