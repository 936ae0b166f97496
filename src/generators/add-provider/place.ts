import type { AuthModule } from '../../audit/auth-module/index.ts';
import type { ProvidersPlace, ProvidersRequest } from '../../edits/providers/index.ts';
import type { Host } from '../../host/host.ts';

/** Where the edits look for the list. */
export function placeOf({ configName, listName }: AuthModule): ProvidersPlace {
	if (listName !== undefined) return { kind: 'list', name: listName };
	return { kind: 'config', ...(configName === undefined ? {} : { name: configName }) };
}

/** How code of the server reads variables in this generation. */
export function variablesIn({ generation }: Host): ProvidersRequest['env'] {
	if (!generation.privateEnvModule) return {};
	return { module: generation.privateEnvModule, namespace: generation.declaredEnv };
}
