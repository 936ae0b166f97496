import { mentionsMoved, moveModules } from '../../edits/migrate/modules.ts';
import { takeHandle } from '../../edits/migrate/sveltekit/handle.ts';
import { svelteKitModules } from '../../edits/migrate/sveltekit/modules.ts';
import { addOptions, placeOfOptions } from '../../edits/migrate/sveltekit/options.ts';
import { runtimeModules } from '../../framework.ts';
import { svelteMajor } from '../../host/framework/version.ts';
import type { Host, HostPath } from '../../host/host.ts';
import { hostStyle } from '../changes/style.ts';
import { envFiles, envFolder } from '../env/index.ts';
import { variablesFor } from '../init/context-for.ts';
import { stageEnvModule } from '../init/sveltekit/env-module.ts';
import { findConfig } from './find-config.ts';
import type { ConfigFile, Migration } from './migration.ts';
import { isBefore } from './predecessor.ts';
import { listedProviders } from './providers.ts';
import { pathOf } from './solid-paths.ts';
import { stageCode } from './sveltekit-code.ts';

/** A SvelteKit host, in the order in which each edit can rely on those before it. */
export function stageSvelteKit(migration: Migration): ConfigFile | undefined {
	stageModules(migration);
	const found = stageConfig(migration);
	if (found) stageCode(migration, found.config, found.auth);
	return found?.config;
}

function stageModules({ host, staging, files }: Migration): void {
	const moves = svelteKitModules({ svelte: svelteMajor(host) });
	for (const path of files) {
		if (!mentionsMoved(staging.read(path) ?? '', moves)) continue;
		staging.edit(path, 'imports what has moved', (content) => moveModules(path, content, { moves }));
	}
}

function stageConfig(migration: Migration): { config: ConfigFile; auth: HostPath } | undefined {
	const { host, staging, from } = migration;
	const { generation } = host;
	const found = findConfig(migration, {
		call: 'SvelteKitAuth',
		snippet: 'export const { handle } = SvelteKitAuth({ ... });',
		read: placeOfOptions,
	});
	if (!found) return undefined;
	const { call } = found;
	// One that takes no options of ours is spread into the call.
	const atCall = found.place.kind === 'typed-as-core';
	const [file, name] = atCall ? [call, undefined] : [found.file, found.name];
	// Somebody moved it by hand: it says what it is to say.
	const isOurs = (host.read(call) ?? '').includes(runtimeModules.sveltekit);
	if (isBefore(from, '0.12.0') && !isOurs)
		staging.edit(call, 'takes the handle out of what SvelteKitAuth gives', (content) =>
			takeHandle(call, content),
		);
	const hadBasePath = !isBefore(from, '0.8.0') && isBefore(from, '0.11.0');
	// Those versions went by the path of AUTH_URL first.
	const fixed = hadBasePath && !isOurs ? pathOf(addressOf(host)) : undefined;
	const request = {
		basePath: fixed ?? '/auth',
		obeyed: {
			prefix: isBefore(from, '0.8.0'),
			basePath: isOurs || (hadBasePath && fixed === undefined),
		},
		appEnvModule: generation.appEnvModule ?? '',
		privateEnvModule: generation.privateEnvModule ?? '',
		declaredEnv: generation.declaredEnv,
		name,
		atCall,
	};
	staging.edit(file, 'hands over what the predecessor took from SvelteKit by itself', (content) =>
		addOptions(file, content, request),
	);
	const config = { file, name, basePath: request.basePath };
	if (generation.declaredEnv) stageVariables(migration, config);
	return { config, auth: call };
}

/** AUTH_URL, as far as the env files have it. */
const addressOf = (host: Host): string | undefined =>
	host.envDir === undefined
		? undefined
		: envFiles(host, envFolder(host)).findLast(({ values }) => values.AUTH_URL)?.values.AUTH_URL;

/** Where variables have to be declared, those that the configuration reads. */
function stageVariables(migration: Migration, config: ConfigFile): void {
	const { host, staging } = migration;
	const providers = listedProviders(migration, config).flatMap(({ fact }) => fact ?? []);
	stageEnvModule({ host, staging, style: hostStyle(host), variables: variablesFor(host, { providers }) });
}
