/** What a config says about one option. The host's code is never run, so a computed value stays unknown. */
export type Option = { kind: 'absent' } | { kind: 'text'; text: string; line: number } | Computed;

export interface Computed {
	kind: 'computed';
	line: number;
	/** The option itself is there; otherwise it may be among options that are not written there. */
	named: boolean;
	/** The folder that it names, where it is put together from nothing but the project's own. */
	folder?: string | undefined;
}

/** The options that a config file holds, behind the same face whichever way they were read. */
export interface ConfigOptions {
	/** The value under a path of keys: `['paths', 'base']`. */
	get(...keys: string[]): Option;
	/** Module specifier of the adapter's import. */
	adapter: Option;
}

export const absent: Option = { kind: 'absent' };
