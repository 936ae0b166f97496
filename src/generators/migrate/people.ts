import type { ConfigFile, Migration } from './migration.ts';
import { hasOldCookies, type Predecessor } from './predecessor.ts';
import { configFacts, listedProviders } from './providers.ts';

/** Something that stays as it is for the people of the application. */
export interface Checked {
	/** `sessions` */
	what: string;
	/** How it was seen. */
	how: string;
}

/** What was looked at, and stays. */
export function peopleOf(migration: Migration, config: ConfigFile | undefined): Checked[] {
	const facts = config && configFacts(migration, config);
	const basePath = facts?.basePath ?? config?.basePath ?? migration.host.generation.authBasePath;
	const ids = config ? listedProviders(migration, config).map(({ id }) => id) : [];
	const { from, host } = migration;
	return [
		{
			what: 'sessions',
			how: hasOldCookies(from)
				? 'cookies of this version are read once more, and given out again under the new name'
				: `cookies of ${coreOf(from)} are read as they are, and nobody is signed out`,
		},
		{
			what: 'the secret',
			how: facts?.secretLine
				? `stays where it is, ${config?.file}:${facts.secretLine}`
				: 'AUTH_SECRET, and AUTH_SECRET_1 to 3, as before',
		},
		...ids.map((id) => ({
			what: `callback URL of ${id}`,
			how: `<origin>${host.base ?? ''}${basePath}/callback/${id}, as before`,
		})),
		...(facts?.adapter === 'there' ? [{ what: 'the database', how: 'no table and no column changes' }] : []),
	];
}

const coreOf = ({ core }: Predecessor): string => (core === undefined ? 'its core' : `@auth/core ${core}`);
