import type { Plan } from '../../../plan/change.ts';
import { guardCommand } from '../../answers/guards.ts';
import { carryOut } from '../../carry-out/index.ts';
import { openAudited } from '../../host/open-audited.ts';
import { sayNotes } from '../../terminal/notes.ts';
import { commandFor, leftLines } from './left.ts';
import type { ProtectOptions } from './options.ts';

/**
 * `authgraft protect-route`: argv, host, answers, changes, plan, disk, report.
 * @returns the exit code.
 */
export async function run(paths: string[], options: ProtectOptions): Promise<number> {
	const { host, audit } = await openAudited(options);
	const { protectAnswers } = await import('./answers.ts');
	const answers = await protectAnswers(paths, options, host, audit);
	const { protectChanges } = await import('../../../generators/protect/index.ts');
	const { changes, left, notes } = protectChanges(host, audit, answers);
	const plan: Plan = { root: host.root, command: guardCommand('protect-route', answers), changes };
	sayNotes(notes);
	const nothing = 'Nothing to do: that is guarded already.';
	return carryOut(
		plan,
		host,
		{ ...options, install: false },
		{
			nothing,
			next: {
				left: left.map(({ file, name, line }) => ({ file, name, line })),
				commands: left.map(commandFor),
				notes,
			},
			nextLines: () => leftLines(left),
		},
	);
}
