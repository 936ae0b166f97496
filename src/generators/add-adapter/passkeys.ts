import type { AuthModule } from '../../audit/auth-module/index.ts';
import type { Host } from '../../host/host.ts';
import { adapterPackages } from './packages.ts';

/** Adapters without the methods that passkeys need, as their published code shows. */
const without = /^@auth\/(?:pg|kysely|typeorm|sequelize|mikro-orm|d1)-adapter$/;

/** The package of the configuration's adapter, where that keeps no passkeys; undefined where it does, or cannot be seen. */
export function lacksPasskeys(host: Host, module: AuthModule): string | undefined {
	const found = adapterPackages(host, module);
	return found.kind === 'there' ? found.packages.find((name) => without.test(name)) : undefined;
}
