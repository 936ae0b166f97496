import type { AuthModule } from '../../audit/auth-module/index.ts';
import { readAdapter } from '../../edits/auth-config/adapter.ts';
import type { Host } from '../../host/host.ts';
import { openSources } from '../../host/routes/index.ts';
import { sourceFiles } from '../../host/routes/remote-functions.ts';
import { resolver } from '../../host/routes/resolve.ts';
import { parse } from '../../syntax/source.ts';

/** Adapters without the methods that passkeys need, as their published code shows. */
const without = /^@auth\/(?:pg|kysely|typeorm|sequelize|mikro-orm|d1)-adapter$/;

/** The package of the configuration's adapter, where that keeps no passkeys; undefined where it does, or cannot be seen. */
export function lacksPasskeys(host: Host, { config, configName }: AuthModule): string | undefined {
	const found = readAdapter(config, host.read(config) ?? '', configName);
	if (found.kind !== 'there') return undefined;
	const sources = openSources(host);
	const resolve = resolver(sources, new Set(sourceFiles(sources)));
	const modules = found.modules.flatMap((module) => {
		const [file] = resolve(config, module);
		const text = file === undefined ? undefined : sources.text(file);
		if (file === undefined || text === undefined) return [module];
		return parse(file, text)
			.ast.getImportDeclarations()
			.map((declaration) => declaration.getModuleSpecifierValue());
	});
	return modules.find((module) => without.test(module));
}
