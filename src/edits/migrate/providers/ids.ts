import { findProperty } from '../../../syntax/objects.ts';
import type { Edit, Refusal } from '../../splice/edit.ts';
import { insertItems, listOf } from '../../splice/list.ts';
import { refuse } from '../../splice/transform.ts';
import { isBefore, type ProviderUse } from './uses.ts';

/** Its accounts were kept under another id of the person until the core of 0.35.3. */
export function fitSalesforce({ use, call, options, request }: ProviderUse): Edit[] | Refusal {
	if (!request.adapter || !isBefore(request, '0.35.3')) return [];
	if (options && findProperty(options, 'profile').kind === 'found') return [];
	return refuse(
		'lists Salesforce, whose accounts were kept by `user_id` and are looked up by `sub` now, so that nobody would find theirs',
		'Salesforce({\n\tprofile: (profile) => ({ id: profile.user_id, name: null, email: null, image: profile.picture })\n})',
		call ?? use,
	);
}

const oldId = 'duende-identityserver6';

/** Its own id was another until the core of 0.18: that is part of the callback URL, and of every row. */
export function fitIdentityServer(at: ProviderUse): Edit[] | Refusal {
	const { use, call, options, isShared, request, source } = at;
	if (!isBefore(request, '0.18.1')) return [];
	const id = options && findProperty(options, 'id');
	if (id?.kind === 'found') return [];
	const isSaid = (name: string) => options !== undefined && findProperty(options, name).kind === 'found';
	// Variables are named by the factory's own id, which is another one now.
	if (!options || isShared || id?.kind === 'unclear' || !['clientId', 'clientSecret', 'issuer'].every(isSaid))
		return refuse(
			`lists Duende IdentityServer, whose id was \`${oldId}\`: the callback URL and its accounts go by that`,
			`DuendeIdentityServer6({ id: '${oldId}', clientId, clientSecret, issuer })`,
			call ?? use,
		);
	const { quote } = source.style;
	const items = options.getProperties();
	return insertItems(source, listOf(options, items, ' '), 0, [`id: ${quote}${oldId}${quote}`]);
}
