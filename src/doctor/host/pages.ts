import { ts } from 'ts-morph';
import type { HostPath } from '../../host/host.ts';
import { nearestRoutes } from '../../host/routes/nearest.ts';
import { escapePattern } from '../../syntax/text.ts';
import { isText, lineOf, nameOf, parsed, within } from '../../syntax/tree/nodes.ts';
import type { HostContext } from '../context.ts';
import { type Diagnosis, diagnosis } from '../diagnosis.ts';
import { answersVisits, mayReroute, routesAt } from './page-routes.ts';
import { prerenderedSessions } from './prerendered.ts';

/** Pages of the application that sign-in needs, or that do not show who is there. */
export const pages = (context: HostContext): Diagnosis[] => [
	...missing(context),
	...prerenderedSignIn(context),
	...prerenderedSessions(context),
	...cached(context),
	...links(context),
];

const pathOf = (page: string): string => page.replace(/[?#].*$/s, '').replace(/(?<=.)\/$/, '');

/** The pages of the configuration, without the host's base. */
function ownPages({ host, module }: HostContext): [name: string, path: string][] {
	const base = host.base ?? '';
	return Object.entries(module?.facts.pages ?? {}).flatMap(([name, page]): [string, string][] => {
		if (!page || !/^\/[^/]/.test(page)) return [];
		const path = pathOf(page);
		return [[name, base !== '' && path.startsWith(`${base}/`) ? path.slice(base.length) : path]];
	});
}

function missing(context: HostContext): Diagnosis[] {
	const { host, audit, module } = context;
	if (!module || audit.routes.length === 0) return [];
	if (mayReroute(context)) return [];
	const at = (path: string) => routesAt(audit.routes, path);
	const basePath = module.facts.basePath ?? host.generation.authBasePath;
	return ownPages(context)
		.filter(([, path]) => !path.startsWith(`${basePath}/`) && !at(path).some(answersVisits))
		.map(([name, path]) => {
			const formsAlone = at(path).find(({ pageServer }) => pageServer !== undefined)?.pageServer;
			if (formsAlone !== undefined) return withoutMarkup(name, path, formsAlone);
			const near = nearestRoutes(audit.routes, path)[0];
			return diagnosis('page-missing', {
				title: `pages.${name} names ${path}, and there is no such page`,
				cause: 'People are sent to a 404.',
				evidence: [{ file: module.config }],
				mend: {
					text: near
						? `Did you mean ${near}? Without the option there is a plain page of sign-in's own.`
						: "Make the page, or take the option out: then there is a plain page of sign-in's own.",
				},
			});
		});
}

/** Form actions alone answer those who send a form, and nobody who is sent there. */
const withoutMarkup = (name: string, path: string, file: HostPath): Diagnosis =>
	diagnosis('page-missing', {
		title: `pages.${name} names ${path}, which takes forms and has nothing to show`,
		cause: 'Whoever is sent there, or opens it, sees no page.',
		evidence: [{ file }],
		mend: {
			text: "Put a +page.svelte beside it, or take the option out: then there is a plain page of sign-in's own, and forms still find their way.",
		},
	});

function prerenderedSignIn(context: HostContext): Diagnosis[] {
	const { audit } = context;
	return ownPages(context).flatMap(([name, path]) => {
		const route = audit.routes.find((one) => one.path === path && one.prerender === true);
		const file = route && (route.pageServer ?? route.page);
		if (!route || !file) return [];
		return [
			diagnosis('sign-in-prerendered', {
				title: `${path} (pages.${name}) is made while building`,
				cause: 'The build ends with "Cannot prerender pages with actions", or people cannot sign in there.',
				evidence: [{ file }],
				mend: { text: `Say so in ${file}.`, snippet: 'export const prerender = false;' },
			}),
		];
	});
}

/** A page that a cache keeps although the layout puts the session into it: somebody else gets it. */
function cached({ host, audit, module }: HostContext): Diagnosis[] {
	if (host.framework !== 'sveltekit' || !module) return [];
	const { sources } = audit;
	const signedIn = new Set<HostPath>();
	for (const { pageServer, pageUniversal, layouts } of audit.routes) {
		const own = [
			pageServer,
			pageUniversal,
			...layouts.flatMap(({ server, universal }) => [server, universal]),
		];
		const asks = own.some(
			(file) => file !== undefined && /\bauth\(\)|\brequireUser\b/.test(sources.text(file) ?? ''),
		);
		for (const file of own) {
			if (file !== undefined && asks) signedIn.add(file);
		}
	}
	return [...signedIn]
		.filter((file) => /setHeaders/.test(sources.text(file) ?? ''))
		.flatMap((file) => {
			const { ast } = parsed(file, sources.text(file) ?? '');
			return within(ast).flatMap((node): Diagnosis[] => {
				if (!ts.isPropertyAssignment(node) || nameOf(node.name)?.toLowerCase() !== 'cache-control') return [];
				if (!isText(node.initializer) || !/\bpublic\b|\bs-maxage\b/i.test(node.initializer.text)) return [];
				return [
					diagnosis('page-cached', {
						likely: true,
						title: 'A page with the session in it lets every cache keep it',
						cause:
							'A cache in front of the application hands the page of one person to the next, name and address included.',
						evidence: [{ file, line: lineOf(node) }],
						mend: {
							text: 'Keep it in the browser alone.',
							snippet: "setHeaders({ 'cache-control': 'private, max-age=0' });",
						},
					}),
				];
			});
		});
}

/** A link to an endpoint that a page of the application would take: SvelteKit shows that page instead. */
function links({ host, audit, module }: HostContext): Diagnosis[] {
	if (host.framework !== 'sveltekit' || !module) return [];
	const base = module.facts.basePath ?? host.generation.authBasePath;
	const takes = audit.routes.filter(
		({ page, path }) => page !== undefined && (/^\/\[{1,2}[^/]*$/.test(path) || path.startsWith(`${base}/[`)),
	);
	if (!takes.some(({ path }) => path.includes('[...') || path.startsWith(`${base}/[`))) return [];
	const link = new RegExp(
		`<a\\s[^<>]{0,500}href=["']${escapePattern(base)}/(?:signin|signout|callback)[^"'<>]*["'][^<>]{0,500}>`,
		'g',
	);
	return audit.routes.flatMap(({ page }) => {
		const text = page === undefined ? undefined : audit.sources.text(page);
		return [...(text ?? '').matchAll(link)].flatMap(({ 0: tag, index }) =>
			/data-sveltekit-reload|rel=["']external|target=/.test(tag) || page === undefined
				? []
				: [
						diagnosis('link-needs-reload', {
							title: `A link to ${base}/... stays inside the application`,
							cause:
								'SvelteKit finds a page of yours for the address and shows it: the server is never asked.',
							evidence: [{ file: page, line: (text ?? '').slice(0, index).split('\n').length }],
							mend: {
								text: 'Let the browser load it.',
								snippet: tag.replace(/^<a/, '<a data-sveltekit-reload'),
							},
						}),
					],
		);
	});
}
