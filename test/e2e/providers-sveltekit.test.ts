import { svelteKitProviders } from '../support/providers-host.ts';
import { describeProviders } from './suites/providers.ts';

describeProviders(svelteKitProviders);
