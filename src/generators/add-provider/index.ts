import type { AuthModule } from '../../audit/auth-module/index.ts';
import { addProviders, setAuthOption } from '../../edits/providers/index.ts';
import type { Host } from '../../host/host.ts';
import type { Change } from '../../plan/change.ts';
import type { Style } from '../../syntax/source.ts';
import { Staging } from '../changes/index.ts';
import { stageDependencies } from '../changes/manifest.ts';
import { hostStyle } from '../changes/style.ts';
import { type FormTarget, leadsAway, stageFormAction } from '../form-action.ts';
import { providerOptions, shownName } from '../providers/index.ts';
import type { AddProviderAnswers, WantedProvider } from './answers.ts';
import { isListed } from './check.ts';
import { providerCode } from './code.ts';
import { stageVariables } from './env.ts';
import { type KnownProvider, shownNames } from './listed.ts';
import { placeOf, variablesIn } from './place.ts';
import { stageSignInPage } from './sign-in-page.ts';
import { trustOrigins } from './trusted-origins.ts';

export { findAuthModule } from '../../audit/auth-module/index.ts';
export { checkProviders, isListed } from './check.ts';
export { setVariables } from './env.ts';
export { knownProviders } from './listed.ts';
export { type RemovableProvider, removeProviderChanges } from './remove.ts';

interface AddContext {
	host: Host;
	module: AuthModule;
	known: readonly KnownProvider[];
	staging: Staging;
	style: Style;
}

/** Everything that `add-provider` does to a host. What is listed already only gets the values that were given. */
export function addProviderChanges(
	host: Host,
	module: AuthModule,
	known: readonly KnownProvider[],
	answers: AddProviderAnswers,
): Change[] {
	const { providers, values } = answers;
	const context: AddContext = { host, module, known, staging: new Staging(host), style: hostStyle(host) };
	const added = providers.filter((provider) => !isListed(provider, known));
	const packages = Object.assign({}, ...added.map(({ fact }) => fact.packages ?? {}));
	if (Object.keys(packages).length > 0) stageDependencies(context.staging, host, packages);
	listProviders(context, answers);
	setOptions(context, added, answers.signOut === true);
	trustOrigins(
		context.staging,
		host,
		added.flatMap(({ fact }) => fact.postsFrom ?? []),
		context.style,
	);
	stageFormAction(
		context.staging,
		host,
		added.filter(({ fact }) => leadsAway(fact)).map((provider) => formTarget(provider, values)),
		context.style,
	);
	if (added.length > 0) addButtons(context, added);
	const variables = providers.flatMap(({ fact, id }) => {
		const isNew = !isListed({ fact, id }, known);
		return providerOptions(fact, id)
			.filter(({ variable, option }) => values[variable] || (isNew && (module.ours || option.required)))
			.map(({ variable, description }) => ({ name: variable, description }));
	});
	stageVariables(context, variables, values);
	return context.staging.changes();
}

/** An issuer that was given says where the page is; elsewhere that is the provider's own. */
function formTarget(provider: WantedProvider, values: AddProviderAnswers['values']): FormTarget {
	const { fact, id } = provider;
	const issuer = providerOptions(fact, id).find(({ option }) => option.name === 'issuer')?.variable;
	const given = issuer === undefined ? null : URL.parse(values[issuer] ?? '');
	return { name: shownName(provider), origin: given?.origin ?? fact.authorizesAt };
}

function listProviders(
	{ host, module, staging, style }: AddContext,
	{ providers, values }: AddProviderAnswers,
): void {
	const summary = `lists ${providers.map(({ id }) => id).join(', ')}`;
	staging.edit(module.list, summary, (content) =>
		addProviders(module.list, content, {
			place: placeOf(module),
			providers: providers.map((provider) => providerCode(provider, { host, ours: module.ours, values })),
			env: variablesIn(host),
			fallback: style,
		}),
	);
}

/** What the core wants to be told before it takes a provider. */
function setOptions(
	{ module, staging, style }: AddContext,
	added: readonly WantedProvider[],
	signOut: boolean,
): void {
	const { config, configName: name, facts } = module;
	const set = (option: [string, string], value: string | boolean, summary: string) =>
		staging.edit(config, summary, (content) =>
			setAuthOption(config, content, { option, value, ...(name ? { name } : {}), fallback: style }),
		);
	const has = (type: string) => added.some(({ fact }) => fact.type === type);
	if (signOut) set(['signOut', 'atProvider'], true, 'signs people out at the provider, too');
	if (has('webauthn')) set(['experimental', 'enableWebAuthn'], true, 'turns passkeys on');
	// With an adapter the core takes database sessions, which credentials cannot make: people would be signed out at once.
	const isUnsaid = facts.strategy === undefined && facts.adapter !== 'absent';
	if (has('credentials') && (isUnsaid || facts.strategy === 'database')) {
		set(['session', 'strategy'], 'jwt', 'keeps sessions as JWTs, since credentials work with no others');
		if (isUnsaid)
			staging.note(config, 'Sessions become JWTs: people who are signed in now have to sign in again.');
	}
}

function addButtons({ host, module, known, staging }: AddContext, added: readonly WantedProvider[]): void {
	const { pages, basePath } = module.facts;
	stageSignInPage(staging, host, {
		authModule: module.importName,
		signInPage: pages.signIn,
		basePath,
		ids: known.map(({ id }) => id),
		names: shownNames(known),
		types: Object.fromEntries(known.flatMap(({ id, fact }) => (fact ? [[id, fact.type]] : []))),
		added: added.map(({ fact, id }) => ({ id, name: shownName({ fact, id }), type: fact.type })),
	});
}
