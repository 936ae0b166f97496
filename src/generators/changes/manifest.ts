import semver from 'semver';
import { addMembers, type ManifestSection } from '../../edits/package-json.ts';
import type { EditResult } from '../../edits/splice/edit.ts';
import type { Host } from '../../host/host.ts';
import type { Staging } from './index.ts';

/** package.json with more dependencies, from the workspace's catalogs where those list them. */
export function stageDependencies(
	staging: Staging,
	host: Host,
	ranges: Readonly<Record<string, string>>,
): void {
	const dependencies = fromCatalogs(host, ranges);
	staging.edit('package.json', `adds ${Object.keys(dependencies).join(' and ')}`, (content) =>
		addMembers(content, placeIn(host, 'dependencies'), dependencies),
	);
}

/** Who installs a library of components has no use for what its demo signs people in with. */
const placeIn = ({ manifest }: Host, section: ManifestSection): ManifestSection =>
	section === 'dependencies' && manifest.published ? 'devDependencies' : section;

const fromCatalogs = (host: Host, ranges: Readonly<Record<string, string>>): Record<string, string> =>
	Object.fromEntries(
		Object.entries(ranges).map(([name, range]) => [name, catalogOf(host, name, range) ?? range]),
	);

/** What is added to package.json, by section. */
export type ManifestEntries = Partial<Record<ManifestSection, Readonly<Record<string, string>>>>;

/** package.json with more of several sections, as one change. */
export function stageManifestEntries(
	staging: Staging,
	host: Host,
	summary: string,
	entries: ManifestEntries,
): void {
	const sections = Object.entries(entries) as [ManifestSection, Readonly<Record<string, string>>][];
	const wanted = sections.map(([section, members]): [ManifestSection, Record<string, string>] => [
		placeIn(host, section),
		section === 'scripts' ? members : fromCatalogs(host, members),
	]);
	staging.edit('package.json', summary, (content): EditResult => {
		let text = content;
		for (const [section, members] of wanted) {
			const result = addMembers(text, section, members);
			if (result.kind === 'refused') return result;
			if (result.kind === 'edited') text = result.text;
		}
		return text === content
			? { kind: 'unchanged', reason: 'all of it is listed already' }
			: { kind: 'edited', text };
	});
}

/** `catalog:` or `catalog:name` where the workspace's catalog lists the package, at versions that we can use. */
function catalogOf({ catalogs }: Host, name: string, wanted: string): string | undefined {
	for (const [catalog, ranges] of Object.entries(catalogs)) {
		const range = ranges[name];
		if (range !== undefined && isWithin(range, wanted))
			return catalog === 'default' ? 'catalog:' : `catalog:${catalog}`;
	}
	return undefined;
}

/** A checkout wants a file, and is satisfied with any other that a catalog names. */
const isWithin = (range: string, wanted: string): boolean =>
	wanted.startsWith('file:')
		? range.startsWith('file:')
		: semver.validRange(range) !== null && semver.subset(range, wanted);
