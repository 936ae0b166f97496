import { AuthgraftError } from '../../errors.ts';
import type { HostFiles } from '../files.ts';
import type { HostPath } from '../host.ts';
import { hostPath } from '../paths.ts';
import { findConfig } from './find.ts';
import type { Option } from './option.ts';
import { computed, type FoundConfig } from './sveltekit.ts';

/**
 * Reads SolidStart 2's options: the argument of `solidStart(…)` in the Vite config. Parsed, never run.
 * Throws AG_SYNTAX, AG_CONFIG_NOT_READABLE (no config, computed plugins or folders), AG_OUTSIDE_HOST, AG_NOT_READABLE.
 */
export async function readSolidStartConfig(root: string, files: HostFiles): Promise<FoundConfig> {
	const file = findConfig(root, 'vite');
	const text = file && files.read(file);
	if (file === undefined || text === undefined) {
		throw notReadable(
			'There is no vite.config file, and SolidStart 2 keeps its options there.',
			'Add one that calls solidStart().',
		);
	}
	const { readViteConfig, solidStartPlugin } = await import('./parsed.ts');
	const config = readViteConfig(file, text, solidStartPlugin);
	if (config.calls !== 1) {
		throw notReadable(
			`${file} ${config.calls === 0 ? 'does not call' : 'calls more than once'} solidStart() from @solidjs/start/config, so its options cannot be found.`,
			`Call the plugin once in ${file} itself: plugins: [solidStart({ … }), …].`,
		);
	}
	const place = (option: Option & { line: number }) => `${file}:${option.line}`;
	const folder = (name: string, option: Option, otherwise: HostPath): HostPath => {
		if (option.kind === 'absent') return otherwise;
		if (option.kind === 'computed') throw computed(name, place(option));
		return hostPath(option.text, `${name} in ${place(option)}`);
	};
	const viteRoot = config.vite('root');
	if (viteRoot.kind !== 'absent' && folder('root', viteRoot, '') !== '')
		throw computed('root', place(viteRoot));
	const source = folder('appRoot', config.get('appRoot'), 'src');
	const routeDir = folder('routeDir', config.get('routeDir'), 'routes');
	const below = (name: string): HostPath => (source === '' ? name : `${source}/${name}`);
	const middleware = config.get('middleware');
	const base = config.vite('base');
	return {
		configFile: file,
		base: base.kind === 'text' ? base.text.replace(/\/$/, '') : base.kind === 'absent' ? '' : undefined,
		origin: undefined,
		envDir: '',
		adapter: undefined,
		paths: { source, routes: below(routeDir), serverHooks: '', lib: below('lib') },
		middleware:
			middleware.kind === 'absent'
				? undefined
				: existing(files, folder('middleware', fromRoot(files, middleware), ''), place(middleware)),
		unreadable: base.kind === 'computed' ? [`base in ${place(base)}`] : [],
		warnings: ssrWarnings(config.get('ssr'), file),
	};
}

/** `/src/middleware.ts` counts from the project's folder, as paths do for Vite. */
const fromRoot = (files: HostFiles, option: Option): Option =>
	option.kind === 'text' && option.text.startsWith('/') && files.exists(option.text.slice(1))
		? { ...option, text: option.text.slice(1) }
		: option;

/** Without rendering on the server, no page knows the session before the browser asks for it (S8). */
function ssrWarnings(ssr: Option, file: HostPath): string[] {
	if (ssr.kind !== 'text' || ssr.text !== 'false') return [];
	return [
		`ssr is off in ${file}:${ssr.line}: pages know who is signed in only after the browser has asked, so guard data in server functions (requireSession).`,
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
