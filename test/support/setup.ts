import { endGroupsOnSignal } from '../../scripts/lib/process/group.ts';

// A test run that is interrupted takes its servers along.
endGroupsOnSignal();
