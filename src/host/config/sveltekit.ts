import { AuthgraftError } from '../../errors.ts';
import type { HostFiles } from '../files/index.ts';
import { hostPath } from '../files/paths.ts';
import type { Generation } from '../generations.ts';
import type { Host, HostPath, HostPaths } from '../host.ts';
import { findConfig } from './find.ts';
import { absent, type ConfigOptions, type Option } from './option.ts';
import type { ViteConfig } from './parsed.ts';
import { readPlainOptions } from './plain.ts';

/** What a config file says, in the words of the Host. */
export interface FoundConfig
	extends Pick<
		Host,
		'configFile' | 'base' | 'origin' | 'envDir' | 'adapter' | 'middleware' | 'unreadable' | 'warnings'
	> {
	paths: HostPaths;
	/** SvelteKit 2 that takes variables as 3 does: declared, and from no other module. */
	explicitEnv: boolean;
}

interface Source {
	file: HostPath | undefined;
	options: ConfigOptions;
	/** Only a Vite config can move the root of the application. */
	root: Option;
}

const nothing: ConfigOptions = { get: () => absent, adapter: absent };

/**
 * Reads SvelteKit's options: in 3 the argument of `sveltekit(…)` in the Vite config, in 2 that or `kit` in
 * svelte.config (the argument wins, since 2.62). Parsed, never run.
 * Throws AG_SYNTAX, AG_CONFIG_NOT_READABLE (computed `files.*`, `root`), AG_OUTSIDE_HOST, AG_NOT_READABLE.
 */
export async function readSvelteKitConfig(
	root: string,
	files: HostFiles,
	generation: Generation,
): Promise<FoundConfig> {
	const warnings: string[] = [];
	const source =
		generation.config === 'vite-plugin'
			? await readPlugin(root, files, warnings)
			: await readEither(root, files);
	const { file, options } = source;
	const unreadable: string[] = [];
	const place = (line: number) => `${file}:${line}`;
	/** Text of an option that may be computed. */
	const soft = (name: string, option: Option): string | undefined => {
		if (option.kind === 'computed') unreadable.push(`${name} in ${place(option.line)}`);
		return option.kind === 'text' ? option.text : undefined;
	};
	/** What may or may not be among options that cannot be read is not, where all lies as it does without them. */
	const assumed = (option: Option): boolean => {
		if (option.kind !== 'computed' || option.named || !inDefaultPlace(files)) return false;
		const told = `Options in ${place(option.line)} come from elsewhere, which authgraft never runs. src/app.html and src/routes are there, so the usual folders are taken.`;
		if (!warnings.includes(told)) warnings.push(told);
		return true;
	};
	/** Path of an option that must be known, since files are made there. */
	const folder = (name: string): HostPath | undefined => {
		const option = options.get(...name.split('.'));
		if (option.kind === 'absent' || assumed(option)) return undefined;
		const text = option.kind === 'text' ? option.text : option.folder;
		if (text === undefined) throw computed(name, place(option.line));
		return hostPath(text, `${name} in ${place(option.line)}`);
	};

	const moved = source.root;
	if (moved.kind !== 'absent' && !assumed(moved)) {
		const text = moved.kind === 'text' ? moved.text : moved.folder;
		if (text === undefined || !/^\.?\/?$/.test(text)) throw computed('root', place(moved.line));
	}
	const home = folder('files.src') ?? 'src';
	const below = (name: string): HostPath => (home === '' ? name : `${home}/${name}`);
	const paths = {
		source: home,
		routes: folder('files.routes') ?? below('routes'),
		serverHooks: folder('files.hooks.server') ?? below('hooks.server'),
		lib: (generation.libOption === 'files.lib' ? folder('files.lib') : undefined) ?? below('lib'),
	};
	soft('moduleExtensions', options.get('moduleExtensions'));
	if (generation.privatePrefix) checkPrivatePrefix(options.get('env', 'privatePrefix'), place);
	const base = options.get('paths', 'base');
	const explicitEnv = options.get('experimental', 'explicitEnvironmentVariables');
	const envDir = options.get('env', 'dir');
	const envDirOf = (option: Option) => {
		if (option.kind === 'absent' || assumed(option)) return '';
		const text = option.kind === 'computed' ? option.folder : option.text;
		return envFolder(text ?? soft('env.dir', option), warnings);
	};
	return {
		configFile: file,
		base: base.kind === 'absent' ? '' : soft('paths.base', base),
		origin: soft('paths.origin', options.get('paths', 'origin')),
		envDir: envDirOf(envDir),
		adapter: soft('adapter', options.adapter),
		explicitEnv: soft('experimental.explicitEnvironmentVariables', explicitEnv) === 'true',
		middleware: undefined,
		paths,
		unreadable,
		warnings,
	};
}

