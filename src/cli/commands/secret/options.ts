import { common } from '../../command/common.ts';
import { type OptionsOf, toggle } from '../../command/flags.ts';

export const options = [
	...common,
	toggle('--print', 'print a fresh secret for deployment, and nothing else'),
] as const;

export type SecretOptions = OptionsOf<typeof options>;
