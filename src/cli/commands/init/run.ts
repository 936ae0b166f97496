import { AuthgraftError } from '../../../errors.ts';
import type { InitAnswers } from '../../../generators/context.ts';
import { nodeWarning } from '../../../host/framework/supported.ts';
import type { Generation } from '../../../host/generations.ts';
import type { Framework, Host } from '../../../host/host.ts';
import { readHost } from '../../../host/index.ts';
import { packageManagerWarnings } from '../../../host/packages/manager.ts';
import type { Change, Plan, SkipChange } from '../../../plan/change.ts';
import { dirtyFiles } from '../../carry-out/git-state.ts';
import { type Closing, carryOut } from '../../carry-out/index.ts';
import { chooseApp } from '../../host/choose-app.ts';
import { otherAuth } from '../../host/other-auth.ts';
import { recoverFirst } from '../../host/recovery.ts';
import { canAsk, type InitOptions } from '../../options.ts';
import { paint, say } from '../../terminal/output.ts';
import { initAnswers } from './answers.ts';
import { nextStepLines, nextSteps } from './next-steps.ts';

const nothing: Closing['nothing'] = 'Nothing to do: sign-in is set up already.';

/**
 * `authgraft init`: argv, host, answers, changes, plan, disk, report.
 * @returns the exit code.
 */
export async function init(options: InitOptions): Promise<number> {
	const root = await chooseApp(options);
	await recoverFirst(root, options);
	const host = await readHost(root, options.framework ? { framework: options.framework as Framework } : {});
	const { generation } = host;
	refuseStatic(host);
	const other = options.alongside ? undefined : await otherAuth(host);
	if (other) return leaveAlone(host, options, other);
	const warnings = [
		nodeWarning(generation, process.versions.node) ?? [],
		host.warnings,
		packageManagerWarnings(host),
	].flat();
	for (const warning of warnings) say(`${paint('yellow', 'Note:')} ${warning}`);
	// Run again on a finished project, there is nothing to ask about.
	const decided = (await isDone(host, options, generation)) ? { ...options, yes: true } : options;
	if (canAsk(decided)) {
		const { intro, warn } = await import('../../terminal/prompts.ts');
		intro('authgraft init');
		const dirty = await dirtyFiles(host);
		if (dirty.length > 0)
			warn(
				`git has ${dirty.length} uncommitted ${dirty.length === 1 ? 'change' : 'changes'} here. Commit first if you want to see ours apart.`,
			);
	}
	const { answers, install } = await initAnswers(decided, generation);
	const plan: Plan = { root: host.root, command: 'init', changes: await changesFor(host, answers) };
	const next = nextSteps(host, answers);
	const nextLines = (command: string | undefined) => nextStepLines(next, host.root, command);
	return carryOut(plan, host, { ...decided, install }, { nothing, next, nextLines });
}

async function isDone(host: Host, options: InitOptions, generation: Generation): Promise<boolean> {
	if (!canAsk(options) || !host.exists(`${host.paths.source}/auth.${host.language}`)) return false;
	const { answers } = await initAnswers({ ...options, yes: true }, generation);
	return (await changesFor(host, answers)).every(({ kind }) => kind === 'skip');
}

/** The generators load the compiler; what goes wrong before is told without waiting for it. */
async function changesFor(host: Host, answers: InitAnswers): Promise<Change[]> {
	const { initChanges } = await import('../../../generators/init/index.ts');
	return initChanges(host, answers);
}

function refuseStatic(host: Host): void {
	if (host.adapter !== '@sveltejs/adapter-static') return;
	throw new AuthgraftError(
		'AG_HOST_UNSUPPORTED',
		'The project uses @sveltejs/adapter-static: a static site has no server that could sign people in',
		'Switch to an adapter with a server, for example @sveltejs/adapter-node, and run the command again.',
	);
}

/** Auth.js does the job already: told as a plan without a change. */
function leaveAlone(host: Host, options: InitOptions, change: SkipChange): Promise<number> {
	say(`Already configured: ${change.path} ${change.summary} (${change.reason}).`);
	say('authgraft leaves it as it is. Give --alongside to set a second one up.');
	const plan: Plan = { root: host.root, command: 'init', changes: [change] };
	return carryOut(plan, host, { ...options, install: false }, { nothing });
}
