import type { MigrateCode } from '../codes.ts';
import { isBefore, type ProviderFactsRequest, type ProviderUse } from './uses.ts';

/** What somebody is told of a provider, and when it is so. */
interface Change {
	code: MigrateCode;
	isSo: (request: ProviderFactsRequest) => boolean;
	text: (request: ProviderFactsRequest) => string;
}

const changes: Record<string, Change> = {
	linkedin: {
		code: 'provider-linkedin',
		isSo: (request) => isBefore(request, '0.13.0'),
		text: ({ adapter }) =>
			`lists LinkedIn, which is asked by OpenID Connect now: the application needs that product at LinkedIn${adapter ? ', and people get another id there, so their accounts are not found' : ''}.`,
	},
	gitlab: {
		code: 'provider-gitlab',
		isSo: (request) => request.adapter && !isBefore(request, '0.35.0') && isBefore(request, '0.41.0'),
		text: () =>
			'lists GitLab: accounts that were linked with this version of the core may hold random ids, and are not found then.',
	},
	fusionauth: {
		code: 'provider-fusionauth',
		isSo: (request) => isBefore(request, '0.41.0'),
		text: () => 'lists FusionAuth, which is asked by OpenID Connect now, for `email` and `profile` besides.',
	},
	github: {
		code: 'provider-github',
		isSo: (request) =>
			isBefore(request, '0.41.2') && request.variables?.includes('AUTH_GITHUB_ISSUER') === true,
		text: () => 'lists GitHub, for which `AUTH_GITHUB_ISSUER` counts now.',
	},
};

/** What a provider does otherwise in the core of today, where nothing has to be written for it. */
export function tellChanges({ provider, use, request, findings }: ProviderUse): void {
	const change = changes[provider];
	if (change?.isSo(request)) findings.add(change.code, use.getStartLineNumber(), change.text(request));
}
