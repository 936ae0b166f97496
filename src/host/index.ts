import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { AuthgraftError } from '../errors.ts';
import { readSolidStartConfig } from './config/solid-start.ts';
import { type FoundConfig, readSvelteKitConfig } from './config/sveltekit.ts';
import { gitRoot } from './files/folders.ts';
import { createFiles, type HostFiles } from './files/index.ts';
import { hostPath } from './files/paths.ts';
import { realFolder } from './files/real-folder.ts';
import { refuseHolder } from './framework/applications.ts';
import { findFramework } from './framework/index.ts';
import { supportedGeneration } from './framework/supported.ts';
import { findVersion, versionOf } from './framework/version.ts';
import { type Generation, withDeclaredEnv } from './generations.ts';
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
	const root = hostFolder(cwd);
	const files = createFiles(root);
	if (!files.exists('package.json')) refuseHolder(root);
	const { manifest, raw } = await readManifest(root, files);
	const workspace = workspaceOf(root);
	const ceiling = workspace?.root ?? gitRoot(root) ?? root;
	const found = findFramework(root, manifest, workspace, options.framework);
	const { version, major, warning } = findVersion(root, found, workspace, ceiling);
	// Before the config is read: a person whose framework is too old should not first mend that in vain.
	const supported = supportedGeneration(found.framework, { version, major });
	const { explicitEnv, ...config } = await readConfig(root, files, supported, raw);
	const generation = explicitEnv ? withDeclaredEnv(supported) : supported;
	const misplaced = found.framework === 'sveltekit' ? misplacedHooks({ ...files, paths: config.paths }) : [];

	const language = findLanguage(root, config.paths.source);
	const manager = findPackageManager(root, ceiling);
	let git: GitState | null | undefined;
	return {
		root,
		framework: found.framework,
		version,
		generation,
		language,
		jsdoc: language === 'js' && checksJavaScript(root),
		svelte:
			found.framework === 'sveltekit' ? versionOf(root, 'svelte', manifest, workspace, ceiling) : undefined,
		router:
			found.framework === 'solid-start'
				? versionOf(root, '@solidjs/router', manifest, workspace, ceiling)
				: undefined,
		...manager,
		catalogs: usableCatalogs(workspace?.catalogs, manager.packageManager),
		workspaceRoot: workspace?.root,
		manifest,
		...config,
		warnings: [
			...(warning ? [warning] : []),
			...(workspace?.warnings ?? []),
			...config.warnings,
			...misplaced,
		],
		get git() {
			if (git === undefined) git = readGit(root);
			return git;
		},
		...files,
	};
}

function hostFolder(cwd: string): string {
	const folder = resolve(cwd);
	try {
		if (statSync(folder).isDirectory()) return realFolder(folder);
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
	generation: Generation,
	manifest: RawManifest,
): Promise<FoundConfig> {
	if (generation.framework === 'solid-start') return readSolidStartConfig(root, files, generation);
	const config = await readSvelteKitConfig(root, files, generation);
	const lib = generation.libOption === '#lib/*' ? libOf(manifest) : undefined;
	return lib === undefined ? config : { ...config, paths: { ...config.paths, lib } };
}

/** `"#lib/*": "./src/lib/*"` in package.json says where it lies. */
function libOf(manifest: RawManifest): string | undefined {
	const target = isObject(manifest.imports) ? manifest.imports['#lib/*'] : undefined;
	if (typeof target !== 'string' || !target.endsWith('/*')) return undefined;
	return hostPath(target.slice(0, -2), '#lib/* in package.json');
}
