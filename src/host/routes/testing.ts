import { readHost } from '../index.ts';
import { kit3, manifest, project, solidConfig } from '../testing.ts';
import { readRoutes } from './index.ts';
import type { Route } from './route.ts';

/*
 * Hosts in temporary folders, for the tests of this folder. Not part of the build.
 */

/** A SvelteKit 3 host with these files below `src/routes`; names that begin with a slash count from the root. */
export const kitHost = (files: Record<string, string>) =>
	readHost(project({ ...kit3(), 'src/routes/+page.svelte': '<h1>Home</h1>\n', ...placed(files) }));

/** A SolidStart host, as `kitHost`. */
export const solidHost = (files: Record<string, string>, major = 2) =>
	readHost(
		project({
			'package.json': manifest({ '@solidjs/start': `^${major}.0.0`, '@solidjs/router': '^0.15.0' }),
			[major === 1 ? 'app.config.ts' : 'vite.config.ts']:
				major === 1
					? "import { defineConfig } from '@solidjs/start/config';\nexport default defineConfig({});\n"
					: solidConfig(),
			...placed(files),
		}),
	);

const placed = (files: Record<string, string>): Record<string, string> =>
	Object.fromEntries(
		Object.entries(files).map(([path, text]) =>
			path.startsWith('/') ? [path.slice(1), text] : [`src/routes/${path}`, text],
		),
	);

/** Routes by their id. */
export async function kitRoutes(files: Record<string, string>): Promise<Record<string, Route>> {
	const { routes } = readRoutes(await kitHost(files));
	return Object.fromEntries(routes.map((route) => [route.id, route]));
}

export async function solidRoutes(files: Record<string, string>, major = 2): Promise<Record<string, Route>> {
	const { routes } = readRoutes(await solidHost(files, major));
	return Object.fromEntries(routes.map((route) => [route.id, route]));
}
