import { AuthgraftError } from '../../errors.ts';

/** Thrown when Ctrl-C came, once everything that was started has ended. */
export const interrupted = (): AuthgraftError =>
	new AuthgraftError('AG_CANCELLED', 'Cancelled. What was started has been ended.', '', 130);
