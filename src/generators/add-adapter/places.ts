import { exportsName, importsModule } from '../../edits/auth-config/adapter.ts';
import { relativeImport } from '../../host/files/paths.ts';
import type { Host, HostPath } from '../../host/host.ts';
import type { Style } from '../../syntax/source.ts';
import type { Staging } from '../changes/index.ts';
import { moduleFile } from '../changes/module-file.ts';

/** Where code that browsers must never get lies: SvelteKit watches over `server`. */
export const serverFolder = ({ framework, paths }: Host): HostPath =>
	framework === 'sveltekit' ? `${paths.lib}/server` : paths.lib;

/** The module that exports the adapter. */
export const adapterModule = (host: Host): HostPath => moduleFile(host, `${serverFolder(host)}/auth-adapter`);

/** A folder or module of a name that nothing of the host goes by: `./db` is `db.ts` before it is `db/index.ts`. */
export function freePlace(host: Host, folder: HostPath, name: string, other: string): HostPath {
	const taken = ['', '.ts', '.js', '.mts', '.mjs', '.tsx', '.jsx'].some((ending) =>
		host.exists(`${folder}/${name}${ending}`),
	);
	return `${folder}/${taken ? other : name}`;
}

/** How a new file imports another one: `./db` for `./db/index`, where no extension has to be written. */
export function importPath(from: HostPath, to: HostPath, { importExtension }: Style): string {
	const path = relativeImport(from, to);
	return importExtension === '' ? path.replace(/\/index$/, '') : path + importExtension;
}

/** What templates have to know about the variables of the server. */
export function serverEnv({ generation }: Host) {
	const { appEnvModule = '', privateEnvModule = '', declaredEnv } = generation;
	const env = privateEnvModule === '' ? 'process.env' : 'env';
	return { appEnvModule, privateEnvModule, declaredEnv, env, usesDev: false };
}

/** A module of ours, once more. */
export interface NewModule {
	path: HostPath;
	summary: string;
	text: string;
	/** What it exports, if anything. */
	exports?: string;
	/** What it imports that tells it from any other file of this name. */
	from: string;
}

/** Adds a module; one that does the same already stays, however it is formatted by now. */
export function stageModule(staging: Staging, { path, summary, text, exports, from }: NewModule): void {
	staging.edit(
		path,
		summary,
		(content) =>
			(exports === undefined || exportsName(path, content, exports)) && importsModule(path, content, from)
				? { kind: 'unchanged', reason: 'it is there already' }
				: { kind: 'refused', reason: 'exists and does something else', snippet: text },
		() => text,
	);
}
