import type { InitAnswers } from '../../generators/context.ts';
import type { ProviderFact } from '../../generators/providers/fact.ts';
import type { HostContext } from '../context.ts';

/** What `init` would be told of a host that has sign-in: its own providers, and nothing new. */
export const answersOf = ({ module, known }: HostContext): InitAnswers => ({
	providers: known.flatMap(({ fact, isOwnId }): ProviderFact[] => (fact && !isOwnId ? [fact] : [])),
	providersNamed: false,
	protect: [],
	basePath: module?.facts.basePath,
	pages: {},
	secret: '',
	runtimeSpec: '',
});
