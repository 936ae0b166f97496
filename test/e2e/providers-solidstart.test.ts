import { solidStartProviders } from '../support/providers-host.ts';
import { describeProviders } from './suites/providers.ts';

describeProviders(solidStartProviders);
