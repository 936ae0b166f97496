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

/** The files whose text, as edited so far, matches. */
export const filesWith = ({ files, staging }: Migration, pattern: RegExp): HostPath[] =>
	files.filter((path) => pattern.test(staging.read(path) ?? ''));
