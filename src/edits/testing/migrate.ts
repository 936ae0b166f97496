import { migrateClient } from '../migrate/client/index.ts';
import { type ModulesRequest, moveModules } from '../migrate/modules.ts';
import { migrateProviders } from '../migrate/providers/index.ts';
import { migrateComponents } from '../migrate/sveltekit/components/index.ts';
import { takeHandle } from '../migrate/sveltekit/handle.ts';
import { svelteKitModules } from '../migrate/sveltekit/modules.ts';
import { addOptions, type OptionsRequest } from '../migrate/sveltekit/options.ts';
import { solidStartMigrateTransforms } from './migrate-solid-start.ts';
import { serverMigrateTransforms } from './migrate-sveltekit.ts';

/** A migration replaces what it finds: what exactly, the fixtures say. */
const taking = <T extends object>(transform: T) =>
	Object.assign(transform, { takesAway: 'anything' as const });

const modules: ModulesRequest = { moves: svelteKitModules({ svelte: 5 }) };
const options: OptionsRequest = {
	basePath: '/auth',
	obeyed: { basePath: false, prefix: false },
	appEnvModule: '$app/environment',
	privateEnvModule: '$env/dynamic/private',
	declaredEnv: false,
};

/** The transforms of `migrate`, for `transforms.ts`. */
export const migrateTransforms = {
	...solidStartMigrateTransforms,
	...serverMigrateTransforms,
	'migrate/sveltekit/modules': taking((path: string, content: string) => moveModules(path, content, modules)),
	'migrate/sveltekit/handle': taking((path: string, content: string) => takeHandle(path, content)),
	'migrate/sveltekit/options': taking((path: string, content: string, request: object) =>
		addOptions(path, content, { ...options, ...request }),
	),
	'migrate/providers': taking((path: string, content: string, request: object) =>
		migrateProviders(path, content, { adapter: false, ...request }),
	),
	'migrate/client': taking((path: string, content: string, request: object) =>
		migrateClient(path, content, request),
	),
	'migrate/sveltekit/components': taking((path: string, content: string, request: object) =>
		migrateComponents(path, content, { svelte: 5, ...request }),
	),
};
