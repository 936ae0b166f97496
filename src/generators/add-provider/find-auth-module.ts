import {
	type AuthModuleFacts,
	type Listed,
	readAuthModule,
	readProviderList,
} from '../../edits/providers/index.ts';
import { AuthgraftError } from '../../errors.ts';
import type { Host, HostPath } from '../../host/host.ts';
import { openSources, type Sources } from '../../host/routes/index.ts';
import { type Resolve, resolver } from '../../host/routes/resolve.ts';

/** Where a host configures sign-in, and where it lists its providers. */
export interface AuthModule {
	/** The file with the configuration. */
	config: HostPath;
	/** The name that another file takes the configuration under; undefined where it is found without. */
	configName: string | undefined;
	/** The file with the list of providers: the same one in most projects. */
	list: HostPath;
	/** The name of the list, where it is an export of a file of its own. */
	listName: string | undefined;
	/** Written for our runtime, not for `@auth/sveltekit` and its like. */
	ours: boolean;
	/** Empty where the list cannot be read: the edit says why. */
	listed: Listed[];
	facts: Pick<AuthModuleFacts, 'adapter' | 'strategy' | 'basePath' | 'pages'>;
}

interface Place {
	config: HostPath;
	configName: string | undefined;
	library: string | undefined;
	/** Undefined where the configuration is not understood. */
	facts: AuthModuleFacts | undefined;
}

/** What a file that has to do with sign-in mentions; the parse decides. */
const mention = /@authgraft\/runtime|@auth\/|@solid-mediakit\/auth|start-authjs/;
const isCode = (path: string): boolean =>
	/\.[cm]?[jt]sx?$/.test(path) && !/\.(?:test|spec|d)\.\w+$/.test(path);

/**
 * Finds the one place that configures sign-in, wherever it lies: ours, or that of `@auth/sveltekit` and its like.
 *
 * @param wanted the file that `--module` names.
 * @throws AuthgraftError AG_NOT_SET_UP, AG_AUTH_MODULE_AMBIGUOUS (exit 2).
 */
export function findAuthModule(host: Host, wanted: HostPath | undefined): AuthModule {
	const sources = openSources(host);
	const files = sources.files(host.paths.source);
	const resolve = resolver(sources, new Set(files));
	const named = wanted?.replace(/^\.\//, '');
	const candidates =
		named === undefined
			? files.filter((path) => isCode(path) && mention.test(sources.text(path) ?? ''))
			: [named].filter(isCode);
	const places = candidates.flatMap((path) => placesIn(sources, resolve, path, undefined));
	const found = [...Map.groupBy(places, ({ config }) => config).values()].map(merged);
	// What is not understood stands in the way only where nothing else is.
	const usable = found.some(({ facts }) => facts) ? found.filter(({ facts }) => facts) : found;
	const [only, second] = usable;
	if (!only) throw notSetUp(host, named);
	if (second) throw ambiguous(usable.map(({ config }) => config));
	return withList(host, sources, resolve, only);
}

function placesIn(sources: Sources, resolve: Resolve, path: HostPath, name: string | undefined): Place[] {
	const text = sources.text(path);
	if (text === undefined) return [];
	const read = readAuthModule(path, text, name);
	if (read.kind === 'none') return [];
	if (read.kind === 'refused')
		return [{ config: path, configName: name, library: undefined, facts: undefined }];
	if (read.kind === 'configured')
		return [{ config: path, configName: name, library: read.library, facts: read }];
	// The configuration of a configuration of a configuration is nobody's.
	const next = name === undefined ? resolve(path, read.module) : [];
	return next
		.flatMap((file) => placesIn(sources, resolve, file, read.name))
		.map((place) => ({ ...place, library: place.library ?? read.library }));
}

/** One file, found by itself and through others that take its configuration. */
function merged(places: Place[]): Place {
	const direct = places.find(({ facts, configName }) => facts && configName === undefined);
	const best = direct ?? places.find(({ facts }) => facts) ?? (places[0] as Place);
	return { ...best, library: best.library ?? places.find(({ library }) => library)?.library };
}

function withList(host: Host, sources: Sources, resolve: Resolve, place: Place): AuthModule {
	const { config, configName, facts, library } = place;
	const here = {
		config,
		configName,
		ours:
			library?.startsWith('@authgraft/runtime/') ??
			Object.hasOwn(host.manifest.dependencies, '@authgraft/runtime'),
		facts: facts ?? { adapter: 'unknown' as const, strategy: undefined, basePath: undefined, pages: {} },
	};
	const providers = facts?.providers ?? [];
	if (!('elsewhere' in providers)) {
		const listed = Array.isArray(providers) ? providers : [];
		return { ...here, list: config, listName: undefined, listed };
	}
	const { module, name } = providers.elsewhere;
	const [file] = resolve(config, module);
	const text = file === undefined ? undefined : sources.text(file);
	if (file === undefined || text === undefined)
		return { ...here, list: config, listName: undefined, listed: [] };
	const list = readProviderList(file, text, { kind: 'list', name });
	const listed = Array.isArray(list.providers) ? list.providers : [];
	return { ...here, list: file, listName: name, listed };
}

function notSetUp({ root, paths }: Host, named: HostPath | undefined): AuthgraftError {
	return new AuthgraftError(
		'AG_NOT_SET_UP',
		named === undefined
			? `Nothing below ${paths.source} in ${root} configures sign-in`
			: `${named} does not configure sign-in`,
		named === undefined
			? 'Set it up first: authgraft init'
			: 'Name the file that calls SvelteKitAuth, or exports the options of SolidAuth.',
	);
}

const ambiguous = (files: HostPath[]): AuthgraftError =>
	new AuthgraftError(
		'AG_AUTH_MODULE_AMBIGUOUS',
		`Sign-in is configured in ${files.length} files: ${files.join(', ')}`,
		`Say which one is meant, such as --module ${files[0]}`,
		2,
	);
