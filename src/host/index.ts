import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { AuthgraftError } from '../errors.ts';
import { findConfig } from './config/find.ts';
import { readSolidStartConfig } from './config/solid-start.ts';
import { type FoundConfig, readSvelteKitConfig } from './config/sveltekit.ts';
import { gitRoot } from './files/folders.ts';
import { createFiles, type HostFiles } from './files/index.ts';
import { hostPath } from './files/paths.ts';
import { generationOf } from './framework/generations.ts';
import { findFramework } from './framework/index.ts';
import { findMajor, findVersion, versionOf } from './framework/version.ts';
import { readGit } from './git.ts';
import type { Framework, GitState, Host } from './host.ts';
import { checksJavaScript, findLanguage } from './language.ts';
import { findPackageManager } from './packages/manager.ts';
import { isObject, type RawManifest, readManifest } from './packages/manifest.ts';
import { workspaceOf } from './packages/workspace.ts';
import { usableCatalogs } from './packages/workspace-file.ts';
import { misplacedHooks } from './server-hooks.ts';

/**
 * Reads the project in a folder into one value: the framework and its version, the language, the package manager,
 * where its parts lie. Reads only, and never runs code of the project.
 * Throws AuthgraftError: AG_NO_PACKAGE_JSON, AG_PACKAGE_JSON_INVALID, AG_HOST_UNKNOWN, AG_HOST_AMBIGUOUS,
 * AG_HOST_UNSUPPORTED, AG_WORKSPACE_ROOT, AG_CONFIG_NOT_READABLE, AG_SYNTAX, AG_NOT_READABLE, AG_OUTSIDE_HOST.
 *
 * @param cwd the application's folder, absolute or relative to the process
 * @param options.framework decides between two frameworks in one package.json
 */
export async function readHost(
	cwd: string,
	options: { framework?: Framework | undefined } = {},
): Promise<Host> {
	const root = realFolder(cwd);
	const files = createFiles(root);
	const { manifest, raw } = await readManifest(root, files);
	const workspace = workspaceOf(root);
	const ceiling = workspace?.root ?? gitRoot(root) ?? root;
	const found = findFramework(root, manifest, workspace, options.framework);
	const { version, major, warning } = findVersion(root, found, workspace, ceiling);
	const config = await readConfig(root, files, found.framework, major, raw);
	const misplaced = found.framework === 'sveltekit' ? misplacedHooks({ ...files, paths: config.paths }) : [];

	const language = findLanguage(root, config.paths.source);
	const manager = findPackageManager(root, ceiling);
	let git: GitState | null | undefined;
	return {
		root,
		framework: found.framework,
		version,
		major,
		language,
		jsdoc: language === 'js' && checksJavaScript(root),
		svelte:
			found.framework === 'sveltekit' ? findMajor(root, 'svelte', manifest, workspace, ceiling) : undefined,
		router:
			found.framework === 'solid-start'
				? versionOf(root, '@solidjs/router', manifest, workspace, ceiling)
				: undefined,
		...manager,
		catalogs: usableCatalogs(workspace?.catalogs, manager.packageManager),
		workspaceRoot: workspace?.root,
		manifest,
		...config,
		warnings: [...(warning ? [warning] : []), ...config.warnings, ...misplaced],
		get git() {
			if (git === undefined) git = readGit(root);
			return git;
		},
		...files,
	};
}

function realFolder(cwd: string): string {
	const folder = resolve(cwd);
	try {
		if (statSync(folder).isDirectory()) return realpathSync(folder);
	} catch {
		// Said below, in one place.
	}
	throw new AuthgraftError(
		'AG_NO_PACKAGE_JSON',
		`There is no folder ${folder}.`,
		'Name the folder of your application with --cwd <dir>.',
	);
}

async function readConfig(
	root: string,
	files: HostFiles,
	framework: Framework,
	major: number,
	manifest: RawManifest,
): Promise<FoundConfig> {
	try {
		if (framework === 'solid-start') return await readSolidStartConfig(root, files, major);
		const config = await readSvelteKitConfig(root, files, major);
		return major < 3
			? config
			: { ...config, paths: { ...config.paths, lib: libOf(manifest) ?? config.paths.lib } };
	} catch (error) {
		// A person whose framework is too old should hear that, not first mend a config in vain.
		if (generationOf(framework, major)) throw error;
		const tool = framework === 'solid-start' ? 'app' : 'svelte';
		return defaults(findConfig(root, tool) ?? findConfig(root, 'vite'));
	}
}

function defaults(configFile: string | undefined): FoundConfig {
	return {
		configFile,
		base: '',
		origin: undefined,
		envDir: '',
		adapter: undefined,
		middleware: undefined,
		paths: { source: 'src', routes: 'src/routes', serverHooks: 'src/hooks.server', lib: 'src/lib' },
		unreadable: [],
		warnings: [],
	};
}

/** SvelteKit 3 has no `files.lib`: `"#lib/*": "./src/lib/*"` in package.json says where it lies. */
function libOf(manifest: RawManifest): string | undefined {
	const target = isObject(manifest.imports) ? manifest.imports['#lib/*'] : undefined;
	if (typeof target !== 'string' || !target.endsWith('/*')) return undefined;
	return hostPath(target.slice(0, -2), '#lib/* in package.json');
}
