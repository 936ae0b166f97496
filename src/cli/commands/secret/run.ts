import { AuthgraftError } from '../../../errors.ts';
import type { SecretPlan } from '../../../generators/secret/secret.ts';
import type { Host } from '../../../host/host.ts';
import { isRefusal, type Plan } from '../../../plan/change.ts';
import { freshSecret } from '../../answers/fresh-secret.ts';
import { carryOut } from '../../carry-out/index.ts';
import { openHost } from '../../host/open.ts';
import { jsonDocument } from '../../terminal/json-document.ts';
import { data, paint, say } from '../../terminal/output.ts';
import type { SecretOptions } from './options.ts';

/**
 * `authgraft secret` makes AUTH_SECRET, `authgraft secret rotate` puts a new one in front of it, `--print` only prints one.
 * @returns the exit code.
 * @throws AuthgraftError AG_USAGE, AG_SECRET_TOO_SHORT, AG_ENV_TRACKED, AG_NOT_SET_UP.
 */
export async function run(action: 'rotate' | undefined, options: SecretOptions): Promise<number> {
	if (options.print) return print(action, options);
	const host = await openHost(options);
	const { changes, notes, ...state } = await planFor(action, host);
	const refused = changes.some(isRefusal);
	for (const note of refused ? [] : notes) say(`${paint('yellow', 'Note:')} ${note}`);
	const plan: Plan = { root: host.root, command: action ? `secret ${action}` : 'secret', changes };
	const lines = action ? rotationLines(state) : creationLines;
	return carryOut(
		plan,
		host,
		{ ...options, install: false },
		{
			nothing: refused
				? 'Nothing was written.'
				: `Nothing to do: ${state.file} has ${state.signs} already. For a new one: authgraft secret rotate`,
			...(refused ? {} : { next: { ...state, notes, lines } }),
			nextLines: () => lines,
		},
	);
}

/** The generators load the compiler. */
async function planFor(action: 'rotate' | undefined, host: Host): Promise<SecretPlan> {
	if (action) return (await import('../../../generators/secret/rotate.ts')).rotationPlan(host, freshSecret());
	return (await import('../../../generators/secret/secret.ts')).secretPlan(host, freshSecret());
}

/** For deployment: the one place that shows a secret, since it is nobody's yet. */
function print(action: 'rotate' | undefined, { json }: SecretOptions): number {
	if (action)
		throw new AuthgraftError(
			'AG_USAGE',
			'--print only prints a fresh secret, and rotates nothing',
			'Write authgraft secret --print, or authgraft secret rotate.',
			2,
		);
	const value = freshSecret();
	if (json) jsonDocument({ command: 'secret', exitCode: 0 }, { secret: value });
	else data(value);
	return 0;
}

const creationLines = [
	'Production has an environment of its own: set AUTH_SECRET there to another one: authgraft secret --print',
];

function rotationLines({ signs, accepted, oldestWent }: Omit<SecretPlan, 'changes' | 'notes'>): string[] {
	const older = accepted.join(', ');
	return [
		accepted.length > 0
			? `${signs} signs from now on. ${older} ${accepted.length > 1 ? 'stay' : 'stays'} accepted, so nobody is signed out.`
			: `${signs} signs from now on, alone: everybody signs in again.`,
		...(oldestWent
			? ['All four names were taken, so the oldest secret is gone: sessions that were not renewed since end.']
			: []),
		...(accepted.length > 0
			? [
					`In production set ${signs} in the environment to another new one (authgraft secret --print), and keep ${older}.`,
					`On several machines the new one must be known everywhere before it signs. First, on all of them, give it to the lowest name and move the others up one; then, on all of them, bring them into the order above.`,
					`After the longest session (30 days, unless you changed maxAge) the older ones can go. If one of them leaked, take it out now: everybody signs in again.`,
				]
			: []),
	];
}
