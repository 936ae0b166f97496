import type { AuthImport } from '../../edits/handle/auth-handle.ts';
import { AuthgraftError } from '../../errors.ts';
import type { HostPath } from '../../host/host.ts';
import type { Sources } from '../../host/routes/index.ts';
import { parse, syntaxError } from '../../syntax/source.ts';
import { importsOf } from '../../syntax/tree/imports.ts';
import type { ImportName } from './imports.ts';
import { type AuthModule, type FoundPlace, findPlaces, moduleAt } from './index.ts';

/** What a host's auth module says about places that have to stay open. */
export interface AuthSettings {
	/** The file that the rest of the host imports sign-in from: `src/auth.ts`. */
	module: HostPath;
	/** How a file of the host imports that. */
	importName: ImportName;
	/** What it exports the auth handle as (SvelteKit). */
	handles: string[];
	/** Of the endpoints, without the host's own base: `/auth`. */
	basePath: string;
	/** Pages of its own that belong to sign-in: `/signin`, `/signout`. */
	pages: string[];
}

/**
 * Reads the auth module that `init` left, or somebody made from it; undefined when there is none of ours. What is
 * computed in there counts as the default.
 * @param runs the file that puts sign-in in front of every request: of several modules its own counts.
 * @throws AuthgraftError AG_SYNTAX when it does not parse.
 */
export function readAuthSettings(sources: Sources, runs: HostPath | undefined): AuthSettings | undefined {
	const module = ownModule(sources, runs);
	return module && settingsOf(sources, module);
}

/** How a file of the host comes by the auth handle. */
export const authImport = ({ module, importName, handles }: AuthSettings, file: HostPath): AuthImport => ({
	authModule: importName(file),
	handles,
	own: file === module,
});

/** The same of the module, where that is known. */
export function settingsOf(
	{ host }: Sources,
	{ file, importName, handles, facts }: AuthModule,
): AuthSettings {
	const { pages, basePath } = facts;
	return {
		module: file,
		importName,
		handles,
		basePath: basePath ?? host.generation.authBasePath,
		pages: [...new Set(Object.values(pages))].filter((page) => page.startsWith('/')),
	};
}

/**
 * The module that is written for our runtime.
 * @param runs as for `readAuthSettings`.
 * @throws AuthgraftError AG_SYNTAX
 */
export function ownModule(sources: Sources, runs: HostPath | undefined): AuthModule | undefined {
	const places = findPlaces(sources).filter((place) => isOurs(sources, place));
	const found = places.map((place) => moduleAt(sources, place)).filter(({ ours }) => ours);
	return found.length > 1 ? theOneThatRuns(sources, found, runs) : found[0];
}

/** What is not understood, and does not spell our runtime, is none of ours. */
function isOurs(sources: Sources, { facts, config }: FoundPlace): boolean {
	if (facts) return true;
	const text = sources.text(config) ?? '';
	if (!text.includes('@authgraft/runtime')) return false;
	const broken = syntaxError(parse(config, text));
	if (broken)
		throw new AuthgraftError(
			'AG_SYNTAX',
			`${config}:${broken.line} does not parse: ${broken.message}`,
			`Mend ${config} first.`,
		);
	return true;
}

function theOneThatRuns(
	sources: Sources,
	found: AuthModule[],
	runs: HostPath | undefined,
): AuthModule | undefined {
	const imported = runs === undefined ? [] : importsOf(runs, sources.text(runs) ?? '').modules.map(plain);
	const running = found.filter(
		({ importName }) => runs !== undefined && imported.includes(plain(importName(runs))),
	);
	const [module, second] = running;
	if (module && !second) return module;
	const usual = found.find(({ file }) =>
		/^auth\.[jt]s$/.test(file.slice(sources.host.paths.source.length + 1)),
	);
	if (!usual)
		sources.note(
			`Sign-in is configured in ${found.length} files (${found.map(({ config }) => config).join(', ')}), and which one runs cannot be told: no rule is read.`,
		);
	return usual;
}

const plain = (module: string): string => module.replace(/\.[jt]s$/, '');
