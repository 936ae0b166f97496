import { ifReadable } from '../../host/files/index.ts';
import type { Host, HostPath } from '../../host/host.ts';
import type { Context } from '../context.ts';
import { basePathOf } from './base-path.ts';

/** Folders deeper than this are not searched: no real project nests so far, and a loop of links would never end. */
const maxDepth = 24;

/** Addresses below the base path that may be a page of the application's own. */
const pageActions = ['signin', 'signout', 'error', 'verify-request'];
const actions = [...pageActions, 'session', 'csrf', 'providers', 'callback', 'webauthn-options'];
const withProvider = ['signin', 'callback', 'webauthn-options'];

/** A file of the host that answers there, and the address as the host's router names it. */
interface Taken {
	file: HostPath;
	address: string;
}

/**
 * Routes of the host's own at addresses of sign-in: SvelteKit's hook would take these requests from them, in SolidStart
 * they would take them from sign-in. Where a rest route answered all of it until now, that is told.
 */
export function stageAddresses(context: Context): void {
	const { host, staging, auth } = context;
	// Set up already: what lies there now was chosen.
	if (auth.module) return;
	const basePath = basePathOf(context);
	for (const { file, address } of takenAddresses(host, basePath)) {
		staging.refuse(
			file,
			'keeps its address',
			`answers ${address}, an address of sign-in. Put that elsewhere with --base-path ${freePath(host)}, or move the file`,
			'',
			{ code: 'own-address' },
		);
	}
	for (const { file } of restRoutesAbove(host, basePath))
		staging.tell(auth.file, {
			...{ code: 'rest-route', file },
			text: `${file} answered ${basePath}/* until now: sign-in comes first.`,
		});
}

/** The routes of a host below the base path that may lie at an endpoint. */
export function takenAddresses(host: Host, basePath: string): Taken[] {
	const base = segmentsOf(basePath);
	return routesBelow(host, base).flatMap(({ file, segments, isPage }) => {
		const [action = '', provider, ...more] = segments.slice(base.length);
		const address = `/${segments.join('/')}`;
		if (isRest(action)) return host.framework === 'sveltekit' ? [{ file, address }] : [];
		if (more.some((segment) => !isRest(segment))) return [];
		const isAction = action.includes('[') || actions.includes(action);
		const isWith = action.includes('[') || withProvider.includes(action);
		const isOwnPage =
			isPage && provider === undefined && !action.includes('[') && pageActions.includes(action);
		const matches = provider === undefined ? isAction && action !== '' : isWith;
		return matches && !isOwnPage ? [{ file, address }] : [];
	});
}

/** Endpoints such as `/api/[...path]`, which is how requests are passed on to another server. */
function restRoutesAbove(host: Host, basePath: string): Taken[] {
	const base = segmentsOf(basePath);
	return base
		.flatMap((_, length) => routesBelow(host, base.slice(0, length), 1))
		.filter(({ segments, isPage }) => !isPage && isRest(segments.at(-1) ?? ''))
		.map(({ file, segments }) => ({ file, address: `/${segments.join('/')}` }));
}

/** The first base path under which the host has nothing. */
export const freePath = (host: Host): string =>
	['/api/auth', '/auth', '/api/signin', '/api/session', '/sign-in/api'].find(
		(path) => path !== host.generation.authBasePath && routesBelow(host, segmentsOf(path)).length === 0,
	) ?? '<path>';

interface Found {
	file: HostPath;
	segments: string[];
	isPage: boolean;
}

/**
 * Every route file below a path without parameters, groups seen through.
 * @param deep how many segments below it at most.
 */
function routesBelow(host: Host, base: readonly string[], deep = maxDepth): Found[] {
	const found: Found[] = [];
	const visit = (folder: HostPath, segments: string[], depth: number): void => {
		if (depth === 0) return;
		for (const entry of ifReadable(() => host.list(folder)) ?? []) {
			const path = `${folder}/${entry}`;
			const file = fileIn(host, entry);
			const name = file?.name ?? entry.replace(/^\([^)]*\)$/, '');
			const here = name === '' ? segments : [...segments, name];
			if (here.length > base.length + deep) continue;
			if (!here.slice(0, base.length).every((segment, index) => segment === base[index])) continue;
			if (!file) visit(path, here, depth - 1);
			else if (file.isRoute && here.length >= base.length)
				found.push({ file: path, segments: here, isPage: file.isPage });
		}
	};
	visit(host.paths.routes, [], maxDepth);
	return found;
}

/** What a file adds to the path of its folder; undefined for a folder. */
function fileIn(
	{ framework }: Host,
	entry: string,
): { name: string; isRoute: boolean; isPage: boolean } | undefined {
	if (framework === 'sveltekit') {
		if (!entry.startsWith('+')) return undefined;
		const isPage = /^\+page\b/.test(entry);
		return { name: '', isRoute: isPage || /^\+server\.[jt]s$/.test(entry), isPage };
	}
	const [, stem, extension = ''] = /^(.+)\.[cm]?([jt]sx?)$/.exec(entry) ?? [];
	if (stem === undefined) return undefined;
	const name = stem.replace(/\([^)]*\)/g, '');
	return { name: name === 'index' ? '' : name, isRoute: true, isPage: extension.endsWith('x') };
}

const segmentsOf = (path: string): string[] => path.split('/').filter(Boolean);
const isRest = (segment: string): boolean => /^\[{1,2}\.\.\./.test(segment);
