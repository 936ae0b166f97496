import { shellWord } from '../../../host/files/shell.ts';
import type { Plan } from '../../../plan/change.ts';
import { guardCommand } from '../../answers/guards.ts';
import { carryOut } from '../../carry-out/index.ts';
import { openAudited } from '../../host/open-audited.ts';
import { paint, say } from '../../terminal/output.ts';
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
	for (const note of notes) say(`${paint('yellow', 'Note:')} ${note}`);
	const commands = left.map(
		({ file, name }) => `authgraft protect-route --function ${shellWord(name ? `${file}#${name}` : file)}`,
	);
	const lines =
		commands.length > 0 ? [leftNote(left.length), ...commands.map((command) => `  ${command}`)] : [];
	const nothing = 'Nothing to do: that is guarded already.';
	const code = await carryOut(
		plan,
		host,
		{ ...options, install: false },
		{
			nothing,
			next: { left: left.map(({ file, name, line }) => ({ file, name, line })), commands, notes },
			nextLines: () => lines,
		},
	);
	return code;
}

const leftNote = (count: number): string =>
	count === 1
		? 'One function is called by its own address, which no rule sees; guard it if it is not for everybody:'
		: `${count} functions are called by their own address, which no rule sees; guard those that are not for everybody:`;
