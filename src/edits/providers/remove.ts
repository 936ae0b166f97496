import { isSole } from '../../syntax/constants.ts';
import type { Style } from '../../syntax/source.ts';
import type { EditResult, Refusal } from '../splice/edit.ts';
import type { WantedImport } from '../splice/imports.ts';
import { refuse, transform } from '../splice/transform.ts';
import type { IsOwnImport } from '../splice/unused-imports.ts';
import { type Item, type Items, isSameModule, readItems } from './items.ts';
import { findProviderList } from './list.ts';
import { ProviderRemoval } from './removal.ts';
import type { ProvidersPlace, ProvidersRequest } from './request.ts';

/** A provider that goes. */
export interface GoneProvider {
	from: string;
	exported: string;
	/** Its id in this application. */
	id: string;
	/** The id is not its factory's. */
	isOwnId: boolean;
	/** What `addProviders` may have written besides: goes as well, where it stands as that wrote it. */
	declaration?: string;
	imports?: WantedImport[];
}

export interface ProviderRemovalRequest {
	place: ProvidersPlace;
	providers: GoneProvider[];
	/** As in `ProvidersRequest`: its import goes with its last use. */
	env?: ProvidersRequest['env'];
	fallback?: Style;
}

/**
 * Takes providers out of the list of an auth module, with what only they use. After `addProviders` the file is what it
 * was before.
 */
export function removeProviders(path: string, content: string, request: ProviderRemovalRequest): EditResult {
	const { place, providers, fallback } = request;
	const snippet = providers.map(({ id }) => `// providers: without ${id}`).join('\n');
	return transform(path, content, { snippet, ...(fallback ? { fallback } : {}) }, (source) => {
		const found = findProviderList(source.ast, place);
		if (found.kind === 'elsewhere')
			return refuse(`takes its list of providers from \`${found.module}\``, snippet, found.node);
		if (found.kind === 'unclear') return refuse(found, snippet);
		const all = readItems(found.literal);
		const gone: { item: Item; provider: GoneProvider }[] = [];
		for (const provider of providers) {
			const item = find(all, provider, snippet);
			if (item && 'kind' in item) return item;
			if (item && !gone.some((one) => one.item === item)) gone.push({ item, provider });
		}
		if (gone.length === 0) {
			const ids = providers.map(({ id }) => id);
			return { kind: 'unchanged', reason: `${ids.join(', ')} ${ids.length > 1 ? 'are' : 'is'} not listed` };
		}
		const removal = new ProviderRemoval(source, found.literal, all);
		removal.take(gone.map(({ item }) => item));
		for (const { provider } of gone)
			if (provider.declaration !== undefined) removal.takeFunction(provider.declaration, provider.imports);
		return { kind: 'edits', edits: removal.edits(ownImports(request)), notes: [...new Set(removal.notes)] };
	});
}

/** The item that a provider is; undefined where there is none. */
function find({ items }: Items, provider: GoneProvider, snippet: string): Item | Refusal | undefined {
	const { id } = provider;
	const [item, second] = items.filter((one) => isMeant(one, provider));
	const elementOf = (one: Item) => one.places.at(-1)?.element;
	if (!item) {
		const other = items.find((one) => one.id === id);
		return other && refuse(`has a provider of its own with the id \`${id}\``, snippet, elementOf(other));
	}
	const refused = (reason: string, one = item) => refuse(reason, snippet, elementOf(one));
	if (second) return refused(`lists \`${id}\` more than once`, second);
	if (item.computed) return refused(`lists \`${id}\` by code, which cannot be taken apart`);
	if (item.isBranch) return refused(`lists \`${id}\` as one branch of an expression`);
	const shared = item.through.find((use) => !isSole(use));
	return shared ? refused(`lists \`${id}\` through \`${shared.getText()}\`, which is used besides`) : item;
}

const isMeant = (item: Item, { from, exported, id, isOwnId }: GoneProvider): boolean =>
	isSameModule(item.from, from) &&
	item.exported === exported &&
	(item.computed || item.id === id || (!isOwnId && !item.isOwnId));

/** Variables: importing one has no effect, and fails the build once it is not declared any more. */
const variables = /^\$(?:env\/(?:static|dynamic)|app\/env)\/private$/;

/** What `addProviders` may have imported for them, and variables. */
function ownImports({ providers, env }: ProviderRemovalRequest): IsOwnImport {
	return (module, name) =>
		variables.test(module) ||
		(env?.module !== undefined && module === env.module) ||
		providers.some(
			(one) =>
				(isSameModule(module, one.from) && name === one.exported) ||
				one.imports?.some((used) => used.module === module && used.name === name),
		);
}
