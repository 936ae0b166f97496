import type { Host, HostPath } from '../host/host.ts';
import type { Sources } from '../host/routes/index.ts';
import { readModule } from '../host/routes/module-facts.ts';
import type { Route } from '../host/routes/route.ts';
import { guardsOf } from './guards.ts';
import { ParsedFiles } from './parsed-files.ts';

/**
 * Layouts whose data a guard in the page's own `load` does not keep: with `?x-sveltekit-invalidated=` a request names the
 * loads that run, and leaves the page's out. The root layout's data is everybody's anyway.
 */
export function openLayouts(
	host: Host,
	sources: Sources,
	{ layouts }: Route,
	parsed: ParsedFiles = new ParsedFiles(sources),
): HostPath[] {
	if (host.framework !== 'sveltekit') return [];
	const isRoot = (file: HostPath) => file.slice(0, file.lastIndexOf('/')) === host.paths.routes;
	return layouts
		.flatMap(({ server }) => server ?? [])
		.filter((file) => !isRoot(file) && readModule(sources, file).load)
		.filter((file) => !guardsOf(parsed, file, host)?.load?.guard);
}
