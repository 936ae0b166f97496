import type { HostPath } from '../../../host/host.ts';
import { objectOption } from '../../../host/routes/config-lists.ts';
import type { Sources } from '../../../host/routes/index.ts';
import { isText, propertyOf } from '../../../syntax/tree/nodes.ts';
import type { Finding } from '../finding.ts';
import { listed } from '../finding.ts';

/** A host may keep thousands of pictures there. */
const most = 2000;

/** Files that are served as they are, and lie below one of the guarded paths. `/` is left out: the icon is public. */
export function staticFindings(sources: Sources, patterns: readonly string[]): Finding[] {
	const folder = assetsFolder(sources);
	const wanted = patterns.map(segmentsOf).filter((segments) => segments.length > 0);
	const found = wanted.length > 0 ? filesBelow(sources, folder, wanted) : [];
	const [first] = found;
	if (first === undefined) return [];
	const names = found.map((file) => file.slice(folder.length));
	const [lie, them] = found.length === 1 ? ['lies', 'it'] : ['lie', 'them'];
	return [
		{
			code: 'static-files',
			file: first,
			line: 1,
			message: `${listed(names, 5)} ${lie} in ${folder}/, which is served to everybody: GET ${encodeURI(first.slice(folder.length))} needs no session.`,
			fix: `Move ${them} out of ${folder}/, and hand ${them} out through an endpoint below the guarded path.`,
		},
	];
}

function assetsFolder(sources: Sources): HostPath {
	if (sources.host.framework === 'solid-start') return 'public';
	const values = objectOption(sources, 'files').map((files) => propertyOf(files, 'assets'));
	const value = values.find((one) => one !== undefined);
	return isText(value) ? value.text.replace(/^\.\/|\/+$/g, '') : 'static';
}

/** As the browser sees them: without groups, optional parameters and matchers. */
const segmentsOf = (pattern: string): string[] =>
	pattern
		.split('/')
		.filter((segment) => segment !== '' && !/^\(.*\)$/.test(segment) && !segment.startsWith('[['));

function filesBelow(sources: Sources, folder: HostPath, wanted: readonly string[][]): HostPath[] {
	const found: HostPath[] = [];
	const open: { path: HostPath; left: string[][] }[] = [{ path: folder, left: [...wanted] }];
	for (let next = open.pop(); next && found.length < most; next = open.pop()) {
		for (const { name, path, isFolder } of sources.entries(next.path)) {
			const left = next.left.flatMap(([part, ...rest]) =>
				part === undefined ? [[]] : isSame(part, name) ? [rest] : [],
			);
			if (left.length === 0) continue;
			if (isFolder) open.push({ path, left });
			else if (left.some((rest) => rest.length === 0)) found.push(path);
		}
	}
	return found.sort();
}

/** Both frameworks look files up with regard to case; a guard of SolidStart does not. */
const isSame = (part: string, name: string): boolean =>
	part.includes('[') || part.toLowerCase() === name.toLowerCase() || `${part}.html` === name;
