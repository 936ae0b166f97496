import { parse as parseJson } from 'jsonc-parser';
import { ifReadable } from '../../host/files/index.ts';
import type { Host, HostPath } from '../../host/host.ts';
import { isObject } from '../../host/packages/manifest.ts';
import type { Look } from './classes.ts';
import { stylesFile } from './styles.ts';
import { tailwindOf } from './tailwind.ts';

export type { Look } from './classes.ts';

export const looks: readonly Look[] = ['plain', 'tailwind', 'daisyui', 'shadcn'];

/** How the pages for accounts fit into a host: by what it says itself, and as plain ones where that cannot be told. */
export function lookOf(host: Host): Look {
	const tailwind = tailwindOf(host);
	if (!tailwind.covers(stylesFile(host, 'tailwind'))) return 'plain';
	if (tailwind.daisyui) return 'daisyui';
	return hasShadcn(host) ? 'shadcn' : 'tailwind';
}

/** shadcn-svelte with the components that such pages are like. What only has the file may not have its theme. */
function hasShadcn(host: Host): boolean {
	const text = ifReadable(() => host.read('components.json'));
	const config: unknown = text === undefined ? undefined : parseJson(text);
	if (!isObject(config) || !/\bshadcn-svelte\b/.test(String(config.$schema))) return false;
	const aliases = isObject(config.aliases) ? config.aliases : {};
	const ui = aliases.ui ?? (typeof aliases.components === 'string' ? `${aliases.components}/ui` : undefined);
	const folder = typeof ui === 'string' ? folderOf(host, ui) : undefined;
	return (
		folder !== undefined && ['button', 'input', 'label'].every((name) => host.exists(`${folder}/${name}`))
	);
}

const folderOf = ({ paths }: Host, alias: string): HostPath | undefined => {
	const path = alias.replace(/^(?:\$|#)lib\b/, paths.lib).replace(/^\.\//, '');
	return /^[\w./-]+$/.test(path) && !path.includes('..') ? path : undefined;
};
