import type { WantedProvider } from '../../generators/add-provider/answers.ts';
import { guideFor } from '../../generators/providers/guides/index.ts';
import { providerOptions } from '../../generators/providers/index.ts';
import { newestGeneration } from '../../host/generations.ts';
import type { Host, HostPath } from '../../host/host.ts';
import { type CallbackUrls, callbackUrls, signOutUrls } from './callback-urls.ts';

/** A provider as people and `--json` are told of it. */
export interface ProviderDescription {
	id: string;
	name: string;
	type: string;
	/** The module of `@auth/core/providers`; empty for what is part of the runtime. */
	module: string;
	/** To be registered with the provider; undefined where it sends nobody back. */
	callbackUrls?: CallbackUrls;
	/** To be registered as well, where signing out ends the session there, too. */
	signOutUrls?: CallbackUrls;
	/** The page to register the application on. */
	register?: string;
	steps: string[];
	notes: string[];
	variables: VariableDescription[];
}

export interface VariableDescription {
	name: string;
	description: string;
	required: boolean;
	secret: boolean;
	/** Whether some env file of the host has a value. Absent where there is no host to look at. */
	set?: boolean;
}

/** What is told where there is no project to look at. */
export const anyHost: Pick<Host, 'generation' | 'base' | 'origin'> = {
	generation: newestGeneration,
	base: '',
	origin: undefined,
};

/**
 * @param place.basePath of the auth endpoints; undefined for the framework's default.
 * @param place.signOut whether signing out ends the session there, too.
 * @param place.isSet whether a variable has a value.
 */
export function describeProvider(
	{ fact, id }: WantedProvider,
	place: {
		host: Pick<Host, 'generation' | 'base' | 'origin'>;
		basePath: string | undefined;
		signOut?: boolean;
		isSet?: (name: string) => boolean;
	},
): ProviderDescription {
	const isRemote = fact.type === 'oauth' || fact.type === 'oidc';
	const urls = isRemote ? callbackUrls(place.host, place.basePath, id) : undefined;
	const { register, steps, notes } = guideFor(fact, { id, callback: urls?.development ?? '' });
	return {
		id,
		name: fact.name,
		type: fact.type,
		module: fact.module,
		...(urls ? { callbackUrls: urls } : {}),
		...(place.signOut ? { signOutUrls: signOutUrls(place.host, place.basePath) } : {}),
		...(register === undefined ? {} : { register }),
		steps,
		notes,
		variables: providerOptions(fact, id).map(({ variable, description, option }) => ({
			name: variable,
			description,
			required: option.required,
			secret: option.secret,
			...(place.isSet ? { set: place.isSet(variable) } : {}),
		})),
	};
}

/** `Fill in .env: AUTH_GITHUB_ID`; nothing where nothing is open. */
export const fillInLines = (names: readonly string[], file: HostPath): string[] =>
	names.length > 0 ? [`Fill in ${file}: ${names.join(', ')}`] : [];

/**
 * The same for people, a line each.
 * @param file the env file that is to be filled in.
 */
export function descriptionLines(description: ProviderDescription, file: HostPath): string[] {
	const {
		id,
		name,
		type,
		callbackUrls: urls,
		signOutUrls: out,
		register,
		steps,
		notes,
		variables,
	} = description;
	const open = variables.filter(({ set, required }) => set === false && required).map((one) => one.name);
	const numbered = steps.map((step, index) => `  ${index + 1}. ${step}`);
	return [
		`${name}${id === description.module || description.module === '' ? '' : ` as "${id}"`}`,
		...(register === undefined
			? []
			: [`  ${type === 'oauth' || type === 'oidc' ? 'Register the application' : 'Set it up'}: ${register}`]),
		...(urls ? [`  Callback URL: ${urls.development}`, `  and in production: ${urls.production}`] : []),
		...(out
			? [
					`  Where it sends people after signing out: ${out.development}`,
					`  and in production: ${out.production}`,
				]
			: []),
		...numbered,
		...notes.map((note) => `  Note: ${note}`),
		...fillInLines(open, file).map((line) => `  ${line}`),
	];
}
