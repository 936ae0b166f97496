import type { ProviderFact } from '../../generators/providers/fact.ts';
import { popular } from '../../generators/providers/index.ts';
import type { Choice } from '../terminal/prompts.ts';

/** Providers to choose from: those that most people want first, the rest is found by typing. */
export function providerChoices(facts: readonly ProviderFact[]): Choice[] {
	const rank = (id: string) => (popular.includes(id) ? popular.indexOf(id) : popular.length);
	return facts
		.toSorted((a, b) => rank(a.id) - rank(b.id) || a.name.localeCompare(b.name))
		.map(({ id, name, deprecated }) => ({
			value: id,
			label: name,
			hint: deprecated ? `${id}, deprecated` : id,
		}));
}
