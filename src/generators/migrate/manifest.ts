import semver from 'semver';
import { moveDependencies } from '../../edits/migrate/manifest.ts';
import { allDependencies } from '../../host/packages/manifest.ts';
import { stageDependencies } from '../changes/manifest.ts';
import { coreRange } from '../init/index.ts';
import type { Migration } from './migration.ts';

/** What the core asks of packages beside it: an older one would not install. */
const peers: Readonly<Record<string, string>> = {
	nodemailer: '^7.0.7',
	'@types/nodemailer': '^7.0.0',
	'@simplewebauthn/browser': '^9.0.1',
	'@simplewebauthn/server': '^9.0.2',
};

/** Package.json: the predecessors out, ours in, and what the core needs at a version that it takes. */
export function stageManifest(migration: Migration, runtimeSpec: string, gone: readonly string[]): void {
	const { host, staging } = migration;
	const listed = allDependencies(host.manifest);
	const raised = Object.entries({ '@auth/core': coreRange, ...peers }).filter(([name, range]) =>
		isOlder(listed[name], range),
	);
	const raise = Object.fromEntries(raised);
	const remove = gone.filter((name) => Object.hasOwn(listed, name));
	const summary = [
		...(remove.length > 0 ? [`takes ${remove.join(' and ')} out`] : []),
		...raised.map(([name, range]) => `asks for ${name} ${range}`),
	].join(', ');
	staging.edit('package.json', summary || 'takes the predecessor out', (content) =>
		moveDependencies(content, { remove, raise }),
	);
	stageDependencies(staging, host, { '@auth/core': coreRange, '@authgraft/runtime': runtimeSpec });
	for (const name of gone.filter((one) => !Object.hasOwn(listed, one)))
		staging.tell('package.json', {
			...{ code: 'listed-above', file: 'package.json' },
			text: `${name} is listed by the workspace's own package.json: take it out there, when no other application needs it.`,
		});
}

/** Whether what is asked for is older than what is needed. What semver cannot read, a catalog or a link, is the host's own. */
const isOlder = (range: string | undefined, needed: string): boolean =>
	range !== undefined &&
	semver.validRange(range) !== null &&
	!semver.subset(range, needed) &&
	range !== needed
		? (semver.minVersion(range)?.compare(semver.minVersion(needed) ?? '0.0.0') ?? 0) < 0
		: false;
