import { fileURLToPath } from 'node:url';
import { format, type Options } from 'prettier';
import { compile } from 'svelte/compiler';
import { describe, expect, test } from 'vitest';
import { relativeImport } from '../../host/files/paths.ts';
import type { Host } from '../../host/host.ts';
import { readHost } from '../../host/index.ts';
import type { Change } from '../../plan/change.ts';
import { Staging } from '../changes/index.ts';
import { initChanges } from '../init/index.ts';
import { findProviders } from '../providers/index.ts';
import { type SignInProvider, stageSignInPage, unstageSignInPage } from './sign-in-page.ts';

const passkey: SignInProvider = { id: 'passkey', name: 'Passkey', type: 'webauthn' };
const google: SignInProvider = { id: 'google', name: 'Google', type: 'oidc' };
const listed = {
	authModule: (from: string) => relativeImport(from, 'src/auth.ts'),
	signInPage: undefined,
	ids: ['github'],
	names: { github: 'GitHub' },
};
const hostNames = [
	'sveltekit3',
	'sveltekit3-js',
	'sveltekit2',
	'sveltekit2-js',
	'sveltekit2-svelte4',
	'solidstart2',
	'solidstart2-js',
	'solidstart1',
	'solidstart1-js',
];

const readFixture = (name: string): Promise<Host> =>
	readHost(fileURLToPath(new URL(`../../../test/fixtures/hosts/${name}`, import.meta.url)));

/** A host with more files in it, or others. */
function withFiles(host: Host, files: Record<string, string>): Host {
	const own: Partial<Host> = {
		read: (path) => files[path] ?? host.read(path),
		exists: (path) => path in files || host.exists(path),
		list: (folder) => {
			const prefix = folder === '' ? '' : `${folder}/`;
			const below = Object.keys(files)
				.filter((path) => path.startsWith(prefix))
				.map((path) => path.slice(prefix.length).split('/')[0] as string);
			return [...new Set([...host.list(folder), ...below])].sort();
		},
		git: null,
	};
	return Object.create(host, Object.getOwnPropertyDescriptors(own));
}

/** A host as `init` leaves it, and its sign-in page. */
async function grafted(name: string, more: Record<string, string> = {}) {
	const read = await readFixture(name);
	// Its own Svelte is not installed here, and the one above it is of today.
	const fixture: Host = name.endsWith('svelte4')
		? Object.create(read, { svelte: { value: '4.2.19' } })
		: read;
	const bare = withFiles(fixture, more);
	const changes = initChanges(bare, {
		...{ providers: findProviders(['github']), providersNamed: true, protect: [], basePath: undefined },
		...{ secret: 'x'.repeat(43), runtimeSpec: '^1.0.0', pages: {} },
	});
	const files: Record<string, string> = { ...more };
	for (const change of changes)
		if (change.kind === 'create' || change.kind === 'modify') files[change.path] = change.after;
	const page = Object.keys(files).find((path) => /signin(?:\/\+page\.svelte|\.[jt]sx)$/.test(path)) as string;
	return { host: withFiles(bare, files), files, page };
}

function add(host: Host, added: SignInProvider[], more: Partial<typeof listed> = {}): Change[] {
	const staging = new Staging(host);
	stageSignInPage(staging, host, { ...listed, ...more, added });
	return staging.changes();
}

function remove(host: Host, removed: SignInProvider[], passkeysLeft = false): Change[] {
	const staging = new Staging(host);
	unstageSignInPage(staging, host, { ...listed, removed, passkeysLeft });
	return staging.changes();
}

const textOf = ([change]: Change[]): string => {
	if (change?.kind !== 'modify') throw new Error(`${change?.kind} ${JSON.stringify(change)}`);
	return change.after;
};

