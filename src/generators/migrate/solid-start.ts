import { moveAugmentations } from '../../edits/migrate/augmentations.ts';
import { migrateClient } from '../../edits/migrate/client/index.ts';
import type { OtherClient } from '../../edits/migrate/client/request.ts';
import type { MigrateCode } from '../../edits/migrate/codes.ts';
import { mentionsMoved, moveModules } from '../../edits/migrate/modules.ts';
import { exportHandlers } from '../../edits/migrate/solid-start/catch-all.ts';
import { askForSession } from '../../edits/migrate/solid-start/locals-session.ts';
import { migrateMiddleware } from '../../edits/migrate/solid-start/middleware.ts';
import { solidStartModules } from '../../edits/migrate/solid-start/modules.ts';
import {
	addSolidOptions,
	placeOfSolidConfig,
	type SolidConfigPlace,
	type SolidOptionsRequest,
} from '../../edits/migrate/solid-start/options.ts';
import { askByEvent } from '../../edits/migrate/solid-start/session-calls.ts';
import { readSessionState } from '../../edits/migrate/solid-start/session-state.ts';
import { migrateSignInCalls } from '../../edits/migrate/solid-start/sign-in-calls.ts';
import { removeTsconfigTypes } from '../../edits/migrate/tsconfig-types.ts';
import { runtimeModules } from '../../framework.ts';
import { findConfig } from './find-config.ts';
import { type ConfigFile, editEach, filesWith, type Migration } from './migration.ts';
import { importsPackage, isBefore, type Predecessor } from './predecessor.ts';
import { mediakit, pathsOf } from './solid-paths.ts';

