import { AuthgraftError } from '../../../errors.ts';
import type { Predecessor } from '../../../generators/migrate/predecessor.ts';
import { findAuthLibraries } from '../../../host/auth/libraries.ts';
import type { Host } from '../../../host/host.ts';
import { hasWrites, isRefusal, type Plan } from '../../../plan/change.ts';
import { carryOut } from '../../carry-out/index.ts';
import { runtimeSpec } from '../../package.ts';
import { paint, say } from '../../terminal/output.ts';
import { openToMigrate } from './open.ts';
import type { MigrateOptions } from './options.ts';
import { tellFindings, tellPeople } from './report.ts';

const nothing = 'Nothing to migrate.';

/**
 * `authgraft migrate`: from the wrapper of Auth.js that a project has to ours, all of it or nothing.
 * @returns the exit code; with `--check` 1 when there is something to migrate.
 * @throws AuthgraftError AG_HOST_UNSUPPORTED, AG_OTHER_AUTH, AG_REFUSED.
 */
export async function run(options: MigrateOptions): Promise<number> {
	const host = await openToMigrate(options);
	const { migrate } = await import('../../../generators/migrate/index.ts');
	const migrated = migrate(host, runtimeSpec());
	if (migrated.kind === 'listed') tellListed(host, migrated.from);
	if (migrated.kind === 'nothing') refuseForks(host);
	const plan: Plan = {
		...{ root: host.root, command: 'migrate' },
		changes: migrated.kind === 'plan' ? migrated.changes : [],
	};
	if (migrated.kind === 'plan') {
		const { from, people, findings } = migrated;
		say(`From ${nameOf(from)} to @authgraft/runtime`);
		if (!plan.changes.some(isRefusal)) {
			tellPeople(people, findings);
			tellFindings(findings);
		}
	}
	const next =
		migrated.kind === 'plan'
			? { from: factsOf(migrated.from), people: migrated.people, findings: migrated.findings }
			: { from: null };
	const dryRun = options.dryRun || options.check;
	const code = await carryOut(
		plan,
		host,
		{ ...options, dryRun, skipRefused: false },
		{ nothing, whole: true, next, nextLines: (install) => nextLines(install) },
	);
	return options.check && code === 0 && hasWrites(plan) ? 1 : code;
}

const nameOf = ({ name, version, core }: Predecessor): string =>
	`${name}${version ? ` ${version}` : ''}${core ? ` (@auth/core ${core})` : ''}`;

const factsOf = ({ name, version, core }: Predecessor) => ({ package: name, version, core });

/** Wrappers with an interface of their own. */
function refuseForks(host: Host): void {
	const [fork] = findAuthLibraries(host).filter(({ authJs }) => authJs);
	if (!fork) return;
	throw new AuthgraftError(
		'AG_OTHER_AUTH',
		`The project has ${fork.name} (${fork.package}), whose interface is its own: migrate does not take it over`,
		'Set sign-in up beside it (authgraft init --alongside), move what uses it, then take it out. With the same AUTH_SECRET and providers people sign in once more.',
	);
}

function tellListed(host: Host, listed: readonly Predecessor[]): void {
	const names = listed.map(({ name }) => name);
	say(
		`${paint('yellow', 'Note:')} package.json lists ${names.join(' and ')}, and no file imports it. Take it out: ${removeCommand(host, names)}`,
	);
}

/** `npm uninstall @auth/sveltekit` */
const removeCommand = ({ packageManager }: Host, names: readonly string[]): string =>
	[packageManager, packageManager === 'npm' ? 'uninstall' : 'remove', ...names].join(' ');

const nextLines = (install: string | undefined): string[] => [
	...(install ? [`Install the packages: ${install}`] : []),
	'Check the types, and start the application: you are still signed in.',
	'See which guard stands on which route: authgraft routes',
	'Look for what is wrong besides: authgraft doctor',
];
