/** The edits of lists of providers, for the generators. */
export { type AuthOption, setAuthOption } from './auth-config-option.ts';
export {
	type AuthModule,
	type AuthModuleFacts,
	type ListedProviders,
	type Presence,
	readAuthModule,
	readProviderList,
} from './auth-config-read.ts';
export { addProviders } from './provider-add.ts';
export { isSameModule, type Listed, providerModule } from './provider-items.ts';
export { type GoneProvider, type RemovalRequest, removeProviders } from './provider-remove.ts';
export type { ProviderCode, ProvidersPlace, ProvidersRequest } from './provider-request.ts';
