import type { EditResult } from '../../edits/splice/edit.ts';
import type { Host, HostPath } from '../../host/host.ts';
import type { Sources } from '../../host/routes/index.ts';
import type { Staging } from '../changes/index.ts';
import type { Predecessor } from './predecessor.ts';

/** What the stages of a migration work on. */
export interface Migration {
	host: Host;
	staging: Staging;
	sources: Sources;
	/** The one that signs people in. */
	from: Predecessor;
	/** Every file of the host's own that holds code, tests and declarations included. */
	files: readonly HostPath[];
}

/** Where the configuration is written. */
export interface ConfigFile {
	file: HostPath;
	name: string | undefined;
	basePath: string;
}

/** A host whose files are read once: a migration asks each for a dozen things. */
export function remembering(host: Host): Host {
	const texts = new Map<HostPath, string | undefined>();
	const read = (path: HostPath): string | undefined => {
		if (!texts.has(path)) texts.set(path, host.read(path));
		return texts.get(path);
	};
	// What a host answers only when it is asked stays so.
	return Object.create(host, { read: { value: read } }) as Host;
}

/** The files whose text, as edited so far, matches. */
export const filesWith = ({ files, staging }: Migration, pattern: RegExp): HostPath[] =>
	files.filter((path) => pattern.test(staging.read(path) ?? ''));

type Transform = (path: HostPath, content: string) => EditResult;

/** Asks a transform for the files of code that may hold something for it. Declarations hold none. */
export function editEach(migration: Migration, pattern: RegExp, summary: string, transform: Transform): void {
	for (const path of filesWith(migration, pattern)) {
		if (!/\.(?:[cm]?[jt]sx?|svelte)$/.test(path) || /\.d\.\w+$/.test(path)) continue;
		migration.staging.edit(path, summary, (content) => transform(path, content));
	}
}
