import type { AuthModule } from '../../audit/auth-module/index.ts';
import { readAdapter } from '../../edits/auth-config/adapter.ts';
import type { Host } from '../../host/host.ts';
import { openSources } from '../../host/routes/index.ts';
import { sourceFiles } from '../../host/routes/remote-functions.ts';
import { resolver } from '../../host/routes/resolve.ts';
import { parse } from '../../syntax/source.ts';

/** What makes the adapter of a configuration. */
export type AdapterPackages =
	| { kind: 'absent' | 'unknown' }
	/** Packages, as far as they can be told: `@auth/drizzle-adapter`, and what else its module imports. */
	| { kind: 'there'; packages: string[] };

/** Reads what makes the configuration's adapter, be it there or in a module of the host's own. */
export function adapterPackages(host: Host, { config, configName }: AuthModule): AdapterPackages {
	const found = readAdapter(config, host.read(config) ?? '', configName);
	if (found.kind !== 'there') return { kind: found.kind };
	const sources = openSources(host);
	const resolve = resolver(sources, new Set(sourceFiles(sources)));
	const packages = found.modules.flatMap((module) => {
		const [file] = resolve(config, module);
		const text = file === undefined ? undefined : sources.text(file);
		if (file === undefined || text === undefined) return [module];
		return parse(file, text)
			.ast.getImportDeclarations()
			.map((declaration) => declaration.getModuleSpecifierValue());
	});
	return { kind: 'there', packages };
}
