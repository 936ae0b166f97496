import type { DoctorCode, Severity } from '../codes.ts';
import type { Mend } from '../diagnosis.ts';

/** What a line of a log means. */
export interface Meaning {
	/** The first one that is found in a line counts. */
	says: RegExp;
	code: DoctorCode;
	severity?: Severity;
	title: string;
	cause: string;
	mend: Mend;
}
