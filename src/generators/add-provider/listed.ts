import { type Listed, providerModule } from '../../edits/providers/index.ts';
import type { ProviderFact } from '../providers/fact.ts';
import { shownName } from '../providers/index.ts';

/** A provider of the list as the application knows it. */
export interface KnownProvider {
	id: string;
	/** What it is made from; undefined for a provider of the application's own. */
	fact: ProviderFact | undefined;
	isOwnId: boolean;
}

/** Whether it is the passwords of `add-accounts`. */
export const isPasswords = ({ from, exported }: Listed): boolean =>
	from === '@authgraft/runtime/accounts' && exported === 'Passwords';

/** The listed providers whose id can be told. */
export function knownProviders(listed: readonly Listed[], facts: readonly ProviderFact[]): KnownProvider[] {
	return listed.flatMap((one) => {
		// The passwords of accounts take the place of a provider of the core's.
		if (isPasswords(one)) return [{ id: 'credentials', fact: undefined, isOwnId: true }];
		const fact = factOf(one, facts);
		const id = one.id ?? (one.isOwnId ? undefined : fact?.id);
		return id === undefined ? [] : [{ id, fact, isOwnId: one.isOwnId }];
	});
}

function factOf({ from, exported }: Listed, facts: readonly ProviderFact[]): ProviderFact | undefined {
	if (from?.startsWith('@authgraft/runtime/'))
		return facts.find(({ module, factory }) => module === '' && factory === exported);
	const module = providerModule(from);
	return module === undefined ? undefined : facts.find((fact) => fact.module === module);
}

/** What they are called on pages, by id. */
export const shownNames = (known: readonly KnownProvider[]): Record<string, string> =>
	Object.fromEntries(known.map(({ id, fact }) => [id, fact ? shownName({ fact, id }) : id]));
