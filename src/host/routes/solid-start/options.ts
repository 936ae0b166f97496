import { ts } from 'ts-morph';
import { propertyOf } from '../../../syntax/tree/nodes.ts';
import { objectOption } from '../config-lists.ts';
import type { PageOption, Route } from '../route.ts';
import type { Sources } from '../sources.ts';

/** `ssr` is one option for the whole application, and what is prerendered stands in the server's options. */
export function solidPageOptions(sources: Sources, routes: Route[]): Route[] {
	const ssr = ssrOf(sources);
	const { staticHome } = sources.host.generation;
	const prerendered = prerenderOf(sources);
	return routes.map((route) => ({
		...route,
		prerender: route.path === '/' && ssr === false && staticHome && route.page ? true : prerendered(route),
		ssr: route.page ? ssr : undefined,
	}));
}

/** The options of the framework's own call, not those of the Solid plugin below it (`solid: { ssr: false }`). */
function ssrOf(sources: Sources): PageOption | undefined {
	const { configFile, generation } = sources.host;
	const source =
		configFile !== undefined && sources.text(configFile)?.includes('ssr') && sources.parse(configFile);
	let found: PageOption | undefined;
	const visit = (node: ts.Node): void => {
		if (
			ts.isCallExpression(node) &&
			ts.isIdentifier(node.expression) &&
			node.expression.text === generation.optionsCall
		) {
			const options = node.arguments[0];
			const value = options && ts.isObjectLiteralExpression(options) ? propertyOf(options, 'ssr') : undefined;
			if (value) found = booleanOf(value);
		}
		ts.forEachChild(node, visit);
	};
	if (source) visit(source);
	return found;
}

const booleanOf = (value: ts.Expression): PageOption =>
	value.kind === ts.SyntaxKind.TrueKeyword
		? true
		: value.kind === ts.SyntaxKind.FalseKeyword
			? false
			: 'computed';

/** `prerender: { routes: ['/about'], crawlLinks: true }` of the server (nitro). */
function prerenderOf(sources: Sources): (route: Route) => PageOption | undefined {
	const options = objectOption(sources, 'prerender');
	const lists = options.flatMap((option) => propertyOf(option, 'routes') ?? []);
	const crawls = options.some((option) => {
		const value = propertyOf(option, 'crawlLinks');
		return value !== undefined && value.kind !== ts.SyntaxKind.FalseKeyword;
	});
	const isComputed = !lists.every(
		(list) => ts.isArrayLiteralExpression(list) && list.elements.every(ts.isStringLiteralLike),
	);
	const paths = lists.flatMap((list) =>
		ts.isArrayLiteralExpression(list)
			? list.elements.flatMap((one) =>
					ts.isStringLiteralLike(one) ? [one.text.replace(/(?<=.)\/$/, '')] : [],
				)
			: [],
	);
	return (route) => {
		// A parameter of a page that is listed by its value: some of its pages are files.
		if (paths.some((path) => isAt(route.path, path))) return route.path.includes('[') ? 'auto' : true;
		if (isComputed) return 'computed';
		return crawls ? 'auto' : undefined;
	};
}

function isAt(route: string, path: string): boolean {
	const wanted = path.split('/').filter(Boolean);
	const segments = route.split('/').filter(Boolean);
	return (
		(segments.length === wanted.length || segments.some((segment) => segment.startsWith('[...'))) &&
		segments.every(
			(segment, index) => segment.startsWith('[') || segment.toLowerCase() === wanted[index]?.toLowerCase(),
		)
	);
}
