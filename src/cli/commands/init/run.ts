import { isMovable } from '../../../edits/migrate/predecessors.ts';
import { AuthgraftError } from '../../../errors.ts';
import type { AuthLibrary } from '../../../host/auth/libraries.ts';
import { adapterWarning } from '../../../host/framework/adapter.ts';
import { nodeWarning } from '../../../host/framework/supported.ts';
import type { Generation } from '../../../host/generations.ts';
import type { Host } from '../../../host/host.ts';
import { readHost } from '../../../host/index.ts';
import { packageManagerWarnings } from '../../../host/packages/manager.ts';
import type { Change, Plan, SkipChange } from '../../../plan/change.ts';
import { dirtyFiles } from '../../carry-out/git-state.ts';
import { type Closing, carryOut } from '../../carry-out/index.ts';
import { chooseApp } from '../../host/choose-app.ts';
import { otherAuth } from '../../host/other-auth.ts';
import { recoverFirst } from '../../host/recovery.ts';
import { canAsk } from '../../terminal/can-ask.ts';
import { paint, say } from '../../terminal/output.ts';
import { type Answered, initAnswers } from './answers.ts';
import { nextStepLines, nextSteps } from './next-steps.ts';
import type { InitOptions } from './options.ts';

const nothing: Closing['nothing'] = 'Nothing to do: sign-in is set up already.';

/**
 * `authgraft init`: argv, host, answers, changes, plan, disk, report.
 * @returns the exit code.
 */
export async function run(options: InitOptions): Promise<number> {
	const root = await chooseApp(options);
	await recoverFirst(root, options);
	const host = await readHost(root, options.framework ? { framework: options.framework } : {});
	const { generation } = host;
	refuseStatic(host);
	const other = options.alongside ? undefined : await otherAuth(host);
	if (other) return leaveAlone(host, options, other);
	const warnings = [
		nodeWarning(generation, process.versions.node) ?? [],
		adapterWarning(host) ?? [],
		host.warnings,
		packageManagerWarnings(host),
	].flat();
	for (const warning of warnings) say(`${paint('yellow', 'Note:')} ${warning}`);
	const done = await finished(host, options, generation);
	if (!done && canAsk(options)) await greet(host);
	const { answers, install, changes } = done ?? (await decide(host, options, generation));
	const plan: Plan = { root: host.root, command: 'init', changes };
	const next = nextSteps(host, answers);
	const nextLines = (command: string | undefined) => nextStepLines(next, host.root, command);
	const yes = options.yes || done !== undefined;
	return carryOut(plan, host, { ...options, yes, install }, { nothing, next, nextLines });
}

interface Decided extends Answered {
	changes: Change[];
}

/** The generators load the compiler; what goes wrong before is told without waiting for it. */
async function decide(host: Host, options: InitOptions, generation: Generation): Promise<Decided> {
	const answered = await initAnswers(options, generation);
	const { initChanges } = await import('../../../generators/init/index.ts');
	return { ...answered, changes: initChanges(host, answered.answers) };
}

/** Run again on a finished project, there is nothing to ask about. */
async function finished(
	host: Host,
	options: InitOptions,
	generation: Generation,
): Promise<Decided | undefined> {
	if (!canAsk(options) || !Object.hasOwn(host.manifest.dependencies, '@authgraft/runtime')) return undefined;
	const answered = await initAnswers({ ...options, yes: true }, generation);
	const { nothingLeft } = await import('../../../generators/init/index.ts');
	const changes = nothingLeft(host, answered.answers);
	return changes && { ...answered, changes };
}

async function greet(host: Host): Promise<void> {
	const { intro, warn } = await import('../../terminal/prompts.ts');
	intro('authgraft init');
	const dirty = await dirtyFiles(host);
	if (dirty.length > 0)
		warn(
			`git has ${dirty.length} uncommitted ${dirty.length === 1 ? 'change' : 'changes'} here. Commit first if you want to see ours apart.`,
		);
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
function leaveAlone(
	host: Host,
	options: InitOptions,
	{ change, library }: { change: SkipChange; library: AuthLibrary },
): Promise<number> {
	say(`Already configured: ${change.path} ${change.summary} (${change.reason}).`);
	const way = 'Move it to authgraft, and nobody is signed out: authgraft migrate';
	say(`authgraft leaves it as it is.${isMovable(library.package) ? ` ${way}` : ''}`);
	say('Give --alongside to set a second one up.');
	if (options.verify) say('--verify tries the sign-in of authgraft, and there is none.');
	const plan: Plan = { root: host.root, command: 'init', changes: [change] };
	return carryOut(plan, host, { ...options, install: false, verify: false }, { nothing });
}
