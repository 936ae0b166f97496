import { coverage } from '../../audit/coverage.ts';
import { findGuardedPage, unwrapGuardedPage, wrapGuardedPage } from '../../edits/guards/page.ts';
import { relativeImport } from '../../host/files/paths.ts';
import type { HostPath } from '../../host/host.ts';
import type { Route } from '../../host/routes/route.ts';
import { parse } from '../../syntax/source.ts';
import { render } from '../templates/index.ts';
import type { GuardContext } from './context.ts';
import { addGuardFor, guardsModule } from './guard-query.ts';

/**
 * Puts `guarded(...)` round pages of a SolidStart host: no code of the server runs when people navigate in the browser.
 * A layout that only the guarded paths have stands for all pages in it.
 */
export function wrapPages(context: GuardContext, routes: readonly Route[]): void {
	const { host, staging, style } = context;
	const files = shownBy(context, routes);
	if (files.length === 0) return;
	const module = guardedModule(context);
	const query = addGuardFor(context);
	for (const { file, path } of files) {
		const guard = query && { module: relativeImport(file, query.file), name: query.name };
		const request = { module: relativeImport(file, module), ...(guard ? { guard } : {}), fallback: style };
		staging.edit(file, `shows ${path} to people who are signed in`, (content) =>
			wrapGuardedPage(file, content, request),
		);
	}
	const values = { sessionModule: './session' };
	staging.edit(
		module,
		'keeps pages for people who are signed in',
		() => ({ kind: 'unchanged', reason: 'the file is there already' }),
		() => render('integration-a/guarded.tsx', values, { host, style }),
	);
}

/** Takes `guarded(...)` off again, wherever it stands: round pages, or round layouts of them. */
export function unwrapPages(context: GuardContext, routes: readonly Route[]): void {
	const module = guardedModule(context);
	const alone = routes.flatMap(({ page, path }) => (page ? [{ file: page, path }] : []));
	const files = new Map([...shownBy(context, routes), ...alone].map(({ file, path }) => [file, path]));
	for (const [file, path] of files) {
		const call = findGuardedPage(parse(file, context.staging.read(file) ?? ''));
		if (!call) continue;
		const query = call.getArguments()[1]?.getText();
		const guard = query && { module: relativeImport(file, guardsModule(context.host)), name: query };
		const request = {
			module: relativeImport(file, module),
			...(guard ? { guard } : {}),
			fallback: context.style,
		};
		context.staging.edit(file, `shows ${path} to everybody`, (text) =>
			unwrapGuardedPage(file, text, request),
		);
	}
}

/** `src/guarded.tsx` */
function guardedModule({ host }: GuardContext): HostPath {
	const base = `${host.paths.source}/guarded`;
	const existing = ['tsx', 'jsx']
		.map((extension) => `${base}.${extension}`)
		.find((path) => host.exists(path));
	return existing ?? `${base}.${host.language}x`;
}

/** The files to wrap, each once, and what people see there. */
function shownBy(
	{ host, audit, answers }: GuardContext,
	routes: readonly Route[],
): { file: HostPath; path: string }[] {
	const files = new Map<HostPath, string>();
	for (const { page, path, layouts } of routes) {
		if (!page) continue;
		const own = layouts.flatMap(({ component }) => component ?? []).find((layout) => isWithin(layout));
		files.set(own ?? page, own ? layoutPath(own) : path);
	}
	return [...files].map(([file, path]) => ({ file, path }));

	function isWithin(layout: HostPath): boolean {
		const id = layoutPath(layout);
		return (
			answers.path &&
			id !== '/' &&
			answers.patterns.some((one) => coverage(one, id, host.framework) === 'all') &&
			// One page in it that stays open would be closed with the others.
			audit.routes.every((route) => routes.includes(route) || !isIn(layout, route))
		);
	}
	function isIn(layout: HostPath, { layouts }: Route): boolean {
		return layouts.some(({ component }) => component === layout);
	}
	/** A layout is called like the folder beside it. */
	function layoutPath(layout: HostPath): string {
		return layout.slice(host.paths.routes.length).replace(/\.[cm]?[jt]sx?$/, '');
	}
}
