import { AuthgraftError } from '../../errors.ts';
import type { HostFiles } from '../files/index.ts';
import { hostPath } from '../files/paths.ts';
import type { Generation } from '../generations.ts';
import type { HostPath } from '../host.ts';
import { findConfig } from './find.ts';
import { absent, type Option } from './option.ts';
import type { ViteConfig } from './parsed.ts';
import { computed, type FoundConfig, pluginsAt } from './sveltekit.ts';

const examples = {
	defineConfig: 'export default defineConfig({ … })',
	solidStart: 'plugins: [solidStart({ … }), …]',
};

/** An app.config of the framework's own, instead of the Vite config. */
const hasAppConfig = ({ config }: Generation): boolean => config === 'app.config';

/**
 * Reads SolidStart's options: the argument of `solidStart(…)` in the Vite config, or of `defineConfig(…)` in the
 * app.config of SolidStart 1, which reads no Vite config. Parsed, never run.
 * Throws AG_SYNTAX, AG_CONFIG_NOT_READABLE (no config, computed plugins or folders), AG_OUTSIDE_HOST, AG_NOT_READABLE.
 */
export async function readSolidStartConfig(
	root: string,
	files: HostFiles,
	generation: Generation,
): Promise<FoundConfig> {
	const inApp = hasAppConfig(generation);
	const file = findConfig(root, inApp ? 'app' : 'vite');
	const text = file && files.read(file);
	if (file === undefined || text === undefined) throw missing(root, generation);
	const { readViteConfig, solidStartPlugin, solidStartDefine } = await import('./parsed.ts');
	const config = readViteConfig(file, text, inApp ? solidStartDefine : solidStartPlugin);
	const call = generation.optionsCall;
	if (config.calls !== 1) {
		throw notReadable(
			`${pluginsAt(file, config)} ${config.calls === 0 ? 'does not call' : 'calls more than once'} ${call}() from @solidjs/start/config, so its options cannot be found.`,
			`Call it once in ${file} itself: ${inApp ? examples.defineConfig : examples.solidStart}.`,
		);
	}
	if (inApp) refuseStatic(config.get('server', 'preset'), file);
	return { configFile: file, ...optionsOf(file, files, config, generation) };
}

/** Presets of SolidStart 1 that write files and no server; there is nobody then who could sign people in. */
function refuseStatic(preset: Option, file: HostPath): void {
	if (preset.kind !== 'text' || !/^(static|.+[-_]static|(github|gitlab)[-_]pages)$/.test(preset.text)) return;
	throw new AuthgraftError(
		'AG_HOST_UNSUPPORTED',
		`The project is built with the preset "${preset.text}" (${file}:${preset.line}): a static site has no server that could sign people in.`,
		'Switch to a preset with a server, for example node-server, and run the command again.',
	);
}

function optionsOf(
	file: HostPath,
	files: HostFiles,
	config: ViteConfig,
	generation: Generation,
): Omit<FoundConfig, 'configFile'> {
	const place = (option: Option & { line: number }) => `${file}:${option.line}`;
	const folder = (name: string, option: Option, otherwise: HostPath): HostPath => {
		if (option.kind === 'absent') return otherwise;
		if (option.kind === 'computed') throw computed(name, place(option));
		return hostPath(option.text, `${name} in ${place(option)}`);
	};
	// SolidStart 1 takes the folder that it is started in, whatever `vite: { root }` says.
	const inApp = hasAppConfig(generation);
	const viteRoot = inApp ? absent : config.vite('root');
	if (viteRoot.kind !== 'absent' && folder('root', viteRoot, '') !== '')
		throw computed('root', place(viteRoot));
	const source = folder('appRoot', config.get('appRoot'), 'src');
	const routeDir = folder('routeDir', config.get('routeDir'), 'routes');
	const below = (name: string): HostPath => (source === '' ? name : `${source}/${name}`);
	const middleware = config.get('middleware');
	const [baseName, base] = inApp
		? ['server.baseURL', config.get('server', 'baseURL')]
		: ['base', config.vite('base')];
	return {
		base: baseOf(base),
		origin: undefined,
		envDir: '',
		adapter: undefined,
		explicitEnv: false,
		paths: { source, routes: below(routeDir), serverHooks: '', lib: below('lib') },
		middleware:
			middleware.kind === 'absent'
				? undefined
				: existing(files, folder('middleware', fromRoot(files, middleware), ''), place(middleware)),
		unreadable: base.kind === 'computed' ? [`${baseName} in ${place(base)}`] : [],
		warnings: ssrWarnings(config.get('ssr'), file, generation),
	};
}

/** As the frameworks read it: `/app`, also where `app/` is written. Assets on another host move no page. */
function baseOf(option: Option): string | undefined {
	if (option.kind === 'computed') return undefined;
	if (option.kind === 'absent' || /^[a-z]+:/i.test(option.text)) return '';
	return option.text.replace(/^\.?\/*/, '/').replace(/\/+$/, '');
}

function missing(root: string, generation: Generation): AuthgraftError {
	const [own, foreign] = hasAppConfig(generation) ? (['app', 'vite'] as const) : (['vite', 'app'] as const);
	const other = findConfig(root, foreign);
	return notReadable(
		`There is no ${own}.config file, and ${generation.name} keeps its options there${other ? `, not in ${other}` : ''}.`,
		`Add one that calls ${generation.optionsCall}().`,
	);
}

/** `/src/middleware.ts` counts from the project's folder, as paths do for Vite. */
const fromRoot = (files: HostFiles, option: Option): Option =>
	option.kind === 'text' && option.text.startsWith('/') && files.exists(option.text.slice(1))
		? { ...option, text: option.text.slice(1) }
		: option;

/** Without rendering on the server, no page knows the session before the browser asks for it (docs/host-shapes.md, S8). */
function ssrWarnings(ssr: Option, file: HostPath, { name, staticHome }: Generation): string[] {
	if (ssr.kind !== 'text' || ssr.text !== 'false') return [];
	const place = `${file}:${ssr.line}`;
	return [
		`ssr is off in ${place}: pages know who is signed in only after the browser has asked, so guard data in server functions (requireSession).`,
		// Its build then makes `/` a static file, which is served before any middleware runs.
		...(staticHome ? [`ssr is off in ${place}: ${name} serves / as a file, which no guard sees.`] : []),
	];
}

/** The file that a path without extension, or of a folder with an index, means; as Vite resolves it. */
function existing(files: HostFiles, path: HostPath, place: string): HostPath {
	const extensions = ['ts', 'tsx', 'js', 'jsx', 'mts', 'mjs'];
	const candidates = [
		path,
		...extensions.flatMap((extension) => [`${path}.${extension}`, `${path}/index.${extension}`]),
	];
	const found = candidates.find((candidate) => /\.[cm]?[jt]sx?$/.test(candidate) && files.exists(candidate));
	if (found) return found;
	throw notReadable(
		`middleware in ${place} names ${path}, and there is no such file.`,
		'Correct the path, or take the option out.',
	);
}

const notReadable = (message: string, hint: string) =>
	new AuthgraftError('AG_CONFIG_NOT_READABLE', message, hint);
