import { fileURLToPath } from 'node:url';
import type { Host } from '../../host/host.ts';
import { readHost } from '../../host/index.ts';
import type { Change } from '../../plan/change.ts';
import { hostStyle } from '../changes/style.ts';
import { findProviders } from '../providers/index.ts';
import { render } from '../templates/index.ts';
import { initChanges } from './index.ts';

/*
 * Every new file of `init` in hosts that differ in nothing but their formatter. Not part of the build.
 */

/** One of each set of templates: both frameworks, both generations, both languages, Svelte 4 and 5. */
const hostNames = [
	'sveltekit3',
	'sveltekit3-js',
	'sveltekit2-js',
	'sveltekit2-svelte4',
	'solidstart2',
	'solidstart1-js',
];

const many = Array.from({ length: 9 }, (_, index) => `/area-${index + 1}/of/the/site`);

/** Short lines, lines near the limits, and lines far beyond them. */
const answers = [
	{ ids: ['development'], protect: [], basePath: undefined },
	{ ids: ['development', 'github', 'google', 'credentials'], protect: ['/account'], basePath: '/sign-in' },
	{
		ids: ['github', 'microsoft-entra-id', 'azure-ad-b2c', 'discord', 'auth0', 'okta'],
		protect: many,
		basePath: undefined,
	},
	{ ids: ['github', 'google'], protect: many.slice(0, 3), basePath: undefined },
].map(({ ids, ...rest }) => ({
	...rest,
	providers: findProviders(ids),
	providersNamed: true,
	secret: 'x'.repeat(43),
	runtimeSpec: '^1.0.0',
	pages: {},
}));

export interface NewFile {
	/** What made it: `sveltekit3 0`. */
	from: string;
	path: string;
	text: string;
}

/** What `protect-route` writes besides. */
function guardedChanges(host: Host): Change[] {
	if (host.framework !== 'solid-start') return [];
	const path = `${host.paths.source}/guarded.${host.language}x`;
	const habits = { host, style: hostStyle(host) };
	const after = render('integration-a/guarded.tsx', { sessionModule: './session' }, habits);
	return [{ kind: 'create', path, summary: '', before: null, after }];
}

/**
 * @param config a file that stands in the root of each host: name and text.
 * @returns each text once.
 */
export async function newFilesWith(config: [name: string, text: string]): Promise<NewFile[]> {
	const found = new Map<string, NewFile>();
	for (const name of hostNames) {
		const host = withFile(await hostOf(name), config);
		for (const [index, given] of answers.entries()) {
			for (const change of [...initChanges(host, given), ...guardedChanges(host)]) {
				if (change.kind !== 'create' || !/\.(?:svelte|[jt]sx?)$/.test(change.path)) continue;
				const file = { from: `${name} ${index}`, path: change.path, text: change.after };
				found.set(`${file.path}\0${file.text}`, file);
			}
		}
	}
	return [...found.values()];
}

/** A fixture has no packages, so the Svelte of this repository above it would count as its own. */
async function hostOf(name: string): Promise<Host> {
	const host = await readHost(
		fileURLToPath(new URL(`../../../test/fixtures/hosts/${name}`, import.meta.url)),
	);
	return name.endsWith('svelte4') ? Object.create(host, { svelte: { value: '4.2.19' } }) : host;
}

function withFile(host: Host, [name, text]: [string, string]): Host {
	const own: Partial<Host> = {
		read: (path) => (path === name ? text : host.read(path)),
		list: (folder) => (folder === '' ? [...host.list(folder), name] : host.list(folder)),
		git: null,
	};
	return Object.create(host, Object.getOwnPropertyDescriptors(own));
}
