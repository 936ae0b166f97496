import { AuthError } from '@auth/core/errors';

/** Something in the configuration is not what it has to be, and the core has no class of its own for it. */
export class InvalidConfiguration extends AuthError {
	static type = 'InvalidConfiguration';
}

/** A configuration that cannot work: `type` is its code, `option` is what has to change, `message` says how. */
export type ConfigError = AuthError & { option: string };

/** Makes a configuration error. The core's link is left out: it leads to advice for another command line. */
export function configError(
	option: string,
	message: string,
	ErrorClass: new (message: string) => AuthError = InvalidConfiguration,
): ConfigError {
	const error = new ErrorClass(message);
	return Object.assign(error, { message, option });
}
