import { moveAugmentations } from '../migrate/augmentations.ts';
import { handOnRow } from '../migrate/session/callback.ts';
import { type ActionsRequest, returnFailures } from '../migrate/sveltekit/actions/index.ts';
import { migrateAppTypes } from '../migrate/sveltekit/app-types.ts';
import { renameGetSession } from '../migrate/sveltekit/get-session.ts';
import { removeTsconfigTypes } from '../migrate/tsconfig-types.ts';

/** A migration replaces what it finds: what exactly, the fixtures say. */
const taking = <T extends object>(transform: T) =>
	Object.assign(transform, { takesAway: 'anything' as const });

const actions: ActionsRequest = { modules: ['$lib/auth', '../../auth'] };

/** What `migrate` does to the server's side of a SvelteKit host, and to types, for `migrate.ts`. */
export const serverMigrateTransforms = {
	'migrate/sveltekit/get-session': taking((path: string, content: string) => renameGetSession(path, content)),
	'migrate/sveltekit/app-types': taking(migrateAppTypes),
	'migrate/sveltekit/actions': taking((path: string, content: string, request: object) =>
		returnFailures(path, content, { ...actions, ...request }),
	),
	'migrate/session/callback': taking(handOnRow),
	'migrate/augmentations': taking((path: string, content: string) => moveAugmentations(path, content)),
	'migrate/tsconfig-types': taking((_: string, content: string) => removeTsconfigTypes(content)),
};
