import { CredentialsSignin } from '@auth/core/errors';
import type { ResolvedProvider } from '../types.js';

type Authorize = (...args: unknown[]) => unknown;

/**
 * A `CredentialsSignin` of a second copy of the core (adapters pin one) is none to the core that runs: people with a
 * wrong password would be told of a server error. It is made anew with our copy's class.
 */
export function withOwnErrors(
	provider: ResolvedProvider,
	authorize: Authorize | undefined,
): ResolvedProvider {
	if (typeof authorize !== 'function') return provider;
	const wrapped: Authorize = async (...args) => {
		try {
			return await authorize(...args);
		} catch (thrown) {
			const { type, code, message } = (thrown ?? {}) as Partial<CredentialsSignin>;
			if (thrown instanceof CredentialsSignin || type !== CredentialsSignin.type) throw thrown;
			throw Object.assign(new CredentialsSignin(), { message, ...(code && { code }) });
		}
	};
	return { ...provider, options: { ...provider.options, authorize: wrapped } } as ResolvedProvider;
}
