import { isDeclaredAgain } from '../../../syntax/names.ts';
import type { Edit, EditResult, Refusal } from '../../splice/edit.ts';
import { refuse, transform } from '../../splice/transform.ts';
import { Findings } from '../findings.ts';
import { flowAsIssuer } from './b2c.ts';
import { tellChanges } from './changes.ts';
import { fitIdentityServer, fitSalesforce } from './ids.ts';
import { snippet, tenantAsIssuer } from './tenant.ts';
import { type ProviderFactsRequest, type ProviderUse, usesOf } from './uses.ts';

type Fit = (use: ProviderUse) => Edit[] | Refusal;

const fits: Record<string, Fit> = {
	'azure-ad': tenantAsIssuer,
	'azure-ad-b2c': flowAsIssuer,
	'microsoft-entra-id': tenantAsIssuer,
	salesforce: fitSalesforce,
	'duende-identity-server6': fitIdentityServer,
};

/**
 * Keeps what a list of providers says in the core of today: who may sign in, and which account of the database is
 * theirs. Ids stay.
 */
export function migrateProviders(path: string, content: string, request: ProviderFactsRequest): EditResult {
	return transform(path, content, { snippet }, (source) => {
		const findings = new Findings();
		const edits: Edit[] = [];
		for (const use of usesOf(source, request, findings)) {
			const { provider, call } = use;
			const adapt = fits[provider];
			if (adapt && isDeclaredAgain(source, use.use.getText()))
				return refuse(`declares \`${use.use.getText()}\` more than once`, snippet, call ?? use.use);
			const fitted = adapt?.(use) ?? [];
			if (!Array.isArray(fitted)) return fitted;
			edits.push(...fitted);
			tellChanges(use);
		}
		if (edits.length === 0) return { kind: 'unchanged', reason: 'its providers fit', ...findings.given() };
		return { kind: 'edits', edits, notes: [], ...findings.given() };
	});
}
