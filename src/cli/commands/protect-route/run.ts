import type { AuditedSignIn } from '../../../audit/index.ts';
import type { ProtectAnswers } from '../../../generators/protect/answers.ts';
import { shellWord } from '../../../host/files/paths.ts';
import type { Host } from '../../../host/host.ts';
import type { Plan } from '../../../plan/change.ts';
import { carryOut } from '../../carry-out/index.ts';
import { openHost } from '../../host/open.ts';
import type { ProtectOptions } from '../../options.ts';
import { paint, say } from '../../terminal/output.ts';

/**
 * `authgraft protect-route`: argv, host, answers, changes, plan, disk, report.
 * @returns the exit code.
 */
export async function protectRoute(paths: string[], options: ProtectOptions): Promise<number> {
	const { host, audit } = await readAuditedHost(options);
	const { protectAnswers } = await import('./answers.ts');
	const answers = await protectAnswers(paths, options, host, audit);
	const { protectChanges } = await import('../../../generators/protect/index.ts');
	const { changes, left, notes } = protectChanges(host, audit, answers);
	const plan: Plan = { root: host.root, command: commandLine('protect-route', answers), changes };
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

/** `authgraft unprotect-route`: the same way back. */
export async function unprotectRoute(paths: string[], options: ProtectOptions): Promise<number> {
	const { host, audit } = await readAuditedHost(options);
	const { unprotectAnswers } = await import('./answers.ts');
	const answers = unprotectAnswers(paths, options, host, audit);
	const { unprotectChanges } = await import('../../../generators/protect/unprotect.ts');
	const { changes, notes } = unprotectChanges(host, audit, answers);
	for (const note of notes) say(`${paint('yellow', 'Note:')} ${note}`);
	const plan: Plan = { root: host.root, command: commandLine('unprotect-route', answers), changes };
	const nothing = 'Nothing to do: there is no such guard.';
	return carryOut(plan, host, { ...options, install: false }, { nothing, next: { notes } });
}

async function readAuditedHost(options: ProtectOptions): Promise<{ host: Host; audit: AuditedSignIn }> {
	const host = await openHost(options);
	const [{ readAudit }, { notSetUp }] = await Promise.all([
		import('../../../audit/index.ts'),
		import('../../../audit/auth-settings.ts'),
	]);
	const audit = readAudit(host);
	if (!audit.settings) throw notSetUp(host);
	return { host, audit: { ...audit, settings: audit.settings } };
}

const commandLine = (command: string, { patterns, functions }: ProtectAnswers): string =>
	[
		command,
		...patterns,
		...functions.flatMap(({ file, name }) => ['--function', name ? `${file}#${name}` : file]),
	].join(' ');

const leftNote = (count: number): string =>
	count === 1
		? 'One function is called by its own address, which no rule sees; guard it if it is not for everybody:'
		: `${count} functions are called by their own address, which no rule sees; guard those that are not for everybody:`;
