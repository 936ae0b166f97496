/**
 * A plan is data: what init, add-provider and the others would do to one host.
 * Preview, --dry-run, --json, apply, undo and the tests all read the same Change[].
 */

/** Path of a file, relative to the host's root, always with `/`. */
export type HostPath = string;

/**
 * Something of the host's own that meets what is written: for people a note, for programs a code. The codes stand in
 * docs/own-code.md.
 */
export interface Finding {
	/** `own-gate` */
	code: string;
	file: HostPath;
	/** 1-based. */
	line?: number;
	/** Follows the place in a sentence where there is a line; else a sentence of its own. */
	text: string;
}

interface ChangeBase {
	path: HostPath;
	/** One line for people: why this file is touched. */
	summary: string;
	/** The file holds values that must never be shown (env files). Previews and --json mask them. */
	secret?: boolean;
	/** Sentences about this file that a person should read, although nothing is refused. */
	notes?: string[];
	/** What of these has a code. */
	findings?: Finding[];
}

export interface CreateChange extends ChangeBase {
	kind: 'create';
	before: null;
	after: string;
}

export interface ModifyChange extends ChangeBase {
	kind: 'modify';
	before: string;
	after: string;
}

/** Nothing to do: what we would write stands there already, in our form or the user's own. */
export interface SkipChange extends ChangeBase {
	kind: 'skip';
	reason: string;
}

/** A shape that no transform understands. The snippet is what the person pastes by hand. */
export interface RefuseChange extends ChangeBase {
	kind: 'refuse';
	reason: string;
	/** 1-based line in the file, where one can be named. */
	line?: number;
	/** As of a finding, where the host's own is in the way: `own-address`. */
	code?: string;
	snippet: string;
}

export type WriteChange = CreateChange | ModifyChange;
export type Change = WriteChange | SkipChange | RefuseChange;

export interface Plan {
	/** Absolute path of the host's root. */
	root: string;
	/** The command line that made the plan, for the journal: `init`, `add-provider github`. */
	command: string;
	changes: Change[];
}

export const isWrite = (change: Change): change is WriteChange =>
	change.kind === 'create' || change.kind === 'modify';

export const isRefusal = (change: Change): change is RefuseChange => change.kind === 'refuse';

export const hasWrites = (plan: Plan): boolean => plan.changes.some(isWrite);
