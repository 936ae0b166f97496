import { common, moduleFlag } from '../../command/common.ts';
import { hidden, type OptionsOf, text, toggle } from '../../command/flags.ts';

export const clientId = text('--client-id <value>', 'the client id, where it is known already');
export const issuer = text('--issuer <url>', 'the issuer, for providers that need one');

/** Typed by people who do not know that it stays in the shell's history. Refused. */
export const secrets = [
	hidden('--client-secret [value]'),
	hidden('--secret [value]'),
	hidden('--api-key [value]'),
	hidden('--password [value]'),
] as const;

export const options = [
	...common,
	text('--id <own-id>', 'an id of your own, for a second provider of one kind'),
	clientId,
	issuer,
	toggle('--sign-out', 'signing out ends the session at the OpenID provider, too'),
	toggle('--stdin', 'read values as NAME=value lines from standard input'),
	moduleFlag,
	...secrets,
] as const;

export type AddProviderOptions = OptionsOf<typeof options>;
