import { AuthgraftError } from '../../errors.ts';
import { cwdOption } from '../../host/files/folders.ts';
import type { Host } from '../../host/host.ts';
import { hasWrites, isRefusal, isWrite, type Plan } from '../../plan/change.ts';
import type { CommonOptions } from '../command/common.ts';
import { checkAvailable } from '../install/available.ts';
import { install, installCommand, installFiles, needsInstall, ourPackages } from '../install/index.ts';
import { canAsk } from '../terminal/can-ask.ts';
import { cancelled, tellFailure } from '../terminal/failure.ts';
import { interruptible } from '../terminal/interrupt.ts';
import { jsonDocument } from '../terminal/json-document.ts';
import { dataText, paint, paintDiff, say } from '../terminal/output.ts';
import { dirtyFiles } from './git-state.ts';
import { countWrites, showNotes, showPlan } from './report.ts';
import { buildsAlready, checkVerifiable, type Verified, verify } from './verify.ts';

/** What became of a plan; what `--json` prints besides the plan itself. */
interface Progress {
	applied: boolean;
	installed: boolean;
	/** With `--verify`. */
	verified?: Verified;
}

/** Some commands can also try what they did. */
type CarryOutOptions = CommonOptions & { verify?: boolean };

/** What a command says besides its plan. */
export interface Closing {
	/** When there is nothing to do: `Nothing to do: sign-in is set up already.` */
	nothing: string;
	/** All of the plan, or nothing: no part of it makes sense alone. */
	whole?: boolean;
	/** Packages that the change relies on; ours, unless it says otherwise. */
	packages?: readonly string[];
	/** Carried by `--json` as it is. */
	next?: object;
	/** The same for people, a line each. `install`: the command, where the packages are not installed yet. */
	nextLines?(install: string | undefined): string[];
}

/**
 * The second half of every command that changes a host: preview, consent, disk, install, report.
 * @returns the exit code.
 * @throws AuthgraftError whatever stops it. With `--json` the document with plan and error is printed here.
 */
export async function carryOut(
	plan: Plan,
	host: Host,
	options: CarryOutOptions,
	closing: Closing,
): Promise<number> {
	const progress: Progress = { applied: false, installed: false };
	let error: unknown;
	try {
		await run(plan, host, options, closing, progress);
	} catch (thrown) {
		error = thrown;
	}
	const failure = error instanceof AuthgraftError ? error : undefined;
	if (error && !(options.json && failure)) throw error;
	if (!options.json) return 0;
	const { planToJson } = await import('../../plan/index.ts');
	const { dryRun } = options;
	const fields = { dryRun, ...planToJson(plan), ...progress, next: closing.next };
	const exitCode = failure?.exitCode ?? 0;
	jsonDocument({ command: plan.command, host, error: failure, exitCode }, fields);
	if (failure) tellFailure(failure);
	return exitCode;
}

async function run(
	plan: Plan,
	host: Host,
	options: CarryOutOptions,
	closing: Closing,
	progress: Progress,
): Promise<void> {
	if (options.verify) await checkVerifiable(host, options);
	if (options.dryRun && !options.json) await printDiff(plan, closing);
	if (plan.changes.some(isRefusal)) {
		showPlan(plan);
		if (!options.skipRefused) throw refused(plan, closing);
	}
	if (options.dryRun) return;
	if (!hasWrites(plan)) {
		if (!plan.changes.some(isRefusal)) showNotes(plan);
		await finishInstall(host, options, closing, progress);
		return verifyIfWanted(host, options, false, progress);
	}
	if (!plan.changes.some(isRefusal)) showPlan(plan);
	await checkGit(host, options);
	await confirm(options);
	// Behind consent: it starts the program that the install would start.
	if (options.install) await interruptible((interrupt) => checkAvailable(plan, host, interrupt));
	const worked = options.verify === true && (await buildsAlready(host));
	await interruptible((interrupt) => write(plan, host, options, closing, progress, interrupt));
	await showNext(host, options, closing, progress);
	await verifyIfWanted(host, options, worked, progress);
}

async function verifyIfWanted(
	host: Host,
	options: CarryOutOptions,
	worked: boolean,
	progress: Progress,
): Promise<void> {
	if (!options.verify) return;
	const keep = (verified: Verified) => {
		progress.verified = verified;
	};
	await verify(host, options, worked, keep);
}

async function printDiff(plan: Plan, { nothing }: Closing): Promise<void> {
	const { renderDiff } = await import('../../plan/index.ts');
	const diff = await renderDiff(plan);
	dataText(paintDiff(diff));
	if (diff === '') say(nothing);
}

