import type { AuthModule } from '../../audit/auth-module/index.ts';
import { type GoneProvider, removeProviders } from '../../edits/providers/index.ts';
import type { Host } from '../../host/host.ts';
import type { Change } from '../../plan/change.ts';
import { Staging } from '../changes/index.ts';
import { hostStyle } from '../changes/style.ts';
import type { ProviderFact } from '../providers/fact.ts';
import { providerVariables, shownName } from '../providers/index.ts';
import { providerCode } from './code.ts';
import { unstageVariables } from './env.ts';
import { type KnownProvider, shownNames } from './listed.ts';
import { placeOf, variablesIn } from './place.ts';
import { unstageSignInPage } from './sign-in-page.ts';

/** A listed provider that goes. */
export type RemovableProvider = KnownProvider & { fact: ProviderFact };

/**
 * Everything that `remove-provider` does to a host: the reverse of `add-provider`. Packages and options of the
 * configuration stay, since something else may use them by now.
 */
export function removeProviderChanges(
	host: Host,
	module: AuthModule,
	known: readonly KnownProvider[],
	gone: readonly RemovableProvider[],
	options: { variables: boolean },
): Change[] {
	const staging = new Staging(host);
	const style = hostStyle(host);
	const { list, facts } = module;
	staging.edit(list, `takes ${gone.map(({ id }) => id).join(', ')} out`, (content) =>
		removeProviders(list, content, {
			place: placeOf(module),
			providers: gone.map((provider) => goneProvider(provider, host, module)),
			env: variablesIn(host),
			fallback: style,
		}),
	);
	const rest = known.filter((provider) => !gone.some(({ id }) => id === provider.id));
	unstageSignInPage(staging, host, {
		authModule: module.importName,
		signInPage: facts.pages.signIn,
		basePath: facts.basePath,
		ids: rest.map(({ id }) => id),
		names: shownNames(known),
		types: Object.fromEntries(rest.flatMap(({ id, fact }) => (fact ? [[id, fact.type]] : []))),
		removed: gone.map(({ id, fact }) => ({ id, name: shownName({ fact, id }), type: fact.type })),
		passkeysLeft: rest.some(({ fact }) => fact?.type === 'webauthn'),
	});
	const origins = gone.flatMap(({ fact }) => fact.postsFrom ?? []);
	if (host.framework === 'sveltekit' && origins.length > 0 && host.configFile)
		staging.note(
			host.configFile,
			`\`csrf.trustedOrigins\` may still have ${origins.join(', ')}: take that out, too.`,
		);
	const variables = options.variables ? gone.flatMap(({ fact, id }) => providerVariables(fact, id)) : [];
	unstageVariables(staging, host, variables);
	return staging.changes();
}

function goneProvider(
	{ fact, id, isOwnId }: RemovableProvider,
	host: Host,
	module: AuthModule,
): GoneProvider {
	const { from, exported, form } = providerCode({ fact, id }, { host, ours: module.ours });
	const { declaration, imports } = form.kind === 'text' ? form : {};
	return {
		...{ from, exported, id, isOwnId },
		...(declaration === undefined ? {} : { declaration }),
		...(imports === undefined ? {} : { imports }),
	};
}
