import { distance } from '../../distance.ts';
import { AuthgraftError } from '../../errors.ts';
import { aliases } from './aliases.ts';
import type { ProviderFact } from './fact.ts';

/** Letters and digits, lower case: `Microsoft Entra ID` and `microsoft-entra-id` are one. */
const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The fact that somebody means by an id, a module, a name or another word for it. The exact id comes first. */
export function findProvider(wanted: string, facts: readonly ProviderFact[]): ProviderFact | undefined {
	const text = wanted.trim().toLowerCase();
	const word = bare(text);
	// A path or the like is no name, whatever letters are in it.
	if (word === '' || !/^[\p{L}\p{N}][\p{L}\p{N}\s().,_+!-]*$/u.test(text)) return undefined;
	const alias = Object.hasOwn(aliases, word) ? aliases[word] : undefined;
	return (
		facts.find(({ id }) => id.toLowerCase() === text) ??
		facts.find(({ module }) => module !== '' && module === text) ??
		facts.find(({ id, module }) => (module || id) === alias) ??
		facts.find((fact) => [fact.id, fact.module, fact.name].some((name) => bare(name) === word))
	);
}

/** AG_PROVIDER_UNKNOWN (exit 2), with the nearest ids. */
export function unknownProvider(wanted: string, facts: readonly ProviderFact[]): AuthgraftError {
	const near = nearestIds(wanted, facts);
	const hint =
		near.length > 0
			? `Did you mean ${near.join(' or ')}?`
			: 'The ids are those of @auth/core/providers, for example github or google.';
	return new AuthgraftError('AG_PROVIDER_UNKNOWN', `There is no provider "${wanted}"`, hint, 2);
}

/** Up to three ids that look like what was typed, the nearest first; other words lead to the id that they stand for. */
function nearestIds(wanted: string, facts: readonly ProviderFact[]): string[] {
	const typed = wanted.trim().toLowerCase();
	if (typed === '') return [];
	// As many changes as it has letters make any other word of it.
	const limit = Math.min(Math.max(2, typed.length / 3), typed.length - 1);
	const words = facts.flatMap((fact) => {
		const others = Object.keys(aliases).filter((word) => aliases[word] === (fact.module || fact.id));
		// Every short word is near to every other one.
		const long = others.filter((word) => word.length > 4);
		return [fact.id, fact.name.toLowerCase(), ...long].map((word) => ({ id: fact.id, word }));
	});
	const near = words
		.map(({ id, word }) => ({ id, word, distance: distance(typed, word) }))
		.filter(({ word, distance: steps }) => steps <= limit || word.startsWith(typed))
		.sort((a, b) => a.distance - b.distance);
	return [...new Set(near.map(({ id }) => id))].slice(0, 3);
}
