import type { Plan } from '../../../plan/change.ts';
import { guardCommand } from '../../answers/guards.ts';
import { carryOut } from '../../carry-out/index.ts';
import { openAudited } from '../../host/open-audited.ts';
import { sayNotes } from '../../terminal/notes.ts';
import type { UnprotectOptions } from './options.ts';

/**
 * `authgraft unprotect-route`: guards are taken back the way they came.
 * @returns the exit code.
 */
export async function run(paths: string[], options: UnprotectOptions): Promise<number> {
	const { host, audit } = await openAudited(options);
	const { unprotectAnswers } = await import('./answers.ts');
	const answers = unprotectAnswers(paths, options, host, audit);
	const { unprotectChanges } = await import('../../../generators/protect/unprotect.ts');
	const { changes, notes } = unprotectChanges(host, audit, answers);
	sayNotes(notes);
	const plan: Plan = { root: host.root, command: guardCommand('unprotect-route', answers), changes };
	const nothing = 'Nothing to do: there is no such guard.';
	return carryOut(plan, host, { ...options, install: false }, { nothing, next: { notes } });
}
