import { Node } from 'ts-morph';
import { type FunctionGuard, functionGuards, type GuardState } from '../edits/guards/index.ts';
import { findGuardedPage } from '../edits/guards/page.ts';
import type { GuardTarget } from '../edits/guards/request.ts';
import { runtimeModules } from '../framework.ts';
import { relativeImport } from '../host/files/paths.ts';
import type { Host, HostPath } from '../host/host.ts';
import type { RemoteFunction } from '../host/routes/route.ts';
import { importedAs } from '../syntax/imports.ts';
import type { Source } from '../syntax/source.ts';
import type { AuthSettings } from './auth-module/settings.ts';
import type { ParsedFiles } from './parsed-files.ts';

/** What was seen of a function, or of a page, that may carry a guard. */
export interface Seen {
	/** Line of the function itself. */
	at: number;
	/** The runtime's guard. */
	guard?: { line: number; conditional: boolean };
	/** The file that the guard stands in, where it is another one. */
	file?: HostPath;
	/** A guard that does not hold, or one of the host's own. */
	note?: string;
}

export interface Guards {
	load: Seen | undefined;
	actions: ReadonlyMap<string, Seen>;
	methods: ReadonlyMap<string, Seen>;
}

/** Words without which a file holds no guard of the runtime. */
const guardWords = /requireUser|requireSession/;

/** The module that `init` writes on SolidStart: it tells who is there, and everybody may ask. */
export const sessionModule = (host: Host): HostPath =>
	['ts', 'js']
		.map((extension) => `${host.paths.source}/session.${extension}`)
		.find((path) => host.exists(path)) ?? `${host.paths.source}/session.${host.language}`;

/** Modules of ours that hold server functions: the session, and what `guarded(Page, guard)` asks. */
const ownModules = (host: Host): HostPath[] => [
	sessionModule(host),
	...['ts', 'js'].map((extension) => `${host.paths.source}/guards.${extension}`),
];

/** How a file of the host may import that module. */
export const sessionModules = (host: Host, file: HostPath): string[] => [
	relativeImport(file, sessionModule(host)),
	'~/session',
	'@/session',
];

function guardsIn(source: Source, host: Host, file: HostPath, functions: GuardTarget[]): FunctionGuard[] {
	const { framework } = host;
	return functionGuards(source, {
		framework,
		runtimeModule: runtimeModules[framework],
		sessionModules: sessionModules(host, file),
		functions,
	});
}

/** The guards in a page's server file or in an endpoint's; undefined where there can be none. */
export function guardsOf(parsed: ParsedFiles, file: HostPath, host: Host): Guards | undefined {
	const source = parsed.parse(file, guardWords);
	if (!source) return undefined;
	const found = guardsIn(source, host, file, [{ kind: 'load' }, { kind: 'actions' }, { kind: 'endpoint' }]);
	const named = (kind: FunctionGuard['kind']) =>
		new Map(found.filter((one) => one.kind === kind).map((one) => [one.name ?? '', seen(one)]));
	return { load: named('load').get('load'), actions: named('action'), methods: named('endpoint') };
}

/** The guard of a server function. */
export function functionGuardOf(
	parsed: ParsedFiles,
	{ file, start, line, note }: RemoteFunction,
	host: Host,
): Seen {
	const source = parsed.parse(file, guardWords);
	const [found] = source ? guardsIn(source, host, file, [{ kind: 'function', starts: [start] }]) : [];
	const state = found ? seen(found) : { at: line };
	return note && !state.note ? { ...state, note } : state;
}

/** Whether a SolidStart page or layout stands behind `guarded(...)`. */
export function pageGuardOf(parsed: ParsedFiles, file: HostPath): Seen | undefined {
	const source = parsed.parse(file, /guarded/);
	const call = source && findGuardedPage(source);
	if (!call) return undefined;
	const conditional = call.getArguments().length > 1;
	return { at: 1, file, guard: { line: call.getStartLineNumber(), conditional } };
}

function seen({ line, guard }: FunctionGuard): Seen {
	return { at: line, ...guardSeen(guard) };
}

function guardSeen(guard: GuardState): Pick<Seen, 'guard' | 'note'> {
	switch (guard.kind) {
		case 'guarded':
			return { guard: { line: guard.line, conditional: guard.condition !== undefined } };
		case 'weak':
			return { note: `requireUser() in line ${guard.line} ${guard.reason}` };
		case 'own':
			return { note: `line ${guard.line} has a check of your own, which is not looked into` };
		case 'unseen':
			return { note: `it ${guard.reason}` };
		case 'none':
			return {};
	}
}

/** What signs people in, and what the sign-in page shows. */
const signInNames = ['signIn', 'signInPage'];

/**
 * Whether a function signs people in, or tells who is there: guarded, nobody could get in. One that signs people out may
 * do more before, so it is none.
 */
export function isForSignIn(
	parsed: ParsedFiles,
	{ file, start }: RemoteFunction,
	host: Host,
	settings: AuthSettings | undefined,
): boolean {
	if (host.framework === 'solid-start' && ownModules(host).includes(file)) return true;
	const source = parsed.parse(file, /signIn/);
	if (!source) return false;
	const modules = [runtimeModules[host.framework], ...(settings ? [settings.importName(file)] : [])];
	const names = modules.flatMap((module) =>
		signInNames.flatMap((name) => importedAs(source, module, name) ?? []),
	);
	const fn = source.ast
		.getDescendants()
		.find((node) => node.getStart() === start && !Node.isSyntaxList(node));
	const inside = fn?.getDescendants() ?? [];
	return inside.some((node) => Node.isCallExpression(node) && names.includes(node.getExpression().getText()));
}
