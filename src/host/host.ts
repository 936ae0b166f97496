import type { Framework } from '../framework.ts';
import type { Generation } from './generations.ts';

/** Path of a file, relative to the host's root, always with `/`. */
export type HostPath = string;

export type { Framework } from '../framework.ts';
export type Language = 'ts' | 'js';
export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun' | 'deno';

/**
 * What git says about the host. `null` when the host is in no work tree or git is not installed.
 * Each question runs git when it is first asked, and throws AG_GIT_FAILED when git does not answer.
 */
export interface GitState {
	/** Changed or untracked files inside the host, relative to it, sorted. */
	readonly dirty: HostPath[];
	/** In git's index, whether committed or not. */
	isTracked(path: HostPath): boolean;
	/** Those of these that are in git's index. */
	tracked(paths: readonly HostPath[]): HostPath[];
	/** Those of these that are in some commit of any branch, be it that they were taken out later. */
	everTracked(paths: readonly HostPath[]): HostPath[];
	/** Left alone by `git add .`, also for a file that does not exist yet. False for a tracked file. */
	isIgnored(path: HostPath): boolean;
}

export interface PackageManifest {
	/** Text as it stands on disk, byte order mark included. */
	text: string;
	name: string | undefined;
	/** Others install it (not private, with exports): its `dependencies` are theirs. */
	published: boolean;
	dependencies: Record<string, string>;
	devDependencies: Record<string, string>;
}

/** Where a host keeps its parts; from its config (`files`, or `appRoot` and `routeDir`), else the defaults. */
export interface HostPaths {
	/** `src/routes` */
	routes: HostPath;
	/** Without extension, as SvelteKit resolves it: `src/hooks.server`; empty for SolidStart. */
	serverHooks: HostPath;
	/** `src` */
	source: HostPath;
	/** `src/lib`: `files.lib` (SvelteKit 2), or where `#lib/*` of package.json points to (SvelteKit 3). */
	lib: HostPath;
}

/** Everything the generators need to know of a project. Read once, never written to, never executed. */
export interface Host {
	/** Absolute path of the application's root (where its package.json lies). */
	root: string;
	framework: Framework;
	/** Version that decides: the installed one, else the lowest that the range allows. `3.2.0` */
	version: string;
	/** What is particular to this major of the framework. */
	generation: Generation;
	language: Language;
	/** Its JavaScript is type-checked (there is a jsconfig or tsconfig), so new JavaScript says its types in JSDoc. */
	jsdoc: boolean;
	/** Version of `svelte` in a SvelteKit host: 4 knows no runes, 5.6 was the first with `defaultValue`. Undefined when it cannot be told. */
	svelte: string | undefined;
	/** Version of `@solidjs/router` in a SolidStart host: before 0.15 `query` is called `cache`. Undefined as for `svelte`. */
	router: string | undefined;
	packageManager: PackageManager;
	/** Lock files of other package managers beside the one that decided (`package-lock.json`), to warn of. */
	otherLockFiles: string[];
	/** Catalogs that `catalog:` in package.json may name (`default` for the plain one), to package to range. */
	catalogs: Record<string, Record<string, string>>;
	/** Absolute path of the workspace that the application belongs to (its own root, where it is that itself). */
	workspaceRoot: string | undefined;
	manifest: PackageManifest;
	/** The file that holds the framework's options: `vite.config.ts`, `svelte.config.js`, ... or undefined. */
	configFile: HostPath | undefined;
	/** `paths.base` of the config: `''` when none, undefined when it is computed (see `unreadable`). */
	base: string | undefined;
	/** `paths.origin` of the config (SvelteKit 3): undefined when none or computed (see `unreadable`). */
	origin: string | undefined;
	/** Folder of the env files, from `env.dir`: `''` for the root, undefined when computed or outside the host. */
	envDir: HostPath | undefined;
	/** Module that the adapter is imported from, `@sveltejs/adapter-node`; undefined when none or computed. */
	adapter: string | undefined;
	/** The file that a SolidStart config registers as middleware: `src/middleware.ts`; undefined when none. */
	middleware: HostPath | undefined;
	paths: HostPaths;
	/** Options that are there but computed, each with its place: `paths.base in vite.config.ts:12`. */
	unreadable: string[];
	/** Faults of the host that do not stop us, one sentence each. */
	warnings: string[];
	/** Asked of git on first use. */
	readonly git: GitState | null;
	/**
	 * Text of a file (byte order mark kept), or undefined where there is none.
	 * Throws AG_NOT_READABLE (folder, no permission, not UTF-8, over 1 MB) and AG_OUTSIDE_HOST (`..`, symbolic links).
	 */
	read(path: HostPath): string | undefined;
	/** Whether a file or folder is there. Throws AG_OUTSIDE_HOST. */
	exists(path: HostPath): boolean;
	/** Sorted names of the entries of a folder; empty where there is none. */
	list(path: HostPath): string[];
}
