import { isSource, sourceFolders } from '../../host/files/source-folders.ts';
import type { HostPath } from '../../host/host.ts';
import { resolver } from '../../host/routes/resolve.ts';
import { filesWith, type Migration } from './migration.ts';

type Elsewhere = { kind: 'elsewhere'; module: string; name: string };

/** How a framework's configuration is looked for. */
interface Search<Place> {
	/** The function that it is handed to. */
	call: string;
	/** What a person pastes where nothing is understood. */
	snippet: string;
	/** What a file says of it: undefined, or of the kind `none`, where it says nothing. */
	read(path: HostPath, text: string, name?: string): Place | Elsewhere | { kind: 'none' } | undefined;
}

/** Where the configuration is handed over, and where it is written. */
export interface Found<Place> {
	call: HostPath;
	file: HostPath;
	/** The export that another file takes it under. */
	name: string | undefined;
	place: Place;
}

const summary = 'moves sign-in';

/**
 * The one file that hands a configuration over, and the one in which it is written, through files that hand it on. What cannot
 * be told is refused. Undefined without a refusal where somebody has moved sign-in by hand, in a way of their own.
 */
export function findConfig<Place extends { kind: string }>(
	migration: Migration,
	{ call, snippet, read }: Search<Place>,
): Found<Place> | undefined {
	const { host, staging, sources, files } = migration;
	const says = (path: HostPath, name?: string) => {
		const place = read(path, staging.read(path) ?? '', name);
		return place?.kind === 'none' ? undefined : (place as Place | Elsewhere | undefined);
	};
	const found = filesWith(migration, new RegExp(`\\b${call}\\b`))
		.filter((path) => isSource(host.paths, path) && !/\.(?:test|spec|d)\.\w+$/.test(path))
		.flatMap((path) => {
			const place = says(path);
			return place ? [{ path, place }] : [];
		});
	const [only, second] = found;
	if (!only) {
		// As the files were: every import of the predecessor has our name by now.
		const isMoved = files.some((path) => sources.text(path)?.includes('@authgraft/runtime/'));
		if (!isMoved) {
			const reason = `has ${migration.from.name}, and no file below ${sourceFolders(host.paths).join(' or ')} calls ${call}() in a way that is understood`;
			staging.refuse('package.json', summary, reason, snippet);
		}
		return undefined;
	}
	if (second) {
		const where = found.map(({ path }) => path).join(' and ');
		const reason = `configures sign-in a second time: ${where}. One of them has to go first`;
		staging.refuse(second.path, summary, reason, snippet);
		return undefined;
	}
	const resolve = resolver(sources, new Set(files));
	let { path, place } = only;
	let name: string | undefined;
	for (let hops = 0; isElsewhere(place); hops++) {
		const { module } = place;
		const [next] = resolve(path, module);
		const further = next === undefined || hops === 4 ? undefined : says(next, place.name);
		if (next === undefined || !further) {
			const reason = `takes its configuration from \`${module}\`, which cannot be read`;
			staging.refuse(only.path, summary, reason, snippet);
			return undefined;
		}
		name = place.name;
		[path, place] = [next, further];
	}
	return { call: only.path, file: path, name, place };
}

const isElsewhere = (place: { kind: string }): place is Elsewhere => place.kind === 'elsewhere';
