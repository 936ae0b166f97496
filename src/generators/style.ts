import { defaultStyle, parse, type Style } from '../edits/source.ts';
import type { Host } from '../host/host.ts';

/**
 * Habits for new files: those of the host's own config or hooks, which people formatted themselves.
 * (An existing file that is edited keeps its own: 18 % of real projects mix.)
 */
export function hostStyle(host: Host): Style {
	const samples = [host.configFile, `${host.paths.serverHooks}.ts`, `${host.paths.routes}/+layout.server.ts`];
	for (const path of samples) {
		const text = path && host.read(path);
		if (path && text) return parse(path, text).style;
	}
	return defaultStyle;
}
