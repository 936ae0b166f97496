import type { AccountAnswer, AccountRequest } from '../core/accounts.js';
import type { Resolved } from '../core/types.js';
import { accountFlows } from './account/index.js';
import type { Flow } from './account/visitor.js';
import { failed } from './answers.js';
import { forgotPassword, signUp } from './flows/ask.js';
import { setPassword } from './flows/set-password.js';
import type { AccountsContext } from './types.js';

const flows: ReadonlyMap<string, Flow> = new Map<string, Flow>([
	['sign-up', signUp],
	['forgot-password', forgotPassword],
	['set-password', setPassword],
	...accountFlows,
]);

/** Runs what one form of the pages asks for. See `AccountsPlug.run`. */
export async function run(
	context: AccountsContext,
	resolved: Resolved,
	action: string,
	request: AccountRequest,
): Promise<AccountAnswer> {
	const flow = flows.get(action);
	return flow ? flow(context, resolved, request) : failed(404, 'UnknownItem');
}
