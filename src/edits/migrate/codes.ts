/**
 * How much a finding matters: people of the application notice it, something behaves differently, or something was left
 * alone that somebody should look at.
 */
export type Severity = 'breaks' | 'changes' | 'look';

/** What `migrate` tells about a host's own code. Codes are stable: people filter on them; each has an entry in docs/migrate.md. */
export const severities = {
	/** A base path that the predecessor ignored. */
	'base-path': 'changes',
	/** The workspace lists the predecessor, not the application. */
	'listed-above': 'look',
	/** A module's name stands somewhere else than in an import. */
	'module-name': 'look',
	/** AUTH_SECRET is shorter than a new project's may be. */
	'short-secret': 'look',
} as const satisfies Record<string, Severity>;

export type MigrateCode = keyof typeof severities;
