import { allOrNothing } from '../../command/common.ts';
import { type OptionsOf, toggle } from '../../command/flags.ts';

export const options = [
	...allOrNothing,
	toggle('--check', 'write nothing: exit code 1 when there is something to migrate'),
] as const;

export type MigrateOptions = OptionsOf<typeof options>;
