import { common, moduleFlag } from '../../command/common.ts';
import { type OptionsOf, toggle } from '../../command/flags.ts';

export const options = [
	...common,
	toggle('--variables', 'take their variables out of the env files, too'),
	moduleFlag,
] as const;

export type RemoveProviderOptions = OptionsOf<typeof options>;
