import { examined } from '../../../doctor/context.ts';
import { fixPlan } from '../../../doctor/fix.ts';
import { examineHost } from '../../../doctor/host/index.ts';
import { AuthgraftError } from '../../../errors.ts';
import type { Host } from '../../../host/host.ts';
import { renderDiff } from '../../../plan/index.ts';
import { carryOut } from '../../carry-out/index.ts';
import { recoverFirst } from '../../host/recovery.ts';
import { paintDiff, say } from '../../terminal/output.ts';
import type { DoctorOptions } from './options.ts';

/**
 * Mends what is safe to mend, in one plan: shown as a diff, asked about, taken back by `undo`. It rotates no secret, takes
 * no guard away, and touches no environment of production.
 * @throws AuthgraftError as every command that changes something; AG_MISSING_ANSWER with `--json` and without `--yes`.
 */
export async function fix(host: Host, options: DoctorOptions): Promise<void> {
	const { production, json, yes } = options;
	if (json && !yes)
		throw new AuthgraftError(
			'AG_MISSING_ANSWER',
			'--fix asks before it writes, and --json cannot be asked',
			'Give --yes.',
			2,
		);
	const common = { ...options, install: false, skipRefused: false };
	await recoverFirst(host.root, common);
	const examine = (one: Host) => examineHost(examined(one, { production, variables: process.env })).found;
	const plan = fixPlan(host, examine);
	if (plan.changes.length > 0) {
		say(`Can be mended: ${plan.mends.join(', ')}.`);
		say(...paintDiff(await renderDiff(plan)).split('\n'));
	}
	if (options.dryRun) return;
	// What was found is told behind it, in one document with `--json`.
	await carryOut(
		plan,
		host,
		{ ...common, json: false },
		{ nothing: 'Nothing that can be mended without a person.' },
	);
}
