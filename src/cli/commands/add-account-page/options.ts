import type { OptionsOf } from '../../command/flags.ts';
import { shared } from '../add-accounts/options.ts';

export const options = shared;

export type AddAccountPageOptions = OptionsOf<typeof options>;