function refused(plan: Plan, { whole }: Closing): AuthgraftError {
	const refusals = plan.changes.filter(isRefusal);
	const files = refusals.map(({ path }) => path);
	const rest = hasWrites(plan) && !whole ? ', or give --skip-refused to apply the rest' : '';
	const [first] = refusals;
	const nothing = 'Nothing was changed';
	// There is nothing to paste and nothing else to do: what is wrong is no matter of shape.
	if (first && files.length === 1 && !first.snippet && rest === '') {
		const [fault, mend = 'Do what is said above and run again'] = first.reason.split('. ');
		return new AuthgraftError('AG_REFUSED', `${nothing}: ${first.path} ${fault}`, `${mend}.`);
	}
	return new AuthgraftError(
		'AG_REFUSED',
		`${nothing}: ${files.join(', ')} ${files.length === 1 ? 'has a shape' : 'have shapes'} that authgraft does not edit`,
		`${refusals.some(({ snippet }) => snippet) ? 'Paste the snippet above' : 'Do what is said above'} and run again${rest}.`,
	);
}

/** Nothing to write; but an install that failed or was left out may still be open. */
async function finishInstall(
	host: Host,
	options: CarryOutOptions,
	{ nothing, packages = ourPackages }: Closing,
	progress: Progress,
): Promise<void> {
	if (options.install && needsInstall(host, packages)) {
		say('The files are in place; the packages are not installed yet.');
		await interruptible((interrupt) => installAgain(host, packages, interrupt));
		progress.installed = true;
	}
	say(nothing);
}

/** Without a plan of its own, so that of a cancelled one only what the package manager wrote is to be taken back. */
async function installAgain(host: Host, packages: readonly string[], interrupt: AbortSignal): Promise<void> {
	const { rememberFiles } = await import('../../plan/index.ts');
	const restoreLockFiles = rememberFiles(host.root, installFiles(host));
	try {
		await install(host, packages, interrupt);
	} catch (error) {
		if (error instanceof AuthgraftError && error.code === 'AG_CANCELLED') restoreLockFiles();
		throw error;
	}
}

async function checkGit(host: Host, options: CommonOptions): Promise<void> {
	if (options.allowDirty || canAsk(options)) return;
	const dirty = await dirtyFiles(host);
	if (dirty.length === 0) return;
	const some = dirty.slice(0, 5).join(', ') + (dirty.length > 5 ? ` and ${dirty.length - 5} more` : '');
	throw new AuthgraftError(
		'AG_GIT_DIRTY',
		`git has uncommitted changes: ${some}`,
		'Commit or stash them first, so that the diff shows what authgraft did; or give --allow-dirty.',
	);
}

async function confirm(options: CommonOptions): Promise<void> {
	if (!canAsk(options)) return;
	const { askYesNo } = await import('../terminal/prompts.ts');
	if (!(await askYesNo('Write these changes?'))) throw cancelled();
}

/** Ctrl-C from here on takes the files back: cancelled means that the project is as it was. */
async function write(
	plan: Plan,
	host: Host,
	options: CarryOutOptions,
	{ packages = ourPackages }: Closing,
	progress: Progress,
	interrupt: AbortSignal,
): Promise<void> {
	const { applyPlan, recordInstalled, rememberFiles, undoLast } = await import('../../plan/index.ts');
	const lockFiles = installFiles(host);
	const restoreLockFiles = rememberFiles(host.root, lockFiles);
	await applyPlan(plan, { skipRefused: options.skipRefused });
	progress.applied = true;
	const manifestChanged = plan.changes.some((change) => isWrite(change) && change.path === 'package.json');
	try {
		if (interrupt.aborted) throw cancelled();
		const undo = `authgraft undo${cwdOption(host.root)}`;
		say('', `${paint('green', 'Done:')} ${countWrites(plan.changes)}. Take it back with: ${undo}`);
		if (!options.install || !manifestChanged) return;
		say();
		try {
			await install(host, packages, interrupt);
			progress.installed = true;
		} finally {
			// Package managers write package.json again, too; unnoted, undo would take that for an edit of the user's.
			const own = ['package.json', ...lockFiles].filter((file) => !file.startsWith('../'));
			const files = own.filter((file) => host.exists(file));
			await recordInstalled(host.root, files);
		}
	} catch (error) {
		if (error instanceof AuthgraftError && error.code === 'AG_CANCELLED') {
			await undoLast(host.root);
			restoreLockFiles();
			progress.applied = false;
		}
		throw error;
	}
}

async function showNext(
	host: Host,
	options: CarryOutOptions,
	{ nextLines, packages = ourPackages }: Closing,
	progress: Progress,
): Promise<void> {
	if (options.json || !nextLines) return;
	const install = !progress.installed && needsInstall(host, packages) ? installCommand(host) : undefined;
	const lines = nextLines(install);
	if (lines.length > 0) say('', paint('bold', 'Next'));
	for (const line of lines) say(`  ${line}`);
}
