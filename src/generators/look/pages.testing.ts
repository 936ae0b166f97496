import { fileURLToPath } from 'node:url';
import type { Host } from '../../host/host.ts';
import { readHost } from '../../host/index.ts';
import type { Style } from '../../syntax/style.ts';
import { hostStyle } from '../changes/style.ts';
import { type Look, looks } from './index.ts';
import { providerMarks } from './marks.ts';
import { type AccountPage, accountPages, type NewFile } from './pages.ts';
import { accountSignIn } from './sign-in.ts';

/*
 * The pages for accounts in hosts that differ in nothing but their formatter. Not part of the build.
 */

/** One of each set of templates: both frameworks, both generations, both languages, Svelte 4 and 5. */
export const hostNames = [
	'sveltekit3',
	'sveltekit3-js',
	'sveltekit2-js',
	'sveltekit2-svelte4',
	'solidstart2',
	'solidstart1-js',
];

export const everyPage: AccountPage[] = ['signUp', 'forgotPassword', 'setPassword', 'account'];

/** @param config a file that stands in the root of each host: name and text. */
export async function accountFilesWith(config: [name: string, text: string]): Promise<NewFile[]> {
	const found = new Map<string, NewFile>();
	for (const name of hostNames) {
		const host = withFiles(await hostOf(name), { [config[0]]: config[1] });
		for (const look of looks) {
			// The pages of those that have classes are the same: only the file with the classes differs.
			const pages = look === 'plain' || look === 'tailwind' ? everyPage : [];
			const request = { look, pages, authModule: () => '../auth' };
			const context = { host, style: hostStyle(host) };
			const files = [
				...accountPages(context, request),
				...(pages.length > 0 ? signInFiles(context, look) : []),
			];
			for (const file of files) found.set(`${file.path}\0${file.text}`, file);
		}
	}
	return [...found.values()];
}

function signInFiles(context: { host: Host; style: Style }, look: Look): NewFile[] {
	const { host } = context;
	const page = host.framework === 'sveltekit' ? 'signin/+page.svelte' : `signin.${host.language}x`;
	const path = `${host.paths.routes}/${page}`;
	const request = { look, path, authModule: () => '../auth' };
	return [
		...[true, false].map((passkeys) => ({
			path,
			summary: '',
			text: accountSignIn(context, { ...request, passkeys }),
		})),
		providerMarks(context, look, ['github', 'google', '42-school', 'slack', 'unknown']),
	];
}

/** A fixture has no packages, so the Svelte of this repository above it would count as its own. */
export async function hostOf(name: string): Promise<Host> {
	const host = await readHost(
		fileURLToPath(new URL(`../../../test/fixtures/hosts/${name}`, import.meta.url)),
	);
	return name.endsWith('svelte4') ? Object.create(host, { svelte: { value: '4.2.19' } }) : host;
}

/** The host with other files in it: path and text. */
export function withFiles(host: Host, files: Record<string, string>, own: Partial<Host> = {}): Host {
	const names = Object.keys(files);
	const changed: Partial<Host> = {
		read: (path) => files[path] ?? host.read(path),
		exists: (path) => names.some((name) => name === path || name.startsWith(`${path}/`)) || host.exists(path),
		list: (folder) => {
			const prefix = folder === '' ? '' : `${folder}/`;
			const here = names
				.filter((name) => name.startsWith(prefix))
				.map((name) => name.slice(prefix.length).split('/')[0] as string);
			return [...new Set([...host.list(folder), ...here])].sort();
		},
		git: null,
		...own,
	};
	return Object.create(host, Object.getOwnPropertyDescriptors(changed));
}
