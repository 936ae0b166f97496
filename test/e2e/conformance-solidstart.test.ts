import { dressSolidStart } from '../support/conformance/solid-start.ts';
import { solidStart2 } from '../support/host-under-test.ts';
import { describeConformance } from './suites/conformance.ts';

describeConformance(solidStart2, dressSolidStart, 'shop.test');
