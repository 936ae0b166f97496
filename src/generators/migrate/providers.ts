import { readAuthModule } from '../../edits/providers/index.ts';
import type { ProviderFact } from '../providers/fact.ts';
import { providers as catalogue } from '../providers/index.ts';
import type { ConfigFile, Migration } from './migration.ts';

/** What the configuration says, as edited so far; undefined where it is not understood. */
export function configFacts({ staging }: Migration, { file, name }: ConfigFile) {
	const text = staging.read(file);
	const read = text === undefined ? undefined : readAuthModule(file, text, name);
	return read?.kind === 'configured' ? read : undefined;
}

/** A provider of the list: its id there, and what is known of it. */
export interface ListedProvider {
	id: string;
	fact: ProviderFact | undefined;
}

/** The providers that the configuration lists, as far as they can be read. */
export function listedProviders(migration: Migration, config: ConfigFile): ListedProvider[] {
	const { providers } = configFacts(migration, config) ?? {};
	if (!Array.isArray(providers)) return [];
	return providers.flatMap(({ id, isOwnId, from }) => {
		const module = /^@auth\/core\/providers\/(.+)$/.exec(from ?? '')?.[1];
		const fact = catalogue.find((one) => module !== undefined && one.module === module);
		const own = id ?? (isOwnId ? undefined : fact?.id);
		return own === undefined ? [] : [{ id: own, fact }];
	});
}
