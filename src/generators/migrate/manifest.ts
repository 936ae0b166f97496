import semver from 'semver';
import { moveDependencies } from '../../edits/migrate/manifest.ts';
import { allDependencies } from '../../host/packages/manifest.ts';
import { stageDependencies } from '../changes/manifest.ts';
import { coreRange } from '../init/index.ts';
import { filesWith, type Migration } from './migration.ts';
import type { Predecessor } from './predecessor.ts';

/** What the core asks of packages beside it: an older one would not install. */
const peers: Readonly<Record<string, string>> = {
	nodemailer: '^7.0.7',
	'@types/nodemailer': '^7.0.0',
	'@simplewebauthn/browser': '^9.0.1',
	'@simplewebauthn/server': '^9.0.2',
};

/** Package.json: the predecessors out, ours in, and what the core needs at a version that it takes. */
export function stageManifest(
	migration: Migration,
	runtimeSpec: string,
	gone: readonly Pick<Predecessor, 'name' | 'listed'>[],
): void {
	const { host, staging } = migration;
	const listed = allDependencies(host.manifest);
	const raised = Object.entries({ '@auth/core': coreRange, ...peers }).filter(([name, range]) =>
		isOlder(listed[name], range),
	);
	const raise = Object.fromEntries(raised);
	const isHere = ({ name }: { name: string }) => Object.hasOwn(listed, name);
	const remove = gone.filter(isHere).map(({ name }) => name);
	const summary = [
		...(remove.length > 0 ? [`takes ${remove.join(' and ')} out`] : []),
		...raised.map(([name, range]) => `asks for ${name} ${range}`),
	].join(', ');
	staging.edit('package.json', summary || 'takes the predecessor out', (content) =>
		moveDependencies(content, { remove, raise }),
	);
	stageDependencies(staging, host, { '@auth/core': coreRange, '@authgraft/runtime': runtimeSpec });
	stageFaults(migration, listed, raise);
	for (const { name } of gone.filter((one) => one.listed && !isHere(one)))
		staging.tell('package.json', {
			...{ code: 'listed-above', file: 'package.json' },
			text: `${name} is listed by the workspace's own package.json: take it out there, when no other application needs it.`,
		});
}

/** What a raised package would break, and what cannot be raised here. */
function stageFaults(
	migration: Migration,
	listed: Readonly<Record<string, string>>,
	raise: Readonly<Record<string, string>>,
): void {
	const { host, staging } = migration;
	const [, catalog] = /^catalog:(.*)$/.exec(listed['@auth/core'] ?? '') ?? [];
	const held = catalog === undefined ? undefined : host.catalogs[catalog.trim() || 'default']?.['@auth/core'];
	if (isOlder(held, coreRange))
		staging.refuse(
			'package.json',
			'asks for @auth/core',
			`takes @auth/core from a catalog that holds it at ${held}: raise it there first`,
			`'@auth/core': ${coreRange}`,
		);
	if (raise.nodemailer === undefined) return;
	for (const path of filesWith(migration, /\bSES\s*:/))
		if (/nodemailer/i.test(staging.read(path) ?? ''))
			staging.refuse(
				path,
				'sends mail',
				'hands nodemailer a transport of SES, in a form that nodemailer 7 has no more: it is needed by the core',
				"createTransport({ SES: { sesClient, SendEmailCommand } }) // of '@aws-sdk/client-sesv2'",
			);
}

/** Whether what is asked for is older than what is needed. What semver cannot read, a catalog or a link, is the host's own. */
const isOlder = (range: string | undefined, needed: string): boolean =>
	range !== undefined &&
	semver.validRange(range) !== null &&
	!semver.subset(range, needed) &&
	range !== needed
		? (semver.minVersion(range)?.compare(semver.minVersion(needed) ?? '0.0.0') ?? 0) < 0
		: false;
