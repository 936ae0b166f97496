import { ts } from 'ts-morph';
import type { HostPath } from '../../../host/host.ts';
import type { Route, Sources } from '../../../host/routes/index.ts';
import { exportsOf } from '../../../syntax/tree/exports.ts';
import { lineOf, nameOf } from '../../../syntax/tree/nodes.ts';
import { type Finding, listed } from '../finding.ts';
import { parsedIn } from '../reading/open.ts';

interface Said {
	file: HostPath;
	line: number;
	/** `isr: false` switches it off, also where a layout says otherwise. */
	on: boolean;
}

/**
 * Guarded routes that the platform keeps and hands to the next person (Incremental Static Regeneration, `config.isr` of
 * SvelteKit's adapters for Vercel and others); one finding for each place that says so. The guard runs for the first who comes,
 * and whatever it let through is for everybody.
 */
export function isrFindings(sources: Sources, guarded: readonly Route[]): Finding[] {
	if (sources.host.framework !== 'sveltekit') return [];
	const kept = guarded.flatMap((route) => {
		const said = saidOf(sources, route);
		return said?.on ? [{ said, route }] : [];
	});
	const groups = Map.groupBy(kept, ({ said }) => said.file);
	return [...groups].map(([file, same]) => {
		const paths = same.map(({ route }) => route.path);
		const [verb, one] = paths.length === 1 ? ['is', 'it'] : ['are', 'them'];
		return {
			code: 'isr',
			file,
			line: same[0]?.said.line ?? 1,
			routes: paths,
			message: `${listed(paths)} ${verb} guarded, and \`config.isr\` has the platform keep ${one}: what one person is shown is handed to everybody.`,
			fix: 'Take `isr` out of `config` there, or say `isr: false` in the `config` of what is guarded.',
		};
	});
}

/** The innermost file that says something of it: SvelteKit merges the objects, the page's over those of its layouts. */
function saidOf(sources: Sources, route: Route): Said | undefined {
	const layouts = route.layouts.toReversed().flatMap(({ universal, server }) => [universal, server]);
	const files = route.page ? [route.pageUniversal, route.pageServer, ...layouts] : [route.endpoint];
	for (const file of files) {
		const said = file === undefined ? undefined : saidIn(sources, file);
		if (said) return said;
	}
	return undefined;
}

function saidIn(sources: Sources, file: HostPath): Said | undefined {
	const text = sources.text(file);
	if (!text?.includes('isr')) return undefined;
	const config = exportsOf(parsedIn(sources, file, text).ast).names.get('config');
	if (!config || config === 'elsewhere' || !ts.isObjectLiteralExpression(config)) return undefined;
	const property = config.properties.find(({ name }) => nameOf(name) === 'isr');
	if (!property) return undefined;
	const value = ts.isPropertyAssignment(property) ? property.initializer : undefined;
	const off =
		value?.kind === ts.SyntaxKind.FalseKeyword ||
		(value && ts.isIdentifier(value) && value.text === 'undefined');
	return { file, line: lineOf(property), on: !off };
}
