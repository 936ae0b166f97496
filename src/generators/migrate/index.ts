import type { MigrateCode } from '../../edits/migrate/codes.ts';
import { lineOfPackage } from '../../edits/migrate/left.ts';
import { runtimeModules } from '../../framework.ts';
import type { Host, HostPath } from '../../host/host.ts';
import { openSources } from '../../host/routes/index.ts';
import type { Change } from '../../plan/change.ts';
import { Staging } from '../changes/index.ts';
import { type MigrateFinding, takeFindings } from './finding.ts';
import { stageManifest } from './manifest.ts';
import { type Migration, remembering } from './migration.ts';
import { type Checked, peopleOf } from './people.ts';
import { findPredecessors, type Predecessor, refuseShared } from './predecessor.ts';
import { stageSessions } from './sessions.ts';
import { stageShared } from './shared.ts';
import { stageSolidStart } from './solid-start.ts';
import { stageSvelteKit } from './sveltekit.ts';

/** What a host has of a predecessor, and what becomes of it. */
export type Migrated =
	/** Neither imported nor listed. */
	| { kind: 'nothing' }
	/** Listed, and no file imports it. */
	| { kind: 'listed'; from: Predecessor[] }
	| {
			kind: 'plan';
			from: Predecessor;
			changes: Change[];
			people: Checked[];
			findings: MigrateFinding[];
	  };

/** Whoever sets sign-in up calls one of these. */
const calls = /\b(?:SvelteKitAuth|SolidAuth|StartAuthJS)\b/;

/**
 * Moves a host from a wrapper of Auth.js to ours: all of it, or nothing where a part is refused.
 * @param runtimeSpec what package.json gets for the runtime.
 * @throws AuthgraftError AG_REFUSED where a package of the workspace has a predecessor of its own.
 */
export function migrate(host: Host, runtimeSpec: string): Migrated {
	refuseShared(host);
	const sources = openSources(host);
	const all = codeOf(host, sources.files(''));
	const files = all.filter((path) => sources.text(path) !== undefined);
	const found = findPredecessors(host, files, (path) => sources.text(path));
	const imported = found.filter((one) => one.files.length > 0);
	// One may be there for the types of a provider only.
	const from =
		imported.find((one) => one.files.some((path) => calls.test(sources.text(path) ?? ''))) ?? imported[0];
	const [listed] = found;
	if (!listed) return { kind: 'nothing' };
	const isMoved = files.some((path) => sources.text(path)?.includes(runtimeModules[host.framework]));
	if (!from && !isMoved) return { kind: 'listed', from: found };
	const staging = new Staging(remembering(host));
	const migration: Migration = { host, staging, sources, from: from ?? listed, files };
	staging.reserve('package.json');
	if (from && from.version === undefined) refuseUnknown(staging, from);
	const config = host.framework === 'sveltekit' ? stageSvelteKit(migration) : stageSolidStart(migration);
	if (config) stageShared(migration, config);
	if (config) stageSessions(migration, config);
	stageManifest(migration, runtimeSpec, found);
	for (const { name } of found) stageLeft(migration, name);
	for (const path of all)
		if (!files.includes(path))
			staging.tell(path, {
				...{ code: 'unread' satisfies MigrateCode, file: path },
				text: `${path} cannot be read, so nothing in it was moved: it is too large, or no text.`,
			});
	const written = staging.changes().filter(({ kind, findings }) => kind !== 'skip' || findings);
	return {
		kind: 'plan',
		from: migration.from,
		people: peopleOf(migration, config),
		...takeFindings(written),
	};
}

/** What a version did by itself decides what is written: taken for another, people would be signed out, or nobody could sign in. */
function refuseUnknown(staging: Staging, { name }: Predecessor): void {
	const reason = `does not tell which version of ${name} this is, and it is not installed: install the dependencies first`;
	staging.refuse('package.json', 'moves sign-in', reason, '');
}

/** After all edits no import of a predecessor may be left: it would not be installed any more. */
function stageLeft({ staging, files }: Migration, name: string): void {
	for (const path of files) {
		if (staging.refuses(path)) continue;
		const line = lineOfPackage(path, staging.read(path) ?? '', name);
		if (line !== undefined)
			staging.refuse(path, 'imports what has moved', `still names ${name}, in a way that is not moved`, '', {
				line,
			});
	}
}

/** Folders beside the sources that hold what was built, not what was written. */
const built =
	/^(?:build|dist|out|coverage|storybook-static|playwright-report|\.(?:svelte-kit|output|vercel|netlify|wrangler|vinxi|nitro|authgraft|git))\//;

/** Files that a person wrote and that may import: code, components, and markdown among the pages. */
const codeOf = ({ paths }: Host, files: readonly HostPath[]): HostPath[] =>
	files.filter(
		(path) =>
			(/\.(?:[cm]?[jt]sx?|svelte)$/.test(path) ||
				(/\.(?:svx|md)$/.test(path) && path.startsWith(`${paths.source}/`))) &&
			!built.test(path),
	);
