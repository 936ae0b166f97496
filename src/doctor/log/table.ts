import { ofAccounts } from './accounts.ts';
import { ofConfiguration } from './configuration.ts';
import type { Meaning } from './meaning.ts';
import { ofProviders } from './providers.ts';
import { ofTheRest } from './rest.ts';

/** Lines of the runtime, the core, its predecessors and the frameworks: the more particular ones first. */
export const meanings: readonly Meaning[] = [...ofAccounts, ...ofConfiguration, ...ofProviders, ...ofTheRest];
