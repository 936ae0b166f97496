import type { AuthModule } from '../../audit/auth-module/index.ts';
import { AuthgraftError } from '../../errors.ts';
import { variablePrefix } from '../providers/index.ts';
import type { WantedProvider } from './answers.ts';
import { isPasswords, type KnownProvider } from './listed.ts';

/**
 * The core refuses them as they come (InvalidEndpoints), or sends people away with `redirect_uri=undefined` (Notion); our
 * runtime supplies what is missing.
 */
const rejectedByCore = ['todoist', 'netsuite', 'notion'];

/**
 * What stands against a provider, whatever its values are: said before anybody is asked for those.
 * @throws AuthgraftError AG_PROVIDER_NEEDS_ADAPTER, AG_ADAPTER_UNSUPPORTED, AG_PROVIDER_UNSUPPORTED, AG_PROVIDER_ID_TAKEN,
 * AG_ACCOUNTS_NEED_DATABASE_SESSIONS.
 * @param adapterWithoutPasskeys finds the adapter of the host, where it is known to keep none; asked for a provider of passkeys.
 * @param signOut whether signing out ends the session at the provider, too.
 */
export function checkProviders(
	wanted: readonly WantedProvider[],
	module: AuthModule,
	known: readonly KnownProvider[],
	adapterWithoutPasskeys: () => string | undefined = () => undefined,
	signOut = false,
): void {
	if (signOut && !module.ours)
		throw new AuthgraftError(
			'AG_PROVIDER_UNSUPPORTED',
			`Signing out at the provider is a part of @authgraft/runtime, which ${module.config} does not use`,
			'Leave --sign-out away, or come over first: authgraft migrate',
		);
	for (const provider of wanted) {
		if (isListed(provider, known)) continue;
		needsAdapter(provider, module);
		needsPasskeys(provider, module, adapterWithoutPasskeys);
		needsRuntime(provider, module);
		besidePasswords(provider, module);
		idIsFree(provider, module, known);
	}
}

export const isListed = ({ fact, id }: WantedProvider, known: readonly KnownProvider[]): boolean =>
	known.some((one) => one.id === id && one.fact?.module === fact.module);

function needsAdapter({ fact }: WantedProvider, { facts, config }: AuthModule): void {
	const why = { email: 'remembers its links', webauthn: 'remembers the passkeys' }[fact.type as string];
	if (why === undefined || facts.adapter !== 'absent') return;
	throw new AuthgraftError(
		'AG_PROVIDER_NEEDS_ADAPTER',
		`${fact.name} needs a database that ${why}, and ${config} has no \`adapter\``,
		'Add one first: authgraft add-adapter drizzle',
	);
}

function needsPasskeys(
	{ fact }: WantedProvider,
	{ config }: AuthModule,
	adapterWithoutPasskeys: () => string | undefined,
): void {
	const adapter = fact.type === 'webauthn' ? adapterWithoutPasskeys() : undefined;
	if (adapter === undefined) return;
	throw new AuthgraftError(
		'AG_ADAPTER_UNSUPPORTED',
		`${fact.name} needs an adapter that keeps passkeys, and ${adapter} in ${config} keeps none`,
		'Take drizzle, drizzle-postgres or prisma instead (docs/adapters.md).',
	);
}

function needsRuntime({ fact }: WantedProvider, { ours, config }: AuthModule): void {
	const isOurs = fact.module === '';
	if (ours || !(isOurs || rejectedByCore.includes(fact.module))) return;
	throw new AuthgraftError(
		'AG_PROVIDER_UNSUPPORTED',
		isOurs
			? `${fact.name} is a part of @authgraft/runtime, which ${config} does not use`
			: `@auth/core alone cannot work with ${fact.name} as it comes, and ${config} does not use @authgraft/runtime`,
		'Choose another provider, or write this one by hand.',
	);
}

/** A provider of credentials makes no session but a JWT, and accounts work with none of those. */
function besidePasswords({ fact }: WantedProvider, { listed, config }: AuthModule): void {
	const isOurs = fact.module === '';
	if (fact.type !== 'credentials' || isOurs || !listed.some(isPasswords)) return;
	throw new AuthgraftError(
		'AG_ACCOUNTS_NEED_DATABASE_SESSIONS',
		`${fact.name} works with sessions as JWTs alone, and ${config} has accounts, whose sessions can be ended`,
		'Passwords that are kept elsewhere are read by Passwords({ legacy }): docs/accounts.md',
	);
}

/** Variables are named after ids, without their case and their dashes. */
function idIsFree({ id }: WantedProvider, { list }: AuthModule, known: readonly KnownProvider[]): void {
	const other = known.find((one) => variablePrefix(one.id) === variablePrefix(id));
	if (!other) return;
	throw new AuthgraftError(
		'AG_PROVIDER_ID_TAKEN',
		other.id === id
			? `${list} has another provider with the id "${id}"`
			: `${list} has a provider with the id "${other.id}", whose variables "${id}" would share`,
		`Give this one an id of its own: --id ${id}-2`,
	);
}
