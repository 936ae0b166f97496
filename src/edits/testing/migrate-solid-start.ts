import { migrateClient } from '../migrate/client/index.ts';
import type { OtherClient } from '../migrate/client/request.ts';
import { moveModules } from '../migrate/modules.ts';
import { exportHandlers } from '../migrate/solid-start/catch-all.ts';
import { askForSession } from '../migrate/solid-start/locals-session.ts';
import { migrateMiddleware } from '../migrate/solid-start/middleware.ts';
import { solidStartModules } from '../migrate/solid-start/modules.ts';
import { addSolidOptions, type SolidOptionsRequest } from '../migrate/solid-start/options.ts';
import { askByEvent } from '../migrate/solid-start/session-calls.ts';
import { readSessionState } from '../migrate/solid-start/session-state.ts';
import { migrateSignInCalls } from '../migrate/solid-start/sign-in-calls.ts';
import type { EditResult } from '../splice/edit.ts';

const taking = <T extends object>(transform: T) =>
	Object.assign(transform, { takesAway: 'anything' as const });

/** One that is asked for nothing in particular. */
const plain = (transform: (path: string, content: string) => EditResult) =>
	taking((path: string, content: string) => transform(path, content));

const client: OtherClient = {
	module: '@authgraft/runtime/solid-start/client',
	old: true,
	knewOptions: false,
};
const options: SolidOptionsRequest = { from: '@auth/solid-start', obeysPrefix: true };

/** `old: null` of a fixture: nobody knows. */
const otherOf = (request: { old?: boolean | null }): OtherClient => {
	const { old, ...rest } = { ...client, ...request };
	return { ...rest, ...(typeof old === 'boolean' ? { old } : {}) };
};

/** Those of SolidStart. */
export const solidStartMigrateTransforms = {
	'migrate/solid-start/modules': plain((path, content) =>
		moveModules(path, content, { moves: solidStartModules }),
	),
	'migrate/solid-start/catch-all': plain(exportHandlers),
	'migrate/solid-start/options': taking((path: string, content: string, request: object) =>
		addSolidOptions(path, content, { ...options, ...request }),
	),
	'migrate/solid-start/middleware': plain(migrateMiddleware),
	'migrate/solid-start/locals-session': plain(askForSession),
	'migrate/solid-start/session-state': plain(readSessionState),
	'migrate/solid-start/session-calls': taking((path: string, content: string, request: object) =>
		askByEvent(path, content, { tookEvents: true, ...request }),
	),
	'migrate/solid-start/client': taking((path: string, content: string, request: object) =>
		migrateClient(path, content, { other: otherOf(request) }),
	),
	'migrate/solid-start/sign-in-calls': plain(migrateSignInCalls),
};
