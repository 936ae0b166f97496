import type { MigrateCode } from '../../edits/migrate/codes.ts';
import { findOldEntries, findOldVariables } from '../../edits/migrate/env.ts';
import { findOwnRequests } from '../../edits/migrate/fetch.ts';
import { migrateProviders } from '../../edits/migrate/providers/index.ts';
import { handOnRow } from '../../edits/migrate/session/callback.ts';
import { envFiles, envFolder } from '../env/index.ts';
import { type ConfigFile, editEach, filesWith, type Migration } from './migration.ts';
import { configFacts, listedProviders } from './providers.ts';

/** What is the same on both frameworks: providers, the session callback, variables, requests to the endpoints. */
export function stageShared(migration: Migration, config: ConfigFile): void {
	const { staging, from } = migration;
	const facts = configFacts(migration, config);
	editEach(migration, /@auth\/core\/providers\//, 'keeps what its providers say', (path, content) =>
		migrateProviders(path, content, {
			...(from.core === undefined ? {} : { core: from.core }),
			adapter: facts?.adapter !== 'absent',
			variables: variablesOf(migration),
		}),
	);
	const { file, name } = config;
	staging.edit(file, 'hands its people on as before', (content) =>
		handOnRow(file, content, { ...(name === undefined ? {} : { name }), reads: readOfPeople(migration) }),
	);
	const mail = listedProviders(migration, config).find(({ fact }) => fact?.type === 'email');
	if (mail)
		staging.tell(file, {
			...{ code: 'email-confirm' satisfies MigrateCode, file, line: facts?.line ?? 1 },
			text: `lists ${mail.id}: a link leads to a page with a button first, so that programs which open mail sign nobody in. \`confirmEmailLinks: false\` signs in at once, as before.`,
		});
	editEach(migration, /\bNEXTAUTH_URL\b/, 'reads variables', findOldVariables);
	editEach(migration, /X-Auth-Return-Redirect/i, 'asks the endpoints', findOwnRequests);
	stageEnvFiles(migration);
}

/** What pages read of a person besides what every session has. */
function readOfPeople(migration: Migration): string[] {
	const found = filesWith(migration, /\buser\b/).flatMap((path) =>
		[...(migration.staging.read(path) ?? '').matchAll(/\bsession\??\.user\??\.(\w+)/g)].map(
			([, name]) => name ?? '',
		),
	);
	return [...new Set(found)].filter((name) => !['name', 'email', 'image'].includes(name));
}

const variablesOf = ({ host }: Migration): string[] =>
	host.envDir === undefined
		? []
		: envFiles(host, envFolder(host)).flatMap(({ values }) => Object.keys(values));

function stageEnvFiles(migration: Migration): void {
	const { host, staging } = migration;
	if (host.envDir === undefined) return;
	const read = filesWith(migration, /\bNEXTAUTH_SECRET\b/).length > 0 ? ['NEXTAUTH_SECRET'] : [];
	for (const { file } of envFiles(host, envFolder(host)))
		if (host.exists(file)) staging.edit(file, 'has variables', (content) => findOldEntries(content, read));
}
