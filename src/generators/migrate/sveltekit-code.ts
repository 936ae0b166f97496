import { moveAugmentations } from '../../edits/migrate/augmentations.ts';
import { migrateClient } from '../../edits/migrate/client/index.ts';
import { clientModuleText } from '../../edits/migrate/client/module.ts';
import { returnFailures } from '../../edits/migrate/sveltekit/actions/index.ts';
import { migrateAppTypes } from '../../edits/migrate/sveltekit/app-types.ts';
import { migrateComponents } from '../../edits/migrate/sveltekit/components/index.ts';
import { renameGetSession } from '../../edits/migrate/sveltekit/get-session.ts';
import { boundNames } from '../../edits/migrate/sveltekit/handle.ts';
import { ownLocalsAuth } from '../../edits/migrate/sveltekit/locals-auth.ts';
import { findUnsupported } from '../../edits/migrate/sveltekit/unsupported.ts';
import { removeTsconfigTypes } from '../../edits/migrate/tsconfig-types.ts';
import { relativeImport } from '../../host/files/paths.ts';
import { svelteMajor } from '../../host/framework/version.ts';
import type { HostPath } from '../../host/host.ts';
import { resolver } from '../../host/routes/resolve.ts';
import { importsOf } from '../../syntax/tree/imports.ts';
import { hostStyle } from '../changes/style.ts';
import { type ConfigFile, editEach, filesWith, type Migration } from './migration.ts';
import { configFacts, listedProviders } from './providers.ts';

/**
 * What uses sign-in, once the modules have their new names: each does what it did.
 * @param auth the file that calls SvelteKitAuth.
 */
export function stageCode(migration: Migration, config: ConfigFile, auth: HostPath): void {
	const { host, from } = migration;
	stageServer(migration, auth);
	const version = from.version === undefined ? {} : { version: from.version };
	stageClient(migration, config, version);
	const components = { ...version, svelte: svelteMajor(host) ?? 5 };
	editEach(
		migration,
		/@authgraft\/runtime\/sveltekit\/components/,
		'keeps its forms and buttons',
		(path, content) => migrateComponents(path, content, components),
	);
	editEach(migration, /\blocals\b|\b(?:getSession|setEnvDefaults)\b/, 'uses what has moved', findUnsupported);
}

/** Loads, actions, endpoints, hooks and their types. */
function stageServer(migration: Migration, auth: HostPath): void {
	const { host, staging, sources, files } = migration;
	editEach(migration, /\bgetSession\b/, 'asks for the session by locals.auth()', (path, content) =>
		renameGetSession(path, content),
	);
	const names = boundNames(auth, staging.read(auth) ?? '');
	const resolve = resolver(sources, new Set(files));
	editEach(migration, /\bsign(?:In|Out)\b|\bactions\b/, 'answers a failed sign-in', (path, content) => {
		const modules = importsOf(path, content).modules.filter((one) => resolve(path, one).includes(auth));
		return modules.length === 0 ? untouched : returnFailures(path, content, { modules, ...names });
	});
	editEach(migration, /\blocals\b/, 'sets the session', (path, content) => {
		const findings = path === auth ? [] : ownLocalsAuth(path, content);
		return findings.length === 0 ? untouched : { ...untouched, findings };
	});
	const pageData = filesWith(migration, /\bpage\.data\.session\b/).length > 0;
	const own = `${host.paths.source}/app.d.ts`;
	for (const path of filesWith(migration, /\bnamespace\s+App\b/))
		staging.edit(path, 'declares what is there', (content) =>
			migrateAppTypes(path, content, { pageData: pageData && path === own }),
		);
	const augmented = /declare\s+module\s*['"]@auth\/|<reference\s+types=['"]@auth\//;
	for (const path of filesWith(migration, augmented))
		staging.edit(path, 'extends the types where they are', (content) => moveAugmentations(path, content));
	for (const path of ['tsconfig.json', 'jsconfig.json'])
		if (/@auth\//.test(staging.read(path) ?? ''))
			staging.edit(path, 'names no types of the predecessor', removeTsconfigTypes);
}

const untouched = { kind: 'unchanged', reason: 'nothing to do' } as const;

/** The client of a host below a path puts that in front: a module of its own knows it. */
function stageClient(migration: Migration, config: ConfigFile, version: { version?: string }): void {
	const { host, staging, from } = migration;
	const client = /@authgraft\/runtime\/sveltekit\/client['"]/;
	const listed = configFacts(migration, config);
	const all = listedProviders(migration, config).map(({ id }) => id);
	const isWhole =
		Array.isArray(listed?.providers) && !listed.incomplete && listed.providers.length === all.length;
	const own = `${host.paths.lib}/auth-client.${host.language}`;
	const using = filesWith(migration, client).filter((path) => from.files.includes(path));
	const isBelow = host.base !== '' && using.length > 0;
	if (isBelow && host.exists(own)) {
		const reason = 'exists and does something else; rename it first';
		staging.refuse(own, 'knows the path that the application lies below', reason, clientText(migration));
		return;
	}
	for (const path of using) {
		const module = isBelow ? { module: importOf(migration, path, own) } : {};
		staging.edit(path, 'signs in and out as before', (content) =>
			migrateClient(path, content, { ...version, ...(isWhole ? { providers: all } : {}), ...module }),
		);
	}
	if (isBelow) staging.write(own, 'knows the path that the application lies below', clientText(migration));
}

const clientText = ({ host }: Migration): string =>
	clientModuleText(
		{ base: host.generation.declaredEnv ? 'resolve' : 'base', basePath: undefined },
		hostStyle(host),
	);

/** `$lib/auth-client` where the host says that; else by the folders. */
const importOf = ({ host }: Migration, path: HostPath, own: HostPath): string => {
	const { alias } = host.generation;
	return alias?.folder === 'lib' ? `${alias.name}/auth-client` : relativeImport(path, own);
};
