import { common, moduleFlag } from '../../command/common.ts';
import type { OptionsOf } from '../../command/flags.ts';

export const options = [...common, moduleFlag] as const;

export type AddAdapterOptions = OptionsOf<typeof options>;
