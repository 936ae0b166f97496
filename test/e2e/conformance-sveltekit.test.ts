import { dressSvelteKit } from '../support/conformance/sveltekit.ts';
import { svelteKit3 } from '../support/host-under-test.ts';
import { describeConformance } from './suites/conformance.ts';

describeConformance(svelteKit3, dressSvelteKit, 'below.test');
