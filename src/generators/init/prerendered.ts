import { type PrerenderedPages, prerenderedPages, whatHelps } from '../../audit/prerendered-sessions.ts';
import { addPageSession, type ClientPlace, clientCall, clientModule } from '../../edits/load/page-session.ts';
import type { Host, HostPath } from '../../host/host.ts';
import { openSources, readRoutes, type Sources } from '../../host/routes/index.ts';
import { moduleFile } from '../changes/module-file.ts';
import type { Context } from '../context.ts';
import { render } from '../templates/index.ts';

/**
 * A prerendered page knows nobody, and its data goes on to the pages that links lead to: on SvelteKit the root layout
 * asks in the browser, on SolidStart the page has to.
 */
export function stagePrerendered(context: Context): void {
	const { host, staging, auth } = context;
	const sources = openSources(host);
	if (!mayPrerender(sources)) return;
	const pages = prerenderedPages(sources, readRoutes(host, sources).routes);
	if (pages.length === 0) return;
	if (host.framework === 'sveltekit') askInLayout(context, pages);
	else if (!auth.module) staging.tell(auth.file, ...findings(pages, (page) => whatHelps(host, page)));
}

/** So many names are looked at: `init` takes no longer in a large project. `routes`, which reads all, says the rest. */
const mostEntries = 400;

/** Whether something says so, the folders near the root of the routes first: reading all routes takes time. */
function mayPrerender(sources: Sources): boolean {
	const { host } = sources;
	if (host.framework !== 'sveltekit')
		return /\b(?:prerender|ssr)\b/.test((host.configFile && host.read(host.configFile)) ?? '');
	const folders = [host.paths.routes];
	let left = mostEntries;
	// It grows while it is gone through.
	for (const folder of folders) {
		for (const { name, path, isFolder } of sources.entries(folder)) {
			if (left-- === 0) return false;
			if (isFolder) folders.push(path);
			else if (isOptions.test(name) && prerenders.test(sources.text(path) ?? '')) return true;
		}
	}
	return false;
}

/** Modules that may hold the option. */
const isOptions = /^\+(?:page|layout)\b.*\.[jt]s$/;

/** The pages of `init` say false. */
const prerenders = /\bprerender\b(?!\s*(?::[^=;]+)?=\s*false\b)/;

const findings = (pages: PrerenderedPages[], way: (page: PrerenderedPages) => string) =>
	pages.map((page) => ({
		...{ code: 'prerendered-session', file: page.file, line: page.line },
		text: `${page.text}: ${way(page)}.`,
	}));

function askInLayout(context: Context, pages: PrerenderedPages[]): void {
	const { host, staging, auth, style, answers } = context;
	const server = moduleFile(host, `${host.paths.routes}/+layout.server`);
	// Without the session of the server there is none to put right.
	if (!/\bauth\(\)/.test(staging.read(server) ?? '')) return;
	const path = moduleFile(host, `${host.paths.routes}/+layout`);
	const place = placeIn(host, auth.module?.facts.basePath ?? answers.basePath);
	const present = staging.read(path);
	const added =
		present === undefined
			? undefined
			: addPageSession(path, present, { ...place, typed: path.endsWith('.ts'), fallback: style });
	if (added?.kind === 'unchanged') return;
	if (added?.kind === 'refused') {
		if (!auth.module) staging.tell(server, ...findings(pages, () => byHand(path, place)));
		return;
	}
	const text =
		added?.text ?? render('integration-b/layout.ts', { base: place.base, call: clientCall(place) }, context);
	staging.write(path, 'lets prerendered pages ask for the session', text);
	staging.tell(path, ...findings(pages, ({ isOne }) => `in the browser ${isOne ? 'it asks' : 'they ask'}`));
}

const placeIn = (host: Host, basePath: string | undefined): ClientPlace => ({
	base: host.generation.declaredEnv ? 'resolve' : 'base',
	basePath,
});

const byHand = (path: HostPath, place: ClientPlace): string =>
	`in its \`load\` ${path} can return \`session: await pageSession(data.session)\`, which asks in the browser, with \`const { pageSession } = ${clientCall(place)}\` of '${clientModule}'`;

/** What has to be written where the root layout has a `load` of its own; undefined where `init` writes it. */
export function layoutByHand(host: Host, basePath: string | undefined): string | undefined {
	const path = moduleFile(host, `${host.paths.routes}/+layout`);
	const present = host.read(path);
	if (present === undefined) return undefined;
	const place = placeIn(host, basePath);
	const added = addPageSession(path, present, { ...place, typed: path.endsWith('.ts') });
	return added.kind === 'refused' ? byHand(path, place) : undefined;
}
