import {
	type AuthModuleFacts,
	type Listed,
	readAuthModule,
	readProviderList,
} from '../../edits/providers/index.ts';
import { AuthgraftError } from '../../errors.ts';
import type { Framework } from '../../framework.ts';
import { sourceFolders } from '../../host/files/source-folders.ts';
import type { Host, HostPath } from '../../host/host.ts';
import { openSources, type Sources } from '../../host/routes/index.ts';
import { sourceFiles } from '../../host/routes/remote-functions.ts';
import { type Resolve, resolver } from '../../host/routes/resolve.ts';
import { exportsOf } from '../../syntax/tree/exports.ts';
import { handlesOf } from './handles.ts';
import { type ImportName, importNameOf } from './imports.ts';

/*
 * The one reader of the module that configures sign-in: whoever asks where it lies and what it says asks here, so that all
 * commands agree. `init` writes it to `src/auth.ts`; people move it, and take it apart.
 */

/** Where a host configures sign-in, and where it lists its providers. */
export interface AuthModule {
	/** The file that the rest of the host imports sign-in from: `src/auth.ts`. */
	file: HostPath;
	/** How a file of the host imports that. */
	importName: ImportName;
	/** What it exports the auth handle as (SvelteKit): `handle`, `auth.handle`. */
	handles: string[];
	/** The file with the configuration: the same one in most projects. */
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
	/** The file that it was found from: it configures sign-in, or takes the configuration from another one. */
	entry: HostPath;
	config: HostPath;
	configName: string | undefined;
	library: string | undefined;
	/** Undefined where the configuration is not understood. */
	facts: AuthModuleFacts | undefined;
}

/** A configuration, and all files that lead to it. */
export interface FoundPlace extends Place {
	entries: HostPath[];
}

/** What a file that has to do with sign-in mentions, and what one that configures it spells; the parse decides. */
const mention = /@authgraft\/runtime|@auth\/|@solid-mediakit\/auth|@solid-auth\/base|start-authjs/;
const configures = /SvelteKitAuth|SolidAuth|StartAuthJS|AuthConfig|\bproviders\b/;
/** Code of the host that runs: no test, no declaration. */
export const isCode = (path: string): boolean =>
	/\.[cm]?[jt]sx?$/.test(path) && !/\.(?:test|spec|d)\.\w+$/.test(path);

/**
 * Finds the one place that configures sign-in, wherever it lies: ours, or that of `@auth/sveltekit` and its like.
 *
 * @param wanted the file that `--module` names.
 * @throws AuthgraftError AG_NOT_SET_UP, AG_AUTH_MODULE_AMBIGUOUS (exit 2).
 */