/** A SolidStart host, in the order in which each edit can rely on those before it. */
export function stageSolidStart(migration: Migration): ConfigFile | undefined {
	const { sources, files } = migration;
	const texts = files.map((path) => sources.text(path) ?? '');
	const importsOf = (name: string) =>
		texts.filter((text) => text.includes(name) && importsPackage(text, name));
	// What `locals.session` and `getSession` mean is the predecessor's to say: later nobody knows.
	const hadMiddleware = [mediakit, 'start-authjs'].some((name) =>
		importsOf(name).some((text) => /\bauthMiddleware\b/.test(text)),
	);
	const tookEvents = importsOf(mediakit).length > 0;
	stageModules(migration);
	stageTypes(migration);
	editEach(migration, /\bSolidAuth\b/, 'hands its handlers on as SolidAuth gives them', exportHandlers);
	const config = stageConfig(migration);
	editEach(
		migration,
		/\bauthMiddleware\b/,
		'hands authMiddleware the configuration alone',
		migrateMiddleware,
	);
	if (hadMiddleware) editEach(migration, /\blocals\b/, 'asks for the session', askForSession);
	editEach(migration, /\b(?:getSession|auth)\b/, 'asks for the session by the event', (path, content) =>
		askByEvent(path, content, { tookEvents }),
	);
	if (givesState(migration.from))
		editEach(migration, /\bcreateSession\b/, 'asks for the state of the session', (path, content) =>
			importsPackage(sources.text(path) ?? '', mediakit)
				? readSessionState(path, content)
				: { kind: 'unchanged', reason: 'has ours already' },
		);
	editEach(migration, /[sS]ign(?:In|Out)\b/, 'signs in and out as ours does', migrateSignInCalls);
	editEach(
		migration,
		/solid-start\/(?:client|components)['"]/,
		'signs in as the client of before did',
		(path, content) => migrateClient(path, content, { other: clientOf(migration.from) }),
	);
	if (tookEvents && config) stageClient(migration, config, hadMiddleware);
	return config;
}

/** Whether `createSession` gave the state with the session in it, and not the session itself. */
const givesState = (from: Predecessor): boolean =>
	from.name === mediakit && !isBefore(from, '2.1.4') && isBefore(from, '3.0.0');

/** What the client of a predecessor did. */
function clientOf(from: Predecessor): OtherClient {
	const module = `${runtimeModules['solid-start']}/client`;
	if (from.name === mediakit)
		return { module, old: true, results: !isBefore(from, '2.1.6'), knewOptions: true };
	// What versions in between did, nobody knows.
	const isKnown = from.version !== undefined && (isBefore(from, '0.16.0') || !isBefore(from, '0.18.0'));
	return { module, knewOptions: false, ...(isKnown ? { old: isBefore(from, '0.16.0') } : {}) };
}

/** What runs in browsers: where it asks, and what it knows while a page is rendered. */
function stageClient(migration: Migration, { basePath }: ConfigFile, hadMiddleware: boolean): void {
	const { staging } = migration;
	const asking = filesWith(migration, /@authgraft\/runtime\/solid-start\/(?:client|components)['"]/);
	for (const path of asking) {
		const text = staging.read(path) ?? '';
		const line = text.slice(0, Math.max(0, text.search(/<SessionProvider\b/))).split('\n').length;
		if (
			basePath !== '/api/auth' &&
			!/\bcreateClient\b|\bbasePath\b/.test(text) &&
			/\bSessionProvider\b|\/client['"]/.test(text)
		)
			staging.refuse(
				path,
				'asks the endpoints of sign-in',
				`asks for endpoints at /api/auth, and they are at ${basePath}`,
				`<SessionProvider basePath="${basePath}">\nconst { signIn, signOut } = createClient({ basePath: '${basePath}' });`,
				{ line },
			);
		if (!hadMiddleware && /<SessionProvider\b/.test(text))
			staging.tell(path, {
				...{ code: 'session-in-page' satisfies MigrateCode, file: path, line },
				text: 'had the session while the page was rendered, and has it once the browser has asked now: with authMiddleware(authConfig) in the middleware it is in the page.',
			});
	}
}

function stageModules({ staging, files }: Migration): void {
	for (const path of files) {
		if (!mentionsMoved(staging.read(path) ?? '', solidStartModules)) continue;
		staging.edit(path, 'imports what has moved', (content) =>
			moveModules(path, content, { moves: solidStartModules }),
		);
	}
}

/** Extensions of the predecessors' types, and what names their packages for types alone. */
function stageTypes(migration: Migration): void {
	const { host, staging } = migration;
	for (const path of filesWith(migration, /\bdeclare\s+module\b|<reference\s+types=/))
		staging.edit(path, 'extends the types of the core', (content) => moveAugmentations(path, content));
	for (const path of ['tsconfig.json', 'jsconfig.json'])
		if (/solid-start|start-authjs|mediakit/.test(host.read(path) ?? ''))
			staging.edit(path, 'names no types of the predecessor', removeTsconfigTypes);
}

function stageConfig(migration: Migration): ConfigFile | undefined {
	const { host, staging, from } = migration;
	const place = findConfig<Exclude<SolidConfigPlace, { kind: 'none' | 'elsewhere' }>>(migration, {
		call: 'SolidAuth',
		snippet: 'export const { GET, POST } = SolidAuth(authConfig);',
		read: placeOfSolidConfig,
	});
	if (!place) return undefined;
	const { call, file, name } = place;
	const paths = pathsOf(migration, call);
	const request: SolidOptionsRequest = {
		...{ from: from.name, obeysPrefix: from.name === '@auth/solid-start', name },
		...{ pathVariable: paths.variable, defaultPath: paths.missing, fixedPath: paths.fixed },
		// Its server took every request for http behind a proxy, and the predecessors went by that.
		unprefixedSessions: host.generation.major === 2,
	};
	// Somebody moved it by hand: it says what it is to say.
	const isOurs = (host.read(call) ?? '').includes(runtimeModules['solid-start']);
	if (!isOurs)
		staging.edit(file, 'says what the predecessor took for granted', (content) =>
			addSolidOptions(file, content, request),
		);
	const written = placeOfSolidConfig(file, staging.read(file) ?? '', name);
	const basePath = written.kind === 'here' ? written.basePath : undefined;
	return { file, name, basePath: basePath ?? paths.said ?? host.generation.authBasePath };
}
