import { looking, verbose } from '../../command/common.ts';
import { type OptionsOf, repeated } from '../../command/flags.ts';

export const options = [
	...looking,
	repeated('--fail-on <pattern>', 'exit with 1 when something public matches, such as /admin (repeatable)'),
	verbose,
] as const;

export type RoutesOptions = OptionsOf<typeof options>;
