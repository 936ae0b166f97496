import type { AuthModule } from '../../audit/auth-module/index.ts';
import type { EnvVariable } from '../../edits/env/declared.ts';
import type { Host } from '../../host/host.ts';
import type { Style } from '../../syntax/source.ts';
import type { Staging } from '../changes/index.ts';
import type { ManifestEntries } from '../changes/manifest.ts';

/** What the parts of an adapter share. */
export interface AdapterContext {
	host: Host;
	module: AuthModule;
	staging: Staging;
	/** Habits for new files. */
	style: Style;
}

/** A variable, and what it is while developing where no env file says so yet. */
export type AdapterVariable = EnvVariable & { value?: string };

/** What an adapter needs besides its files, which are staged. */
export interface AdapterNeeds {
	manifest: ManifestEntries;
	variables: AdapterVariable[];
	/** Files that git must not take: the database itself. */
	ignored: string[];
	/** Commands that create the tables, in their order; none where nothing has to be created. */
	commands: string[];
	notes: string[];
}
