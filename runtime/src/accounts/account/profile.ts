import type { AccountAnswer, AccountRequest } from '../../core/accounts.js';
import type { Resolved } from '../../core/types.js';
import { personName } from '../address.js';
import { done, failed } from '../answers.js';
import type { AccountsContext } from '../types.js';
import type { Visitor } from './visitor.js';

/** Changes the name. Nothing else of the row can be reached by a field. */
export async function profile(
	context: AccountsContext,
	resolved: Resolved,
	{ fields }: AccountRequest,
	{ user }: Visitor,
): Promise<AccountAnswer> {
	const name = personName(fields.name);
	if (name === undefined) return failed(400, 'NameInvalid', { field: 'name' });
	await context.adapter.updateUser({ id: user.id, name });
	return done(context, resolved, 'account', 'profile-saved');
}
