import { common } from '../../command/common.ts';
import { type OptionsOf, repeated, toggle } from '../../command/flags.ts';

export const options = [
	...common,
	toggle('--path', 'the rule for the path (the default)'),
	toggle('--page', 'the guard in the page itself'),
	repeated('--function <file[#name]>', 'the guard of a remote or server function (repeatable)'),
] as const;

export type UnprotectOptions = OptionsOf<typeof options>;
