import { looking, verbose } from '../../command/common.ts';
import type { OptionsOf } from '../../command/flags.ts';

export const options = [...looking, verbose] as const;

export type ProvidersOptions = OptionsOf<typeof options>;