export function findAuthModule(host: Host, wanted: HostPath | undefined): AuthModule {
	const sources = openSources(host);
	const named = wanted?.replace(/^\.\//, '');
	const usable = findPlaces(sources, named);
	const [only, second] = usable;
	if (!only) throw named === undefined ? notSetUp(host) : configuresNothing(named);
	if (second) throw ambiguous(usable.map(({ config }) => config));
	return moduleAt(sources, only);
}

/** Every place of a host that configures sign-in. */
export function findPlaces(sources: Sources, named?: HostPath): FoundPlace[] {
	const files = sourceFiles(sources);
	const resolve = resolver(sources, new Set(files));
	const isCandidate = (path: HostPath): boolean => {
		const text = isCode(path) ? (sources.text(path) ?? '') : '';
		return mention.test(text) && configures.test(text);
	};
	const candidates = named === undefined ? files.filter(isCandidate) : [named].filter(isCode);
	const places = candidates.flatMap((path) => placesIn(sources, resolve, path, undefined));
	const found = [...Map.groupBy(places, ({ config }) => config).values()].map(merged);
	// What is not understood stands in the way only where nothing else is.
	return found.some(({ facts }) => facts) ? found.filter(({ facts }) => facts) : found;
}

function placesIn(sources: Sources, resolve: Resolve, path: HostPath, name: string | undefined): Place[] {
	const text = sources.text(path);
	if (text === undefined) return [];
	const read = readAuthModule(path, text, name);
	if (read.kind === 'none') return [];
	const here = { entry: path, config: path, configName: name };
	if (read.kind === 'refused') return [{ ...here, library: undefined, facts: undefined }];
	if (read.kind === 'configured') return [{ ...here, library: read.library, facts: read }];
	// The configuration of a configuration of a configuration is nobody's.
	const next = name === undefined ? resolve(path, read.module) : [];
	return next
		.flatMap((file) => placesIn(sources, resolve, file, read.name))
		.map((place) => ({ ...place, entry: path, library: place.library ?? read.library }));
}

/** One file, found by itself and through others that take its configuration. */
function merged(places: Place[]): FoundPlace {
	const direct = places.find(({ facts, configName }) => facts && configName === undefined);
	const best = direct ?? places.find(({ facts }) => facts) ?? (places[0] as Place);
	const library = best.library ?? places.find((one) => one.library)?.library;
	return { ...best, library, entries: [...new Set(places.map(({ entry }) => entry))] };
}

/** What the rest of a host takes from its auth module. */
const handedOn: Record<Framework, string> = { sveltekit: 'handle', 'solid-start': 'authConfig' };

/** What there is to know of a place. */
export function moduleAt(sources: Sources, place: FoundPlace): AuthModule {
	const { host } = sources;
	const { config, configName, facts, library, entries } = place;
	const handsOn = (path: HostPath) => {
		const source = sources.outline(path);
		return source !== undefined && exportsOf(source).names.has(handedOn[host.framework]);
	};
	const handles = (path: HostPath) => {
		const source = host.framework === 'sveltekit' ? sources.outline(path) : undefined;
		return source ? handlesOf(source) : [];
	};
	const all = [config, ...entries];
	const file = all.find(handsOn) ?? all.find((path) => handles(path).length > 0) ?? config;
	const here = {
		...{ file, importName: importNameOf(file, sources), handles: ['handle', ...handles(file)] },
		config,
		configName,
		ours:
			library?.startsWith('@authgraft/runtime/') ??
			(Object.hasOwn(host.manifest.dependencies, '@authgraft/runtime') ||
				// What is not understood has no library: then what it spells tells.
				(!facts && (sources.text(config) ?? '').includes('@authgraft/runtime'))),
		facts: facts ?? { adapter: 'unknown' as const, strategy: undefined, basePath: undefined, pages: {} },
	};
	const providers = facts?.providers ?? [];
	if (!('elsewhere' in providers)) {
		const listed = Array.isArray(providers) ? providers : [];
		return { ...here, list: config, listName: undefined, listed };
	}
	const { module, name } = providers.elsewhere;
	const resolve = resolver(sources, new Set(sourceFiles(sources)));
	const [other] = resolve(config, module);
	const text = other === undefined ? undefined : sources.text(other);
	if (other === undefined || text === undefined)
		return { ...here, list: config, listName: undefined, listed: [] };
	const list = readProviderList(other, text, { kind: 'list', name });
	const listed = Array.isArray(list.providers) ? list.providers : [];
	return { ...here, list: other, listName: name, listed };
}

/** For commands that can do nothing without. */
export const notSetUp = ({ root, paths }: Host): AuthgraftError =>
	new AuthgraftError(
		'AG_NOT_SET_UP',
		`Nothing below ${sourceFolders(paths).join(' or ')} in ${root} configures sign-in`,
		'Set it up first: authgraft init',
	);

const configuresNothing = (named: HostPath): AuthgraftError =>
	new AuthgraftError(
		'AG_NOT_SET_UP',
		`${named} does not configure sign-in`,
		'Name the file that calls SvelteKitAuth, or exports the options of SolidAuth.',
	);

const ambiguous = (files: HostPath[]): AuthgraftError =>
	new AuthgraftError(
		'AG_AUTH_MODULE_AMBIGUOUS',
		`Sign-in is configured in ${files.length} files: ${files.join(', ')}`,
		`Say which one is meant, such as --module ${files[0]}`,
		2,
	);
