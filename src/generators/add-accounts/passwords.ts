import { removeAuthOption } from '../../edits/auth-config/remove-option.ts';
import {
	addProviders,
	type ProviderCode,
	providerModule,
	removeProviders,
} from '../../edits/providers/index.ts';
import { writtenProvider } from '../../edits/providers/untouched.ts';
import type { AdapterContext } from '../add-adapter/context.ts';
import { providerCode } from '../add-provider/code.ts';
import { placeOf, variablesIn } from '../add-provider/place.ts';
import { catalogue } from '../providers/catalogue.ts';
import type { ProviderFact } from '../providers/fact.ts';

const entry = '@authgraft/runtime/accounts';

const passwords: ProviderCode = {
	...{ id: 'credentials', from: entry, exported: 'Passwords', local: 'Passwords' },
	form: { kind: 'text', text: '%local%()' },
};

/** What a person pastes in the place of a provider of their own. */
const snippet = `import { Passwords } from '${entry}';

// Everybody signs up anew, or chooses a password by a link:
providers: [Passwords()]

// Whoever has a password already keeps it: it is read once, and then kept with the others.
providers: [
	Passwords({
		legacy: {
			find: async (user) => hashOf(user.email), // or null
			verify: (password, hash) => isPasswordOf(hash, password)
		}
	})
]`;

/**
 * Lists the passwords of accounts, in the place of a provider that still refuses everybody. One into which somebody has
 * written who may come in is theirs.
 */
export function stagePasswords(context: AdapterContext): void {
	const { host, module, staging, style } = context;
	const { list, listed, facts, config, configName } = module;
	const old = listed.filter(({ from }) => providerModule(from) === 'credentials');
	const fact = catalogue.find(({ id }) => id === 'credentials');
	const gone = old.flatMap(({ id, isOwnId }) => (fact ? [goneProvider(context, fact, id, isOwnId)] : []));
	const place = placeOf(module);
	const content = staging.read(list) ?? '';
	const [written] = gone.flatMap(({ code }) => writtenProvider(list, content, place, code) ?? []);
	if (written) {
		staging.refuse(
			list,
			'lists the passwords of accounts',
			'has a provider of passwords of its own, with code of yours: put one of these in its place',
			snippet,
			{ line: written.line },
		);
		return;
	}
	const env = variablesIn(host);
	if (gone.length > 0)
		staging.edit(list, 'has no provider that refuses everybody', (content) => {
			const providers = gone.map(({ provider }) => provider);
			const result = removeProviders(list, content, { place, providers, env, fallback: style });
			if (result.kind !== 'edited') return result;
			// The list is not empty for long.
			const notes = (result.notes ?? []).filter((note) => !note.startsWith('No provider is left'));
			return { kind: 'edited', text: result.text, notes };
		});
	if (staging.refuses(list)) return;
	staging.edit(list, 'lists the passwords of accounts', (content) =>
		addProviders(list, content, { place, providers: [passwords], env, fallback: style }),
	);
	if (facts.strategy !== 'jwt') return;
	const name = configName === undefined ? {} : { name: configName };
	staging.edit(config, 'keeps sessions in the database', (content) =>
		removeAuthOption(config, content, {
			...{ option: ['session', 'strategy'], value: 'jwt', fallback: style },
			...name,
		}),
	);
}

/** As `add-provider` and `init` write one. */
function goneProvider(
	{ host, module }: AdapterContext,
	fact: ProviderFact,
	id: string | undefined,
	isOwnId: boolean,
) {
	const own = isOwnId ? (id ?? fact.id) : fact.id;
	const code = providerCode({ fact, id: own }, { host, ours: module.ours });
	const { from, exported, form } = code;
	const { declaration, imports } = form.kind === 'text' ? form : {};
	const provider = {
		...{ from, exported, id: own, isOwnId },
		...(declaration === undefined ? {} : { declaration }),
		...(imports === undefined ? {} : { imports }),
	};
	return { code, provider };
}
