/** Path of a file, relative to the host's root, always with `/`. */
export type HostPath = string;

export type Framework = 'sveltekit' | 'solid-start';
export type Language = 'ts' | 'js';
export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun' | 'deno';

/** What git says about the host. `null` when the host is in no work tree or git is not installed. */
export interface GitState {
	/** Changed or untracked files inside the host, relative to it. */
	dirty: HostPath[];
	isTracked(path: HostPath): boolean;
	isIgnored(path: HostPath): boolean;
}

export interface PackageManifest {
	/** Text as it stands on disk. */
	text: string;
	name: string | undefined;
	dependencies: Record<string, string>;
	devDependencies: Record<string, string>;
}

/** Where a SvelteKit host keeps its parts; from `files` in its config, else the defaults. */
export interface SvelteKitPaths {
	/** `src/routes` */
	routes: HostPath;
	/** Without extension, as SvelteKit resolves it: `src/hooks.server` */
	serverHooks: HostPath;
	/** `src` */
	source: HostPath;
}

/** Everything the generators need to know of a project. Read once, never written to, never executed. */
export interface Host {
	/** Absolute path of the application's root (where its package.json lies). */
	root: string;
	framework: Framework;
	/** Version that decides: the installed one, else the lowest that the range allows. `3.2.0` */
	version: string;
	/** 3 or 2 for SvelteKit, 2 or 1 for SolidStart. */
	major: number;
	language: Language;
	packageManager: PackageManager;
	manifest: PackageManifest;
	/** `vite.config.ts`, `svelte.config.js`, ... or undefined where there is none. */
	configFile: HostPath | undefined;
	/** `paths.base` of the config: `''` when none, undefined when it is computed. */
	base: string | undefined;
	paths: SvelteKitPaths;
	git: GitState | null;
	/** Text of a file, or undefined where there is none. Throws AG_* on unreadable ones. */
	read(path: HostPath): string | undefined;
	exists(path: HostPath): boolean;
	/** Names of the entries of a folder; empty where there is none. */
	list(path: HostPath): string[];
}
