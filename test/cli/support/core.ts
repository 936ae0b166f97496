import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCatalogue } from '../../../src/generators/providers/read-catalogue.ts';
import { repository, temporary } from './run.ts';

export const installedCore = join(repository, 'node_modules/@auth/core');
/** The text of a provider module. */
export const oauth = (id: string, more = '') =>
	`export default function Own(options) { return { id: '${id}', name: 'Own', type: 'oidc', ${more} options } }\n`;

/** A core of another version than ours, as it stands in a project without any of its optional packages. */
export function makeCore(folder: string, version = '0.99.0'): string {
	cpSync(installedCore, folder, {
		recursive: true,
		filter: (file) => !/\.(?:map|ts)$/.test(file) && !file.endsWith('/src'),
	});
	const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
	writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, version }));
	return folder;
}

/** A folder with such a core, and nothing else. */
export function makeHost(version?: string) {
	const root = mkdtempSync(join(temporary, 'catalogue-'));
	const core = makeCore(join(root, 'node_modules/@auth/core'), version);
	const module = (name: string) => join(core, 'providers', `${name}.js`);
	return {
		root,
		core,
		module,
		write: (name: string, text: string) => writeFileSync(module(name), text),
		cache: join(root, 'node_modules/.cache/authgraft', `providers-${version ?? '0.99.0'}.json`),
		// Longer than people wait: twenty of these run at a time.
		read: (timeoutMs = 60_000) => readCatalogue({ root }, { timeoutMs }),
	};
}
