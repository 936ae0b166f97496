import { AuthgraftError } from '../../errors.ts';
import { cwdOption } from '../../host/files/folders.ts';
import type { Host } from '../../host/host.ts';
import { installCommand, needsInstall, ourPackages } from '../install/index.ts';
import { canAsk } from '../terminal/can-ask.ts';
import { interruptible } from '../terminal/interrupt.ts';
import { paint, say } from '../terminal/output.ts';
import { findingLines, findingOf } from '../trial/finding.ts';
import { tryOut } from '../trial/index.ts';

/** What `--verify` found out; what `--json` carries. */
export interface Verified {
	/** What was seen to hold: signed in, guarded, signed out. */
	proofs: string[];
	findings: object[];
	/** What could not be told, and why. */
	unanswered: object[];
}

interface Wanted {
	yes: boolean;
	json: boolean;
	dryRun: boolean;
	install: boolean;
}

/**
 * Refuses what could not be verified, before anything is written.
 * @throws AuthgraftError AG_USAGE (exit 2)
 */
export async function checkVerifiable(host: Host, { dryRun, install }: Wanted): Promise<void> {
	const refused = (message: string, hint: string) => new AuthgraftError('AG_USAGE', message, hint, 2);
	if (dryRun)
		throw refused('--verify tries what was written, and --dry-run writes nothing', 'Give one of the two.');
	if (!install && needsInstall(host, ourPackages))
		throw refused(
			'--verify builds the project, and its packages are not installed',
			`Leave --no-install out, or install them first: ${installCommand(host)}`,
		);
	const { hasBuild } = await import('../../doctor/start/index.ts');
	if (!hasBuild(host))
		throw refused(
			'--verify builds the project, and package.json has no script "build"',
			'Add one, or leave --verify out.',
		);
}

/**
 * Builds the project as it is, so that it can be told whether a change broke it.
 * @returns whether it does; false, too, where nothing is installed to build it with.
 */
export async function buildsAlready(host: Host): Promise<boolean> {
	const { builds } = await import('../../doctor/start/index.ts');
	say(paint('dim', 'Building the project as it is ...'));
	const failed = await interruptible((signal) => builds(host, signal));
	if (failed === 'not installed')
		say('Nothing is installed yet, so whether it worked before cannot be told.');
	else if (failed) say(`${paint('yellow', 'Note:')} The project does not build as it is, either.`);
	return failed === undefined;
}

/**
 * Builds and starts what is there now, signs in and out, and says what was seen.
 * @param keep gets what was seen, whatever becomes of it.
 * @param worked there was a change, and before it the project built: then there is a way back to offer.
 * @throws AuthgraftError AG_NOT_VERIFIED when it does not work.
 */
export async function verify(
	host: Host,
	options: Wanted,
	worked: boolean,
	keep: (verified: Verified) => void,
): Promise<void> {
	const { error, verified } = await attempt(host);
	keep(verified);
	if (error === undefined) return;
	throw new AuthgraftError(
		'AG_NOT_VERIFIED',
		`Tried, it does not work: ${error}`,
		worked ? await offerWayBack(host, options) : 'Do what is said above, then: authgraft doctor --start',
	);
}

async function attempt({ root }: Host): Promise<{ error: string | undefined; verified: Verified }> {
	const [{ readHost }, { examined }, { examineHost }, { sortFindings }, { rowOf }] = await Promise.all([
		import('../../host/index.ts'),
		import('../../doctor/context.ts'),
		import('../../doctor/host/index.ts'),
		import('../../doctor/report.ts'),
		import('../../doctor/codes.ts'),
	]);
	const context = examined(await readHost(root), { production: false, variables: process.env });
	say();
	const { proofs, found, unanswered } = await tryOut(context);
	const seen = new Set<string>(found.map(({ code }) => code));
	// Of what the source alone shows, that which explains what was seen; the rest is for the doctor to tell.
	const causes = examineHost(context).found.filter(({ code }) =>
		rowOf(code).explains?.some((effect) => seen.has(effect)),
	);
	const { shown } = sortFindings([...causes, ...found.filter(({ severity }) => severity !== 'note')]);
	for (const finding of shown) say('', ...findingLines(finding));
	for (const { check, state, why } of unanswered)
		if (state === 'unknown') say(`${paint('yellow', '?')} ${check}: cannot be told. ${why}`);
	return {
		error: shown.find(({ severity }) => severity === 'error')?.title,
		verified: { proofs, findings: shown.map(findingOf), unanswered },
	};
}

/** Asks where somebody can be asked; else says how. */
async function offerWayBack({ root }: Host, options: Wanted): Promise<string> {
	const command = `The project built before. Take the changes back with: authgraft undo${cwdOption(root)}`;
	if (!canAsk(options)) return command;
	const { askYesNo } = await import('../terminal/prompts.ts');
	if (!(await askYesNo('The project built before. Take the changes back?'))) return command;
	const { undoLast } = await import('../../plan/index.ts');
	const { left } = await undoLast(root);
	const [first, ...more] = left.map(({ path }) => path);
	return first === undefined
		? 'The changes were taken back.'
		: `The changes were taken back, but for ${[first, ...more].join(', ')}, which changed since.`;
}