/** Where `sv create` puts it: whoever moves the sources has neither of them here. */
const inDefaultPlace = (files: HostFiles): boolean =>
	files.exists('src/app.html') && files.exists('src/routes');

/** Every variable that does not begin like this is hidden from `$env/dynamic/private`. */
function checkPrivatePrefix(prefix: Option, place: (line: number) => string): void {
	if (prefix.kind === 'absent' || (prefix.kind === 'text' && 'AUTH_'.startsWith(prefix.text))) return;
	const value = prefix.kind === 'text' ? ` (${JSON.stringify(prefix.text)})` : '';
	throw new AuthgraftError(
		'AG_CONFIG_NOT_READABLE',
		`env.privatePrefix${value} in ${place(prefix.line)} hides the variables of sign-in, which begin with AUTH_.`,
		'Take the option out, or give it a value that AUTH_ begins with.',
	);
}

async function readPlugin(root: string, files: HostFiles, warnings: string[]): Promise<Source> {
	const file = findConfig(root, 'vite');
	const stale = ['svelte.config.js', 'svelte.config.ts'].find((name) => files.exists(name));
	if (stale)
		warnings.push(
			`SvelteKit 3 does not start beside ${stale}: move its options into sveltekit({ … }) of the Vite config.`,
		);
	const text = file && files.read(file);
	if (file === undefined || text === undefined) {
		warnings.push(
			'There is no vite.config file, so SvelteKit cannot start here; its default folders are assumed.',
		);
		return { file: undefined, options: nothing, root: absent };
	}
	const plain = readPlainOptions(text);
	if (plain) return { file, options: plain, root: absent };
	const { readViteConfig, sveltekitPlugin } = await import('./parsed.ts');
	const config = readViteConfig(file, text, sveltekitPlugin);
	if (config.calls === 0) {
		throw new AuthgraftError(
			'AG_CONFIG_NOT_READABLE',
			`${pluginsAt(file, config)} does not call sveltekit() from @sveltejs/kit/vite, so its options cannot be found.`,
			`Call the plugin in ${file} itself: plugins: [sveltekit({ … })].`,
		);
	}
	return { file, options: config, root: config.vite('root') };
}

/** Where the plugins are listed, or whatever stands in their place: `vite.config.ts:4`. */
export function pluginsAt(file: HostPath, config: ViteConfig): string {
	const plugins = config.vite('plugins');
	return plugins.kind === 'absent' ? file : `${file}:${plugins.line}`;
}

async function readEither(root: string, files: HostFiles): Promise<Source> {
	const { readSvelteConfig, readViteConfig, sveltekitPlugin } = await import('./parsed.ts');
	const viteFile = findConfig(root, 'vite');
	const viteText = viteFile && files.read(viteFile);
	const vite =
		viteFile && viteText !== undefined ? readViteConfig(viteFile, viteText, sveltekitPlugin) : undefined;
	if (viteFile && vite?.hasArgument) return { file: viteFile, options: vite, root: vite.vite('root') };
	const file = findConfig(root, 'svelte');
	const text = file && files.read(file);
	if (!file || text === undefined)
		return { file: viteFile, options: nothing, root: vite?.vite('root') ?? absent };
	return { file, options: readSvelteConfig(file, text), root: vite?.vite('root') ?? absent };
}

/** The env files may lie in the root of a monorepo, which is not ours to write to. */
function envFolder(value: string | undefined, warnings: string[]): HostPath | undefined {
	if (value === undefined) return undefined;
	try {
		return hostPath(value, 'env.dir');
	} catch {
		warnings.push(`env.dir names ${value}, outside the project: authgraft writes no env file there.`);
		return undefined;
	}
}

export const computed = (name: string, place: string) =>
	new AuthgraftError(
		'AG_CONFIG_NOT_READABLE',
		name === 'root'
			? `root in ${place} moves the application, which authgraft does not follow.`
			: `${name} in ${place} is computed, or may be among options that are not written there, and authgraft never runs a config to read it.`,
		name === 'root'
			? 'Put the Vite config into the folder that it names.'
			: 'Write the options as an object in the call, and this one as a plain string.',
	);
