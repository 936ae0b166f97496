import { ownModule } from '../audit/auth-module/settings.ts';
import { ruleFile } from '../audit/path-rules.ts';
import { relativeImport } from '../host/files/paths.ts';
import type { Host, HostPath } from '../host/host.ts';
import { allDependencies } from '../host/packages/manifest.ts';
import { openSources, type Sources } from '../host/routes/index.ts';
import { moduleFile } from './changes/module-file.ts';
import type { AuthPlace } from './context.ts';

/**
 * Looks where sign-in is configured.
 * @param sources of the host, where somebody has read them already
 * @throws AuthgraftError AG_SYNTAX where what is there does not parse.
 */
export function authPlace(host: Host, sources?: Sources): AuthPlace {
	const file = moduleFile(host, `${host.paths.source}/auth`);
	const usual = { file, importName: (from: HostPath) => relativeImport(from, file), module: undefined };
	// Before the runtime is there, nothing of ours is: no file has to be read.
	if (!Object.hasOwn(allDependencies(host.manifest), '@authgraft/runtime')) return usual;
	const module = ownModule(sources ?? openSources(host), ruleFile(host));
	return module ? { file: module.file, importName: module.importName, module } : usual;
}
