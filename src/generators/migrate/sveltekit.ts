import { mentionsMoved, moveModules } from '../../edits/migrate/modules.ts';
import { takeHandle } from '../../edits/migrate/sveltekit/handle.ts';
import { svelteKitModules } from '../../edits/migrate/sveltekit/modules.ts';
import { addOptions, placeOfOptions } from '../../edits/migrate/sveltekit/options.ts';
import { runtimeModules } from '../../framework.ts';
import type { Host, HostPath } from '../../host/host.ts';
import { resolver } from '../../host/routes/resolve.ts';
import { hostStyle } from '../changes/style.ts';
import { envFiles, envFolder } from '../env/index.ts';
import { variablesFor } from '../init/context-for.ts';
import { stageEnvModule } from '../init/sveltekit/env-module.ts';
import { type ConfigFile, filesWith, type Migration } from './migration.ts';
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
	const moves = svelteKitModules({ svelte: host.svelte });
	for (const path of files) {
		if (!mentionsMoved(staging.read(path) ?? '', moves)) continue;
		staging.edit(path, 'imports what has moved', (content) => moveModules(path, content, { moves }));
	}
}

type FoundPlace = NonNullable<ReturnType<typeof placeOfOptions>>;

/** Where the configuration is handed over, and where it is written. */
interface ConfigPlace {
	call: HostPath;
	config: HostPath;
	name: string | undefined;
	atCall: boolean;
}

function stageConfig(migration: Migration): { config: ConfigFile; auth: HostPath } | undefined {
	const { host, staging, from } = migration;
	const { generation } = host;
	const place = findPlace(migration);
	if (!place) return undefined;
	const { call, config, name, atCall } = place;
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
	staging.edit(config, 'hands over what the predecessor took from SvelteKit by itself', (content) =>
		addOptions(config, content, request),
	);
	const found = { file: config, name, basePath: request.basePath };
	if (generation.declaredEnv) stageVariables(migration, found);
	return { config: found, auth: call };
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

/** The one file that calls SvelteKitAuth, and the file that its configuration comes from. */
function findPlace(migration: Migration): ConfigPlace | undefined {
	const { host, staging, sources } = migration;
	const calls = filesWith(migration, /\bSvelteKitAuth\b/)
		.filter((path) => path.startsWith(`${host.paths.source}/`) && !/\.(?:test|spec|d)\.\w+$/.test(path))
		.flatMap((path) => {
			const place = placeOfOptions(path, staging.read(path) ?? '');
			return place && place.kind !== 'none' ? [{ path, place }] : [];
		});
	const [only, second] = calls;
	if (!only) {
		if (filesWith(migration, /@authgraft\/runtime/).length > 0) return undefined;
		staging.refuse(
			'package.json',
			'moves sign-in',
			`has @auth/sveltekit, and no file below ${host.paths.source} calls SvelteKitAuth`,
			'Take the package out by hand, or name its imports.',
		);
		return undefined;
	}
	if (second) {
		const where = calls.map(({ path }) => path).join(' and ');
		staging.refuse(
			second.path,
			'moves sign-in',
			`configures sign-in a second time: ${where}. One of them has to go first`,
			'export const { handle } = SvelteKitAuth({ ... });',
		);
		return undefined;
	}
	let { path, place }: { path: HostPath; place: FoundPlace } = only;
	let name: string | undefined;
	const resolve = resolver(sources, new Set(migration.files));
	for (let hops = 0; place.kind === 'elsewhere' && hops < 4; hops++) {
		const { module } = place;
		const [next] = resolve(path, module);
		const found: FoundPlace | undefined =
			next === undefined ? undefined : placeOfOptions(next, staging.read(next) ?? '', place.name);
		if (!next || !found) {
			staging.refuse(
				only.path,
				'moves sign-in',
				`takes its configuration from \`${module}\`, which cannot be read`,
				'',
			);
			return undefined;
		}
		name = place.name;
		[path, place] = [next, found];
	}
	if (place.kind === 'typed-as-core')
		return { call: only.path, config: only.path, name: undefined, atCall: true };
	return { call: only.path, config: path, name, atCall: false };
}