describe.each(hostNames)('the page of %s', (name) => {
	test('gets passkeys, keeps them when more is added, and gives back its bytes without them', async () => {
		const { host, files, page } = await grafted(name);
		const before = files[page] as string;
		const text = textOf(add(host, [passkey, google]));
		expect(text).toMatch(/@authgraft\/runtime\/(?:sveltekit|solid-start)\/webauthn/);
		expect(text.match(/Create a passkey/g)).toHaveLength(1);
		const grown = withFiles(host, { [page]: text });
		expect(add(grown, [google])).toMatchObject([
			{ kind: 'skip', path: page, reason: 'lists the providers by itself' },
		]);
		expect(add(grown, [passkey])).toMatchObject([{ kind: 'skip', reason: 'offers passkeys already' }]);
		expect(remove(grown, [passkey], true)).toEqual([]);
		expect(textOf(remove(grown, [passkey, google]))).toBe(before);
	});

	test('is left alone, with a word, when somebody has changed it', async () => {
		const { host, files, page } = await grafted(name);
		const own = withFiles(host, {
			[page]: `${files[page]}\n<!-- ours -->\n`.replace('Sign in</h1>', 'Welcome</h1>'),
		});
		const changes = add(own, [passkey]);
		expect(changes).toMatchObject([{ kind: 'skip', reason: 'the page is your own' }]);
		expect(changes[0]?.notes?.join()).toContain("await signIn('passkey', { action: 'authenticate' })");
		expect(remove(own, [passkey])[0]?.notes?.join()).toContain('take that away by hand');
	});

	test('is known in other habits than the host has now', async () => {
		const other = await grafted(name, {
			'.prettierrc': '{ "useTabs": false, "tabWidth": 4, "singleQuote": false, "semi": false }',
		});
		const text = (other.files[other.page] as string).replaceAll('\n', '\r\n');
		const host = withFiles(other.host, { [other.page]: text, '.prettierrc': '{ "tabWidth": 4 }' });
		const grown = textOf(add(host, [passkey]));
		expect(grown.match(/(?<!\r)\n/)).toBe(null);
		expect(grown).not.toMatch(/;\r\n\timport/);
		expect(textOf(remove(withFiles(host, { [other.page]: grown }), [passkey]))).toBe(text);
	});

	test.each<[string, Options]>([
		[
			'as `sv add prettier` sets it up',
			{ useTabs: true, singleQuote: true, trailingComma: 'none', printWidth: 100 },
		],
		['its own defaults', {}],
		['no semicolons, four spaces', { semi: false, singleQuote: true, tabWidth: 4 }],
		['wide tabs, double quotes', { useTabs: true, tabWidth: 4, trailingComma: 'es5' }],
		['wide lines, terse', { printWidth: 120, bracketSpacing: false, arrowParens: 'avoid' }],
		['wider lines', { printWidth: 140, jsxSingleQuote: true, svelteIndentScriptAndStyle: false }],
	])('with passkeys is as Prettier lays it out: %s', async (_, options) => {
		const { host, page } = await grafted(name, { '.prettierrc': JSON.stringify(options) });
		const text = textOf(add(host, [passkey]));
		const plugins = ['prettier-plugin-svelte'];
		expect(text).toBe(await format(text, { ...options, filepath: page, plugins }));
		if (!page.endsWith('.svelte')) return;
		const runes = !name.endsWith('svelte4');
		expect(text.includes('$state')).toBe(runes);
		expect(compile(text, { generate: 'client', runes }).warnings).toEqual([]);
	});
});

test('a page with a list by hand gets a button for each, and loses them again', async () => {
	const page = 'src/routes/login/+page.svelte';
	const text = `<button onclick={() => signIn('github')}>GitHub</button>\n`;
	const host = withFiles(await readFixture('sveltekit3'), { [page]: text });
	const discord: SignInProvider = { id: 'discord', name: 'Discord', type: 'oauth' };
	const signInPage = '/login?from=menu';
	const staging = new Staging(host);
	stageSignInPage(staging, host, { ...listed, signInPage, added: [google, discord] });
	expect(staging.changes()).toMatchObject([
		{ kind: 'modify', path: page, summary: 'has a button for Google, has a button for Discord' },
	]);
	const grown = textOf(staging.changes());
	expect(grown).toBe(`${text}<button onclick={() => signIn('google')}>Google</button>
<button onclick={() => signIn('discord')}>Discord</button>
`);
	const back = withFiles(host, { [page]: grown });
	const taken = new Staging(back);
	unstageSignInPage(taken, back, { ...listed, signInPage, removed: [google, discord], passkeysLeft: false });
	expect(textOf(taken.changes())).toBe(text);
});

test.each([
	['a page of another site', 'https://id.example.com/login'],
	['no page at all', '/nowhere'],
	['another site without a scheme', '//id.example.com'],
])('nothing is said of %s', async (_, signInPage) => {
	const host = await readFixture('sveltekit3');
	expect(add(host, [google, passkey], { signInPage } as never)).toEqual([]);
});
