import type { Step } from './step.ts';
import type { TypeErrors } from './types.ts';

/** What a project came to: one line of the table. */
export interface Row {
	project: string;
	/** The application's folder in it, where that is not the root. */
	app?: string;
	/** `sveltekit 2.63.0 ts`; missing where nobody got so far as to know. */
	host?: string;
	/** Of the first `init`. `left out` is a project that could not be copied. */
	outcome: 'applied' | 'nothing to do' | 'refused' | 'crashed' | 'left out';
	/** Of a refusal: `AG_OTHER_AUTH`. Why a project is left out. */
	why?: string;
	/** What `init` says of the project's own code, by its codes. */
	findings: { code: string; file: string; line?: number }[];
	/** What `doctor` calls an error or a warning behind it, by its codes. Missing where nothing is set up. */
	doctor?: string[];
	created: number;
	changed: number;
	/** Links and large files that are not in the copy. */
	notCopied: number;
	/** Milliseconds, of all commands. */
	time: number;
	steps: Step[];
	/** The second `init` had nothing to do, and did nothing. */
	still?: boolean;
	/** Every byte is what it was, once all has been taken back. */
	exact?: boolean;
	types?: TypeErrors;
	/** Everything that must not be, a sentence each. */
	faults: string[];
}
