import { posix } from 'node:path';

/** A package of this repository, and its version: that of the tag. */
export interface Place {
	/** From the repository's root: `runtime`, or `.`. */
	folder: string;
	version: string;
}

/**
 * Where a README is read outside of the repository, its links to files lead nowhere. They are pointed at the files of the
 * same version, so that an old README does not lead to new documents. Addresses, and places in the README itself, stay.
 *
 * @param repository its address: `https://github.com/owner/name`
 */
export function absoluteLinks(readme: string, repository: string, { folder, version }: Place): string {
	return readme.replace(
		/(!?)(\[(?:[^[\]]|\[[^\]]*\])*\])\((?![a-z]+:|#)([^)\s]+)\)/g,
		(_, bang: string, text: string, target: string) => {
			const path = posix.join(folder, target);
			if (path.startsWith('..')) throw new Error(`README.md: ${target} lies outside of the repository`);
			// A picture is shown from its bytes, not from the page about it.
			return `${bang}${text}(${repository}/${bang ? 'raw' : 'blob'}/v${version}/${path})`;
		},
	);
}
