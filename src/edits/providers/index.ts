/** The edits of lists of providers, for the generators. */
export { type AuthOption, setAuthOption } from '../auth-config/option.ts';
export { addProviders } from './add.ts';
export { isSameModule, type Listed, providerModule } from './items.ts';
export {
	type AuthModule,
	type AuthModuleFacts,
	type ListedProviders,
	type Presence,
	readAuthModule,
	readProviderList,
} from './read.ts';
export { type GoneProvider, type ProviderRemovalRequest, removeProviders } from './remove.ts';
export type { ProviderCode, ProvidersPlace, ProvidersRequest } from './request.ts';
